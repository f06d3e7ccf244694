/* Implicit Euler and the trapezoidal rule as solvers, with fixed or adaptive steps.
 *
 * A step solves F(t, y, yp) = 0 with yp = (y - y0) / h, or 2 (y - y0) / h - yp0, by Newton's method. The local error follows from
 * divided differences of the derivatives; between the ends of a step states are cubic, algebraic unknowns linear. */
#include "internal.h"

enum { NEWTON = 8, REJECTIONS = 40 };
enum { NEWTON_FAILED = -4, TOO_SMALL = -3, BAD_VALUE = -10 };

typedef struct {
    mos_simulation *sim;
    int order;       /* 1: Euler, 2: trapezoid */
    double fixed;    /* the step, or 0: chosen by the error */
    double h, t0, t1, h_before;
    double *y0, *yp0, *y1, *yp1, *yp_before, *residual, *error;
    int steps;       /* since the start */
} implicit;

static double weighted_norm(const mos_simulation *sim, const double *values, const double *y, mos_int n) {
    double sum = 0;
    for (mos_int i = 0; i < n; i++) {
        double scaled = values[i] / (sim->run->rtol * fabs(y[i]) + sim->run->atol * sim->t->nominal[i]);
        sum += scaled * scaled;
    }
    return n ? sqrt(sum / n) : 0;
}

static int implicit_start(void *pointer, double t, const double *y, const double *yp, double first_step) {
    implicit *self = pointer;
    size_t bytes = (size_t)self->sim->ny * sizeof(double);
    memcpy(self->y1, y, bytes);
    memcpy(self->yp1, yp, bytes);
    memset(self->yp1 + self->sim->t->nx, 0, (size_t)self->sim->t->nz * sizeof(double));
    self->t0 = self->t1 = t;
    self->h = first_step > 0 ? first_step : 1e-6 * (self->sim->run->stop - t);
    self->steps = 0;
    return 0;
}

static void set_rates(implicit *self, double h) {
    const mos_int nx = self->sim->t->nx;
    for (mos_int i = 0; i < nx; i++) {
        double slope = (self->y1[i] - self->y0[i]) / h;
        self->yp1[i] = self->order == 1 ? slope : 2 * slope - self->yp0[i];
    }
}

/* Newton's method from the point that the derivatives lead to; returns 0, or what went wrong. */
static int solve_step(implicit *self, double t, double h) {
    mos_simulation *sim = self->sim;
    double before = HUGE_VAL;
    for (mos_int i = 0; i < sim->ny; i++) self->y1[i] = self->y0[i] + (i < sim->t->nx ? h * self->yp0[i] : 0);
    set_rates(self, h);
    for (int k = 0; k < NEWTON; k++) {
        if (mos_residual(sim, sim->run, t, self->y1, self->yp1, self->residual)) return BAD_VALUE;
        if (k < 2 || k == 4) {
            if (mos_factor(sim, sim->run, t, self->y1, self->yp1, 1, self->order / h)) return -6;
            if (mos_residual(sim, sim->run, t, self->y1, self->yp1, self->residual)) return BAD_VALUE;
        }
        mos_linear_solve(sim, self->residual);
        for (mos_int i = 0; i < sim->ny; i++) self->y1[i] -= self->residual[i];
        set_rates(self, h);
        double size = weighted_norm(sim, self->residual, self->y1, sim->ny);
        if (!(size < HUGE_VAL) || size > 2 * before) return NEWTON_FAILED;
        if (size <= 1e-3) return 0;
        before = size;
    }
    return NEWTON_FAILED;
}

/* The local error over the tolerance, by y'' h^2 / 2 or y''' h^3 / 12. */
static double local_error(implicit *self, double h) {
    for (mos_int i = 0; i < self->sim->t->nx; i++) {
        double second = (self->yp1[i] - self->yp0[i]) / h;
        if (self->order == 2 && self->steps) {
            double before = (self->yp0[i] - self->yp_before[i]) / self->h_before;
            self->error[i] = 2 * (second - before) / (h + self->h_before) * h * h * h / 12;
        } else self->error[i] = second * h * h / 2;
    }
    return weighted_norm(self->sim, self->error, self->y1, self->sim->t->nx);
}

static void begin_step(implicit *self) {
    size_t bytes = (size_t)self->sim->ny * sizeof(double);
    if (self->t1 > self->t0) {
        memcpy(self->yp_before, self->yp0, bytes);
        self->h_before = self->t1 - self->t0;
        self->steps++;
    }
    memcpy(self->y0, self->y1, bytes);
    memcpy(self->yp0, self->yp1, bytes);
    self->t0 = self->t1;
}

static int implicit_step(void *pointer, double stop, double *t, double *y, double *yp) {
    implicit *self = pointer;
    size_t bytes = (size_t)self->sim->ny * sizeof(double);
    double most = self->sim->run->max_step > 0 ? self->sim->run->max_step : HUGE_VAL, error = 0;
    int flag = 0, tries = 0;
    begin_step(self);
    if (self->fixed > 0) self->h = self->fixed;
    for (double h = fmin(self->h, most);; h = fmin(self->h, most)) {
        double end = self->t0 + h >= stop - 1e-10 * h ? stop : self->t0 + h;
        h = end - self->t0;
        if (!(h > 4 * DBL_EPSILON * fabs(self->t0))) return flag ? flag : TOO_SMALL;
        flag = solve_step(self, end, h);
        if (!flag && self->fixed <= 0) error = local_error(self, h);
        if (flag && self->fixed > 0) return flag;
        if (!flag && error <= 1) {
            double growth = error > 0 ? 0.9 * pow(error, -1.0 / (self->order + 1)) : 4;
            if (self->fixed <= 0) self->h = h * fmin(fmax(growth, 0.3), 4);
            self->t1 = *t = end;
            break;
        }
        if (++tries > REJECTIONS) return flag ? flag : TOO_SMALL;
        self->h = h * (flag ? 0.25 : fmax(0.2, 0.9 * pow(error, -1.0 / (self->order + 1))));
    }
    memcpy(y, self->y1, bytes);
    memcpy(yp, self->yp1, bytes);
    return 0;
}

static int implicit_interpolate(void *pointer, double t, mos_int order, double *out) {
    implicit *self = pointer;
    double h = self->t1 - self->t0, x = h > 0 ? (t - self->t0) / h : 0;
    for (mos_int i = 0; i < self->sim->ny; i++) {
        double rise = self->y1[i] - self->y0[i];
        if (i >= self->sim->t->nx) {
            out[i] = order ? (h > 0 ? rise / h : 0) : self->y0[i] + x * rise;
            continue;
        }
        double a = h * self->yp0[i] - rise, b = rise - h * self->yp1[i];
        if (order) out[i] = h > 0 ? (rise + (1 - 2 * x) * (a * (1 - x) + b * x) + x * (1 - x) * (b - a)) / h : self->yp0[i];
        else out[i] = (1 - x) * self->y0[i] + x * self->y1[i] + x * (1 - x) * (a * (1 - x) + b * x);
    }
    return 0;
}

void explain_errors(const mos_simulation *sim, double *error, const double *y, mos_int n, mos_failure *failure) {
    for (failure->count = 0; failure->count < 5 && failure->count < n; failure->count++) {
        mos_int best = -1;
        double most = -1;
        for (mos_int i = 0; i < n; i++) {
            double scaled = fabs(error[i]) / (sim->run->rtol * fabs(y[i]) + sim->run->atol * sim->t->nominal[i]);
            if (!(scaled <= most) && error[i] != -HUGE_VAL) {
                most = scaled;
                best = i;
            }
        }
        if (best < 0) break;
        failure->index[failure->count] = best;
        failure->value[failure->count] = most;
        error[best] = -HUGE_VAL;
    }
}

static void implicit_explain(void *pointer, mos_failure *failure) {
    implicit *self = pointer;
    failure->step = self->h;
    explain_errors(self->sim, self->error, self->y0, self->sim->t->nx, failure);
}

int mos_use_implicit(mos_simulation *sim, mos_int order, double step) {
    if (!sim->ny) return 0;
    implicit *self = allocate(sim, 1, sizeof *self);
    if (!self) return -1;
    double **arrays[] = {&self->y0, &self->yp0, &self->y1, &self->yp1, &self->yp_before, &self->residual, &self->error};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        if (!(*arrays[k] = allocate(sim, (size_t)sim->ny, sizeof(double)))) return -1;
    self->sim = sim;
    self->order = order;
    self->fixed = step;
    mos_set_solver(sim, (mos_solver){self, implicit_start, implicit_step, implicit_interpolate, implicit_explain, NULL});
    return 0;
}
