/* Recording: rows of time and the record cells of w. */
#include "internal.h"

double grid_point(const mos_run *run, mos_int k) {
    if (k >= run->intervals) return run->stop;
    return run->start + (run->stop - run->start) * k / run->intervals;
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

int mos_observe(mos_simulation *sim, const double *base, const double *rows, mos_int n_rows, const mos_int *wanted,
                mos_int n_wanted, double *out) {
    const mos_tables *t = sim->t;
    size_t bytes = (size_t)t->nw * sizeof(double);
    double *saved = malloc(bytes);
    if (!saved) return -1;
    memcpy(saved, sim->w, bytes);
    if (base) memcpy(sim->w, base, bytes);
    sim->past.replay = sim->replay;
    for (mos_int r = 0; r < n_rows; r++) {
        const double *row = rows + (size_t)r * (size_t)(1 + t->n_record);
        sim->w[0] = row[0];
        for (mos_int k = 0; k < t->n_record; k++) sim->w[t->record[k]] = row[1 + k];
        for (mos_int j = 0; j < t->nh; j++) sim->replay[t->delay_number[j]] = t->delay_sign[j] * sim->w[t->delay_place[j]];
        evaluate_assignments(sim, 0, t->n_assign);
        for (mos_int k = 0; k < n_wanted; k++) out[(size_t)r * (size_t)n_wanted + (size_t)k] = sim->w[wanted[k]];
    }
    memcpy(sim->w, saved, bytes);
    sim->past.replay = NULL;
    free(saved);
    return 0;
}
