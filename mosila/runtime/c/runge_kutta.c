/* The explicit Runge-Kutta method of order 5 with an embedded one of order 4 (J. R. Dormand, P. J. Prince, A family of embedded
 * Runge-Kutta formulae, 1980), with the interpolation of order 4 that E. Hairer and G. Wanner give for it. For ordinary
 * differential equations that are not stiff. */
#include "internal.h"

enum { STAGES = 7, TERMS = 5, REJECTED_TOO_OFTEN = 60 };

static const double NODE[STAGES] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
static const double WEIGHT[STAGES][STAGES - 1] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
};
static const double ERROR_WEIGHT[STAGES] = {
    71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40,
};
static const double DENSE_WEIGHT[STAGES] = {
    -12715105075.0 / 11282082432, 0, 87487479700.0 / 32700410799, -10690763975.0 / 1880347072,
    701980252875.0 / 199316789632, -1453857185.0 / 822651844, 69997945.0 / 29380423,
};

typedef struct {
    mos_simulation *sim;
    double h, t0, t1;
    double *y0, *y1, *zeros, *error, *stage[STAGES], *term[TERMS];
} explicit_rk;

/* With derivatives of zero the residual is the right side itself. */
static int slopes(explicit_rk *self, double t, const double *y, double *out) {
    return mos_residual(self->sim, self->sim->run, t, y, self->zeros, out);
}

static int rk_start(void *pointer, double t, const double *y, const double *yp, double first_step) {
    explicit_rk *self = pointer;
    size_t bytes = (size_t)self->sim->ny * sizeof(double);
    memcpy(self->y1, y, bytes);
    memcpy(self->stage[STAGES - 1], yp, bytes);
    self->t0 = self->t1 = t;
    self->h = first_step > 0 ? first_step : 1e-6 * (self->sim->run->stop - t);
    return 0;
}

static int try_step(explicit_rk *self, double h, double *error) {
    const mos_int n = self->sim->ny;
    for (int s = 1; s < STAGES; s++) {
        for (mos_int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < s; j++) sum += WEIGHT[s][j] * self->stage[j][i];
            self->y1[i] = self->y0[i] + h * sum;
        }
        if (slopes(self, self->t0 + NODE[s] * h, self->y1, self->stage[s])) return -10;
    }
    double sum = 0;
    for (mos_int i = 0; i < n; i++) {
        double wrong = 0, size = fmax(fabs(self->y0[i]), fabs(self->y1[i]));
        for (int s = 0; s < STAGES; s++) wrong += ERROR_WEIGHT[s] * self->stage[s][i];
        self->error[i] = h * wrong;
        wrong = self->error[i] / (self->sim->run->rtol * size + self->sim->run->atol * self->sim->t->nominal[i]);
        sum += wrong * wrong;
    }
    *error = sqrt(sum / n);
    return isfinite(*error) ? 0 : -10;
}

static void prepare_interpolation(explicit_rk *self, double h) {
    for (mos_int i = 0; i < self->sim->ny; i++) {
        double rise = self->y1[i] - self->y0[i], bend = h * self->stage[0][i] - rise, sum = 0;
        for (int s = 0; s < STAGES; s++) sum += DENSE_WEIGHT[s] * self->stage[s][i];
        self->term[0][i] = self->y0[i];
        self->term[1][i] = rise;
        self->term[2][i] = bend;
        self->term[3][i] = rise - h * self->stage[STAGES - 1][i] - bend;
        self->term[4][i] = h * sum;
    }
}

static int rk_step(void *pointer, double stop, double *t, double *y, double *yp) {
    explicit_rk *self = pointer;
    size_t bytes = (size_t)self->sim->ny * sizeof(double);
    double most = self->sim->run->max_step > 0 ? self->sim->run->max_step : HUGE_VAL, error = 0;
    memcpy(self->y0, self->y1, bytes);
    memcpy(self->stage[0], self->stage[STAGES - 1], bytes);
    self->t0 = self->t1;
    for (int tries = 0; tries < REJECTED_TOO_OFTEN; tries++) {
        double h = fmin(self->h, most), end = self->t0 + h >= stop - 1e-10 * h ? stop : self->t0 + h;
        h = end - self->t0;
        if (!(h > 4 * DBL_EPSILON * fabs(self->t0))) return -3;
        int flag = try_step(self, h, &error);
        if (!flag && error <= 1) {
            /* A step that was cut short by an event says nothing against the next. */
            double growth = error > 0 ? fmin(0.9 * pow(error, -0.2), 5) : 5;
            self->h = end == stop ? fmax(self->h * fmin(growth, 1), h * growth) : h * fmax(growth, 0.2);
            self->t1 = *t = end;
            prepare_interpolation(self, h);
            memcpy(y, self->y1, bytes);
            memcpy(yp, self->stage[STAGES - 1], bytes);
            return 0;
        }
        self->h = h * (flag ? 0.25 : fmax(0.2, 0.9 * pow(error, -0.2)));
    }
    return -3;
}

static int rk_interpolate(void *pointer, double t, mos_int order, double *out) {
    explicit_rk *self = pointer;
    double h = self->t1 - self->t0, x = h > 0 ? (t - self->t0) / h : 0, z = 1 - x;
    double *const *c = self->term;
    for (mos_int i = 0; i < self->sim->ny; i++) {
        if (h <= 0) out[i] = order ? self->stage[STAGES - 1][i] : self->y1[i];
        else if (!order) out[i] = c[0][i] + x * (c[1][i] + z * (c[2][i] + x * (c[3][i] + z * c[4][i])));
        else {
            double inner = c[3][i] + z * c[4][i], middle = c[2][i] + x * inner;
            double middle_slope = inner - x * c[4][i], outer = c[1][i] + z * middle;
            out[i] = (outer + x * (z * middle_slope - middle)) / h;
        }
    }
    return 0;
}

static void rk_explain(void *pointer, mos_failure *failure) {
    explicit_rk *self = pointer;
    failure->step = self->h;
    explain_errors(self->sim, self->error, self->y0, self->sim->ny, failure);
}

int mos_use_runge_kutta(mos_simulation *sim) {
    if (!sim->ny) return 0;
    if (!sim->t->derivatives_explicit) return 1;
    explicit_rk *self = allocate(sim, 1, sizeof *self);
    double *block = self ? allocate(sim, (size_t)sim->ny * (4 + STAGES + TERMS), sizeof(double)) : NULL;
    if (!block) return -1;
    double **arrays[4] = {&self->y0, &self->y1, &self->zeros, &self->error};
    for (int k = 0; k < 4; k++, block += sim->ny) *arrays[k] = block;
    for (int k = 0; k < STAGES; k++, block += sim->ny) self->stage[k] = block;
    for (int k = 0; k < TERMS; k++, block += sim->ny) self->term[k] = block;
    self->sim = sim;
    mos_set_solver(sim, (mos_solver){self, rk_start, rk_step, rk_interpolate, rk_explain, NULL});
    return 0;
}
