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

/* Scales that stay while steps are compared: the present values, or what is usual where these are smaller. */
static void fix_scales(mos_simulation *sim, const mos_run *run) {
    for (mos_int i = 0; i < sim->ny; i++) {
        double nominal = sim->t->nominal[i];
        sim->scale[i] = run->rtol * fmax(fabs(*unknown(sim, i)), nominal) + run->atol * nominal;
    }
}

static double scaled(const mos_simulation *sim, const double *step) {
    double largest = 0;
    for (mos_int i = 0; i < sim->ny; i++)
        if (!(fabs(step[i]) / sim->scale[i] <= largest)) largest = fabs(step[i]) / sim->scale[i];
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
static double take_step(mos_simulation *sim, const mos_run *run) {
    fix_scales(sim, run);
    double size = scaled(sim, sim->correction), weight = weighted(sim, run, sim->correction);
    for (mos_int i = 0; i < sim->ny; i++) sim->trial[i] = *unknown(sim, i);
    for (double damping = 1; damping > 1e-9; damping *= 0.5) {
        for (mos_int i = 0; i < sim->ny; i++) *unknown(sim, i) = sim->trial[i] - damping * sim->correction[i];
        if (!evaluate(sim, sim->simplified)) continue;
        matrix_solve(&sim->settling, sim->simplified);
        double after = weighted(sim, run, sim->simplified);
        if (after <= CONVERGED || scaled(sim, sim->simplified) < size * (1 - 0.5 * damping)) return after;
        if (weight <= 1 && after <= 1) return 0; /* as near as rounding lets it */
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
        if (!all_finite(sim->correction, sim->ny)) return not_converged(sim, run);
        double after = take_step(sim, run);
        if (after < 0) return not_converged(sim, run);
        if (after <= CONVERGED) {
            if (after > 0)
                for (mos_int i = 0; i < sim->ny; i++) *unknown(sim, i) -= sim->simplified[i];
            return evaluate(sim, r) ? 0 : not_finite(sim);
        }
        if (!evaluate(sim, r)) return not_finite(sim);
    }
    return not_converged(sim, run);
}

static void restore(mos_simulation *sim) {
    for (mos_int i = 0; i < sim->ny; i++) *unknown(sim, i) = sim->guess[i];
}

static void remember(mos_simulation *sim) {
    for (mos_int i = 0; i < sim->ny; i++) sim->guess[i] = *unknown(sim, i);
}

/* LU factors of a dense n by n matrix, row-major, in place; 1 if it is singular. */
static int factor_block(double *a, mos_int *pivot, mos_int n) {
    for (mos_int j = 0; j < n; j++) {
        mos_int best = j;
        for (mos_int i = j + 1; i < n; i++)
            if (fabs(a[i * n + j]) > fabs(a[best * n + j])) best = i;
        pivot[j] = best;
        if (!(fabs(a[best * n + j]) > 0)) return 1;
        for (mos_int k = 0; k < n; k++) {
            double swap = a[j * n + k];
            a[j * n + k] = a[best * n + k];
            a[best * n + k] = swap;
        }
        for (mos_int i = j + 1; i < n; i++) {
            double factor = a[i * n + j] /= a[j * n + j];
            for (mos_int k = j + 1; k < n; k++) a[i * n + k] -= factor * a[j * n + k];
        }
    }
    return 0;
}

static void solve_block(const double *a, const mos_int *pivot, mos_int n, double *b) {
    for (mos_int j = 0; j < n; j++) {
        double swap = b[j];
        b[j] = b[pivot[j]];
        b[pivot[j]] = swap;
    }
    for (mos_int i = 1; i < n; i++)
        for (mos_int k = 0; k < i; k++) b[i] -= a[i * n + k] * b[k];
    for (mos_int i = n - 1; i >= 0; i--) {
        for (mos_int k = i + 1; k < n; k++) b[i] -= a[i * n + k] * b[k];
        b[i] /= a[i * n + i];
    }
}

static double block_size(mos_simulation *sim, const mos_run *run, const mos_int *unknowns, mos_int n, const double *step, int fixed) {
    double largest = 0;
    for (mos_int i = 0; i < n; i++) {
        double present = run->rtol * fabs(*unknown(sim, unknowns[i])) + run->atol * sim->t->nominal[unknowns[i]];
        double size = fabs(step[i]) / (fixed ? sim->scale[unknowns[i]] : present);
        if (!(size <= largest)) largest = size;
    }
    return largest;
}

/* The matrix of one block, from that of all unknowns; `place` is -1 for what is not in the block. */
static void block_matrix(mos_simulation *sim, const mos_int *unknowns, mos_int n, const mos_int *row_place, double *a) {
    const mos_tables *t = sim->t;
    memset(a, 0, (size_t)n * (size_t)n * sizeof *a);
    for (mos_int j = 0; j < n; j++)
        for (mos_int k = t->colptr[unknowns[j]]; k < t->colptr[unknowns[j] + 1]; k++)
            if (row_place[t->rowidx[k]] >= 0) a[row_place[t->rowidx[k]] * n + j] = sim->settling.values[k];
}

/* Newton on one block, the other unknowns as they are; what it cannot solve it leaves near where it was. */
static void newton_on_block(mos_simulation *sim, mos_run *run, mos_int b) {
    const mos_tables *t = sim->t;
    mos_int first = t->block_first[b], n = t->block_first[b + 1] - first;
    const mos_int *rows = t->block_row + first, *unknowns = t->block_unknown + first;
    double *a = sim->block_work, *step = a + n * n, *old = step + n;
    mos_int *place = sim->block_place;
    for (mos_int i = 0; i < sim->ny; i++) place[i] = -1;
    for (mos_int i = 0; i < n; i++) place[rows[i]] = i;
    evaluate(sim, sim->residual);
    for (mos_int iteration = 0; iteration < ITERATIONS; iteration++) {
        evaluate_partials(sim);
        assemble(sim, 0, 1, sim->settling.values);
        block_matrix(sim, unknowns, n, place, a);
        for (mos_int i = 0; i < n; i++) step[i] = sim->residual[rows[i]];
        if (!all_finite(a, n * n) || !all_finite(step, n) || factor_block(a, sim->block_pivot, n)) return;
        solve_block(a, sim->block_pivot, n, step);
        fix_scales(sim, run);
        double size = block_size(sim, run, unknowns, n, step, 1), weight = block_size(sim, run, unknowns, n, step, 0), damping = 1;
        for (mos_int i = 0; i < n; i++) old[i] = *unknown(sim, unknowns[i]);
        for (;; damping *= 0.5) {
            double *after = sim->correction;
            if (damping < 1e-9) {
                for (mos_int i = 0; i < n; i++) *unknown(sim, unknowns[i]) = old[i];
                return;
            }
            for (mos_int i = 0; i < n; i++) *unknown(sim, unknowns[i]) = old[i] - damping * step[i];
            evaluate(sim, sim->residual);
            for (mos_int i = 0; i < n; i++) after[i] = sim->residual[rows[i]];
            if (!all_finite(after, n)) continue;
            solve_block(a, sim->block_pivot, n, after);
            double next = block_size(sim, run, unknowns, n, after, 0);
            if (next <= CONVERGED || (weight <= 1 && next <= 1)) return;
            if (block_size(sim, run, unknowns, n, after, 1) < size * (1 - 0.5 * damping)) break;
        }
    }
}

/* From the guesses, block by block in the order of solution, then all at once. */
static int newton_by_blocks(mos_simulation *sim, mos_run *run) {
    restore(sim);
    for (mos_int b = 0; b < sim->t->n_blocks; b++)
        if (sim->t->block_first[b + 1] - sim->t->block_first[b] <= MOST_IN_BLOCK) newton_on_block(sim, run, b);
    return newton(sim, run);
}

static int newton_any_way(mos_simulation *sim, mos_run *run) {
    remember(sim);
    if (!newton(sim, run)) return 0;
    return sim->t->n_blocks > 1 ? newton_by_blocks(sim, run) : MOS_ERROR;
}

/* On the way the relations go with the unknowns, which may come to a limit. */
static int newton_at(mos_simulation *sim, mos_run *run, double homotopy) {
    int changed = 1;
    sim->w[sim->t->w_homotopy] = homotopy;
    for (int pass = 0; pass < PASSES_BEFORE_MODES && changed; pass++) {
        changed = 0;
        evaluate_assignments(sim, 0, sim->t->n_static);
        if (newton_any_way(sim, run)) return MOS_ERROR;
        evaluate_assignments(sim, sim->t->n_residual, sim->t->n_event);
        if (sim->t->nr && update_relations(sim, run, &changed)) return MOS_ERROR;
    }
    return changed ? MOS_ERROR : 0;
}

/* From the simplified equations to those meant, in steps as large as the iteration can follow. */
static int follow_homotopy(mos_simulation *sim, mos_run *run) {
    double reached = 0, step = 0.25;
    int failed = newton_at(sim, run, 0);
    while (!failed && reached < 1) {
        double next = fmin(1, reached + step);
        if (!newton_at(sim, run, next)) {
            reached = next;
            step *= 2;
        } else {
            restore(sim);
            step *= 0.25;
            failed = step < 1e-5;
        }
    }
    if (!failed) return 0;
    sim->w[sim->t->w_homotopy] = 1;
    evaluate_assignments(sim, 0, sim->t->n_static);
    return MOS_ERROR;
}

/* Who writes `homotopy` says which solution is meant, so the way from the simplified equations comes first, once in a run. */
static int solve_initially(mos_simulation *sim, mos_run *run) {
    size_t bytes = (size_t)sim->ny * sizeof(double);
    sim->homotopy_is_due = 0;
    remember(sim);
    memcpy(sim->first_guess, sim->guess, bytes);
    memcpy(sim->last, sim->w + sim->t->w_relation, (size_t)sim->t->nr * sizeof(double));
    if (!follow_homotopy(sim, run)) return 0;
    memcpy(sim->w + sim->t->w_relation, sim->last, (size_t)sim->t->nr * sizeof(double));
    memcpy(sim->guess, sim->first_guess, bytes);
    restore(sim);
    return newton_any_way(sim, run);
}

/* Leaves all assignments up to n_residual evaluated. Returns 0 or MOS_ERROR. */
int solve_unknowns(mos_simulation *sim, mos_run *run) {
    evaluate_assignments(sim, 0, sim->t->n_static);
    if (sim->ny == 0) {
        evaluate_assignments(sim, sim->t->n_static, sim->t->n_residual);
        return 0;
    }
    if (!sim->t->derivatives_explicit) return sim->homotopy_is_due ? solve_initially(sim, run) : newton_any_way(sim, run);
    memset(YP(sim), 0, (size_t)sim->ny * sizeof(double));
    if (!evaluate(sim, sim->residual)) return not_finite(sim);
    memcpy(YP(sim), sim->residual, (size_t)sim->ny * sizeof(double));
    return 0;
}
