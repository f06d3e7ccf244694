/* What the first instant can know before anything is solved: equations in the order of what they read, the discrete ones among
 * them, so that no function is called with a discrete value that is yet to be found. */
#include "internal.h"

/* One equation of a group. */
static mos_group row_of(const mos_group *group, mos_int k) {
    mos_group row = *group;
    row.n = 1;
    row.first += group->value ? k * group->outputs : k;
    if (group->value) row.ix += k * group->width;
    else row.rowptr += k;
    return row;
}

static int reads_open(const mos_group *row, const uint8_t *open) {
    mos_int begin = row->value ? 0 : row->rowptr[0], end = row->value ? row->width : row->rowptr[1];
    for (mos_int m = begin; m < end; m++)
        if (open[row->ix[m]]) return 1;
    return 0;
}

/* Evaluates what can be evaluated of a list and has not been; says whether there was any. */
static int evaluate_known(mos_simulation *sim, const mos_group *groups, mos_int n, uint8_t *open) {
    int any = 0;
    for (mos_int g = 0; g < n; g++)
        for (mos_int k = 0; k < groups[g].n; k++) {
            mos_group row = row_of(groups + g, k);
            if (!open[row.first] || reads_open(&row, open)) continue;
            group_values(&row, sim->w, sim->w + row.first);
            memset(open + row.first, 0, (size_t)group_outputs(&row));
            any = 1;
        }
    return any;
}

static int decide_known(mos_simulation *sim, uint8_t *open) {
    const mos_tables *t = sim->t;
    int any = 0;
    for (mos_int g = 0; g < t->n_relation_groups; g++)
        for (mos_int k = 0; k < t->relation[g].n; k++) {
            mos_group row = row_of(t->relation + g, k);
            mos_int i = row.first / 2;
            if (!t->relations[i].time_only || !open[t->w_relation + i] || reads_open(&row, open)) continue;
            group_values(&row, sim->w, sim->sides + row.first);
            RELATION(sim, i) = relation_holds(sim, i);
            open[t->w_relation + i] = 0;
            any = 1;
        }
    return any;
}

/* Discrete variables that depend on time, states and parameters alone, at the start of a run. Relations of states belong to the
 * search for a mode, which begins with all relations as they were. */
int settle_known(mos_simulation *sim) {
    const mos_tables *t = sim->t;
    if (!t->nd) return 0;
    uint8_t *open = calloc((size_t)t->nw, 1);
    if (!open) return fail(sim, MOS_MEMORY);
    memset(open + t->w_y + t->nx, 1, (size_t)t->nz);
    memset(open + t->w_yp, 1, (size_t)sim->ny);
    memset(open + t->w_relation, 1, (size_t)t->nr);
    for (mos_int g = 0; g < t->n_event; g++) memset(open + t->assign[g].first, 1, (size_t)group_outputs(t->assign + g));
    for (mos_int g = 0; g < t->n_discrete_groups; g++) memset(open + t->discrete[g].first, 1, (size_t)group_outputs(t->discrete + g));
    int any = 1;
    memcpy(sim->last, sim->w + t->w_relation, (size_t)t->nr * sizeof(double));
    while (any) {
        any = evaluate_known(sim, t->assign, t->n_event, open);
        any |= decide_known(sim, open);
        any |= evaluate_known(sim, t->discrete, t->n_discrete_groups, open);
    }
    free(open);
    memcpy(sim->w + t->w_relation, sim->last, (size_t)t->nr * sizeof(double));
    return 0;
}
