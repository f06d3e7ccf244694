/* The unknowns of an event: derivatives of the states and algebraic unknowns, with the states fixed.
 *
 * Newton's method with the natural monotonicity test (P. Deuflhard, Newton Methods for Nonlinear Problems, 2004): a step
 * is taken if the simplified correction after it is smaller than the correction itself. */
#include "internal.h"

enum { ITERATIONS = 60 };
static const double CONVERGED = 1e-3;

static double *unknown(mos_simulation *sim, mos_int i) {
    return sim->w + (i < sim->t->nx ? sim->t->w_yp : sim->t->w_y) + i;
}

static double weighted(mos_simulation *sim, const mos_run *run, const double *step) {
    double largest = 0;
    for (mos_int i = 0; i < sim->ny; i++) {
        double scaled = fabs(step[i]) / (run->rtol * fabs(*unknown(sim, i)) + run->atol * sim->t->nominal[i]);
        if (!(scaled <= largest)) largest = scaled;
    }
    return largest;
}

static int evaluate(mos_simulation *sim, double *out) {
    evaluate_assignments(sim, sim->t->n_static, sim->t->n_residual);
    evaluate_residual(sim, out);
    if (sim->run) sim->run->residuals++;
    return all_finite(out, sim->ny);
}

static int not_finite(mos_simulation *sim) {
    sim->failure.list = -1;
    find_not_finite(sim, sim->t->n_residual, sim->residual, &sim->failure);
    return fail(sim, MOS_NOT_FINITE);
}

/* The unknowns with the largest weighted corrections, for the message. */
static int not_converged(mos_simulation *sim, const mos_run *run) {
    mos_failure *failure = &sim->failure;
    failure->count = 0;
    for (mos_int slot = 0; slot < 5 && slot < sim->ny; slot++) {
        mos_int best = -1;
        double most = -1;
        for (mos_int i = 0; i < sim->ny; i++) {
            double scaled = fabs(sim->correction[i]) / (run->rtol * fabs(*unknown(sim, i)) + run->atol * sim->t->nominal[i]);
            mos_int taken = 0;
            for (mos_int k = 0; k < slot; k++) taken |= failure->index[k] == i;
            if (!taken && scaled > most) {
                most = scaled;
                best = i;
            }
        }
        if (best < 0) break;
        failure->index[slot] = best;
        failure->value[slot] = sim->correction[best];
        failure->count++;
    }
    return fail(sim, MOS_NO_CONVERGENCE);
}

/* Takes a damped step; returns the weighted size of the simplified correction after it, or -1 if none helps. */
static double take_step(mos_simulation *sim, const mos_run *run, double size) {
    for (mos_int i = 0; i < sim->ny; i++) sim->trial[i] = *unknown(sim, i);
    for (double damping = 1; damping > 1e-9; damping *= 0.5) {
        for (mos_int i = 0; i < sim->ny; i++) *unknown(sim, i) = sim->trial[i] - damping * sim->correction[i];
        if (!evaluate(sim, sim->simplified)) continue;
        matrix_solve(&sim->settling, sim->simplified);
        double after = weighted(sim, run, sim->simplified);
        if (after <= CONVERGED || after < size * (1 - 0.5 * damping)) return after;
        if (size <= 1 && after <= 1) return 0; /* as near as rounding lets it */
    }
    return -1;
}

static int newton(mos_simulation *sim, mos_run *run) {
    double *r = sim->residual;
    if (!evaluate(sim, r)) return not_finite(sim);
    for (mos_int iteration = 0; iteration < ITERATIONS; iteration++) {
        evaluate_partials(sim);
        assemble(sim, 0, 1, sim->settling.values);
        run->jacobians++;
        if (matrix_factor(&sim->settling)) {
            sim->failure.count = 1;
            sim->failure.index[0] = sim->settling.singular_column;
            return fail(sim, MOS_SINGULAR);
        }
        memcpy(sim->correction, r, (size_t)sim->ny * sizeof *r);
        matrix_solve(&sim->settling, sim->correction);
        double size = weighted(sim, run, sim->correction);
        double after = take_step(sim, run, size);
        if (after < 0 || !(size < HUGE_VAL)) return not_converged(sim, run);
        if (after <= CONVERGED) {
            if (after > 0)
                for (mos_int i = 0; i < sim->ny; i++) *unknown(sim, i) -= sim->simplified[i];
            return evaluate(sim, r) ? 0 : not_finite(sim);
        }
        if (!evaluate(sim, r)) return not_finite(sim);
    }
    return not_converged(sim, run);
}

/* Leaves all assignments up to n_residual evaluated. Returns 0 or MOS_ERROR. */
int solve_unknowns(mos_simulation *sim, mos_run *run) {
    evaluate_assignments(sim, 0, sim->t->n_static);
    if (sim->ny == 0) {
        evaluate_assignments(sim, sim->t->n_static, sim->t->n_residual);
        return 0;
    }
    if (!sim->t->derivatives_explicit) return newton(sim, run);
    memset(YP(sim), 0, (size_t)sim->ny * sizeof(double));
    if (!evaluate(sim, sim->residual)) return not_finite(sim);
    memcpy(YP(sim), sim->residual, (size_t)sim->ny * sizeof(double));
    return 0;
}
