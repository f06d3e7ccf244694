/* Recording: rows of time and the record cells of w. */
#include "internal.h"

static double grid_point(const mos_run *run, mos_int k) {
    if (k >= run->intervals) return run->stop;
    return run->start + (run->stop - run->start) * k / run->intervals;
}

/* The same of the next point, which is asked for at every event. */
double next_grid_point(mos_simulation *sim, const mos_run *run) {
    if (sim->grid.point != run->next_point || sim->grid.intervals != run->intervals || sim->grid.stop != run->stop || sim->grid.start != run->start) {
        sim->grid.point = run->next_point;
        sim->grid.intervals = run->intervals;
        sim->grid.start = run->start;
        sim->grid.stop = run->stop;
        sim->grid.time = grid_point(run, run->next_point);
    }
    return sim->grid.time;
}

/* What only results need and may have no value, as a quotient, is looked at here: nothing else would notice. */
static int check_results(mos_simulation *sim) {
    const mos_tables *t = sim->t;
    if (t->n_checked <= t->n_event) return 0;
    evaluate_assignments(sim, t->n_static, t->n_checked);
    const mos_group *last = t->assign + t->n_checked - 1;
    mos_int first = t->assign[t->n_event].first, end = last->first + group_outputs(last);
    if (all_finite(sim->w + first, end - first)) return 0;
    find_not_finite(sim, t->n_checked, NULL, &sim->failure);
    return fail(sim, MOS_NOT_FINITE);
}

/* The caller has seen to it that there is room. */
int record_row(mos_simulation *sim, mos_run *run, double t, int flags) {
    const mos_tables *tables = sim->t;
    double *row = run->rows + (size_t)run->count * (size_t)(1 + tables->n_record);
    if (check_results(sim)) return MOS_ERROR;
    if (sim->record_explicit) evaluate_assignments(sim, tables->n_static, tables->n_assign);
    row[0] = t;
    for (mos_int k = 0; k < tables->n_record; k++) row[1 + k] = sim->w[tables->record[k]];
    run->row_flags[run->count++] = (uint8_t)flags;
    return 0;
}
