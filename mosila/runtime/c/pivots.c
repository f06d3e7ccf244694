/* Choices of states: how well constraints determine what is no state, watched while the model runs. */
#include "internal.h"

enum { HEAD = 4 }; /* of a check: offset of its matrix, columns of that, k rows and dummies, m other columns */

/* The matrices of all sets of constraints at the present values, columns scaled by nominal values. */
void mos_pivot_matrix(mos_simulation *sim) {
    const mos_tables *t = sim->t;
    evaluate_assignments(sim, t->n_static, t->n_residual);
    for (mos_int g = 0; g < t->n_pivot_groups; g++) {
        const mos_group *group = t->pivot + g;
        double *out = sim->pivot_partials + group->partial_first;
        if (!group->value) memcpy(out, group->coef, (size_t)group->rowptr[group->n] * sizeof *out);
        else if (group->nactive) group->partial(group->n, group->ix, sim->w, out);
    }
    memset(sim->pivot_values, 0, (size_t)t->n_pivot_values * sizeof *sim->pivot_values);
    for (mos_int k = 0; k < t->n_pivot_entries; k++)
        sim->pivot_values[t->pivot_to[k]] += t->pivot_factor[k] * sim->pivot_partials[t->pivot_from[k]];
}

double *mos_pivot_values(mos_simulation *sim) {
    return sim->pivot_values;
}

void mos_set_pivot_limit(mos_simulation *sim, double limit) {
    sim->pivot_limit = limit;
}

/* Gaussian elimination of the k dummies on k rows of k + m numbers; the largest number that is left in the m columns. */
static double growth(double *a, mos_int k, mos_int m) {
    mos_int width = k + m;
    double most = 0;
    for (mos_int j = 0; j < k; j++) {
        mos_int best = j;
        for (mos_int i = j + 1; i < k; i++)
            if (fabs(a[i * width + j]) > fabs(a[best * width + j])) best = i;
        if (!(fabs(a[best * width + j]) > 0)) return HUGE_VAL;
        for (mos_int c = j; c < width; c++) {
            double swap = a[j * width + c];
            a[j * width + c] = a[best * width + c];
            a[best * width + c] = swap;
        }
        for (mos_int i = 0; i < k; i++) {
            double factor = a[i * width + j] / a[j * width + j];
            if (i == j || factor == 0) continue;
            for (mos_int c = j; c < width; c++) a[i * width + c] -= factor * a[j * width + c];
        }
    }
    for (mos_int i = 0; i < k; i++)
        for (mos_int c = k; c < width; c++) most = larger(most, fabs(a[i * width + c] / a[i * width + i]));
    return most;
}

/* By how much, at most, dummies move where states move by one; infinite if the constraints do not determine them. */
double mos_pivot_growth(mos_simulation *sim) {
    const mos_tables *t = sim->t;
    const mos_int *check = t->pivot_check;
    double most = 0;
    mos_pivot_matrix(sim);
    for (mos_int n = 0; n < t->n_pivot_checks; n++) {
        const double *matrix = sim->pivot_values + check[0];
        mos_int stride = check[1], k = check[2], m = check[3];
        const mos_int *rows = check + HEAD, *columns = rows + k;
        double *a = sim->pivot_work;
        for (mos_int i = 0; i < k; i++)
            for (mos_int c = 0; c < k + m; c++) a[i * (k + m) + c] = matrix[rows[i] * stride + columns[c]];
        most = larger(most, growth(a, k, m));
        check += HEAD + 2 * k + m;
    }
    return most;
}

int pivots_are_bad(mos_simulation *sim) {
    return sim->t->n_pivot_checks && !(mos_pivot_growth(sim) <= sim->pivot_limit);
}

/* Goes on from another simulation of the same structure with other states, whose values are in w; nothing else has changed. */
int mos_continue(mos_simulation *sim, const mos_simulation *other, mos_run *run) {
    size_t nr = (size_t)sim->t->nr, ns = (size_t)sim->t->ns, switches = (size_t)(sim->t->nd + sim->t->nr + sim->t->ns);
    struct { double *to; const double *from; size_t count; } reals[] = {
        {sim->slack, other->slack, nr}, {sim->event_time, other->event_time, nr}, {sim->zeno_time, other->zeno_time, nr},
        {sim->zeno_interval, other->zeno_interval, nr}, {sim->zeno_ratio, other->zeno_ratio, nr},
        {sim->zeno_doubt, other->zeno_doubt, nr},
        {sim->clock_sides, other->clock_sides, 2 * ns}, {sim->clock_time, other->clock_time, ns},
        {sim->clock_tick, other->clock_tick, ns},
        {sim->zeno_limit, other->zeno_limit, nr}, {sim->before, other->before, switches}, {sim->sides, other->sides, 2 * nr},
    };
    for (size_t k = 0; k < sizeof reals / sizeof *reals; k++) memcpy(reals[k].to, reals[k].from, reals[k].count * sizeof(double));
    memcpy(sim->zeno_count, other->zeno_count, nr * sizeof(mos_int));
    memcpy(sim->flags, other->flags, nr);
    memcpy(sim->stops, other->stops, nr);
    memcpy(sim->clock_stops, other->clock_stops, ns);
    memcpy(sim->asserted, other->asserted, (size_t)sim->t->n_assertion);
    memcpy(sim->seen, other->seen, (size_t)sim->t->n_watch);
    memset(sim->crossing, 0, nr);
    sim->run = run;
    sim->waiting = sim->moved = sim->ticking = sim->clocks_needed = sim->unsettled = 0;
    sim->last_step = other->last_step;
    sim->schedule_needed = 1;
    sim->phase = PHASE_STEP;
    if (solve_unknowns(sim, run)) return MOS_ERROR;
    evaluate_assignments(sim, sim->t->n_residual, sim->t->n_event);
    return start_solver(sim, run) ? MOS_ERROR : MOS_GO_ON;
}
