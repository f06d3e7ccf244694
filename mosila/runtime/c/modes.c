/* Blocks that mix unknowns and relations, as ideal diodes: where the passes of a round go in circles, the values of the
 * relations that change are tried one combination after the other. */
#include "internal.h"

enum { MOST_MODES = 10 };

static int pass_once(mos_simulation *sim, mos_run *run, int with_relations, int *changed) {
    const mos_tables *t = sim->t;
    double *values = sim->w + t->w_discrete;
    *changed = 0;
    if (solve_unknowns(sim, run)) return MOS_ERROR;
    evaluate_assignments(sim, t->n_residual, t->n_event);
    memcpy(sim->last, values, (size_t)(t->nd + t->nr) * sizeof(double));
    for (mos_int g = 0; g < t->n_discrete_groups; g++) group_values(t->discrete + g, sim->w, sim->w + t->discrete[g].first);
    for (mos_int i = 0; i < t->nd; i++) *changed |= values[i] != sim->last[i];
    return with_relations ? update_relations(sim, run, changed) : 0;
}

/* The relations that change in a stretch of passes, at most MOST_MODES of them; -1 if there are more, 0 if they have come to rest. */
static mos_int find_restless(mos_simulation *sim, mos_run *run, mos_int *restless) {
    mos_int count = 0;
    for (mos_int pass = 0; pass < 4 * MOST_MODES; pass++) {
        int changed;
        if (pass_once(sim, run, 1, &changed)) return -1;
        if (!changed) return 0;
        for (mos_int i = 0; i < sim->t->nr; i++) {
            mos_int known = 0;
            if (RELATION(sim, i) == sim->last[sim->t->nd + i]) continue;
            for (mos_int k = 0; k < count; k++) known |= restless[k] == i;
            if (known) continue;
            if (count == MOST_MODES) return -1;
            restless[count++] = i;
        }
    }
    return count ? count : -1;
}

/* Whether unknowns, discrete variables and relations fit each other with the relations as they are. */
static int is_consistent(mos_simulation *sim, mos_run *run) {
    int changed = 1;
    /* What discrete variables say of other relations may have no solution. */
    for (mos_int g = 0; g < sim->t->n_discrete_groups; g++) group_values(sim->t->discrete + g, sim->w, sim->w + sim->t->discrete[g].first);
    for (mos_int pass = 0; pass < 20 && changed; pass++)
        if (pass_once(sim, run, 0, &changed)) return 0;
    if (changed) return 0;
    evaluate_sides(sim);
    if (!all_finite(sim->sides, 2 * sim->t->nr)) return 0;
    for (mos_int i = 0; i < sim->t->nr; i++) {
        if (sim->flags[i] & MOS_CROSSED) continue;
        if (relation_holds(sim, i) == (RELATION(sim, i) > 0.5)) continue;
        if (fabs(relation_difference(sim, i)) > relation_band(sim, run, i)) return 0;
    }
    return 1;
}

static int try_modes(mos_simulation *sim, mos_run *run, const mos_int *restless, mos_int count) {
    for (mos_int k = 0; k < count; k++) sim->flags[restless[k]] = 0;
    for (mos_int mode = 0; mode < 1 << count; mode++) {
        for (mos_int k = 0; k < count; k++) RELATION(sim, restless[k]) = mode >> k & 1;
        if (is_consistent(sim, run)) return 1;
    }
    return 0;
}

/* 1 if a combination of values was found with which everything fits. */
int choose_modes(mos_simulation *sim, mos_run *run) {
    mos_int restless[MOST_MODES], count = find_restless(sim, run, restless);
    return count <= 0 ? count == 0 : try_modes(sim, run, restless, count);
}

/* Values of relations on the way to the fixed point with which the unknowns have no solution are passed over: all others are
 * tried but those whose crossing this is. 0 if a combination was found with which everything fits. */
int pass_over(mos_simulation *sim, mos_run *run) {
    mos_int tried[MOST_MODES], count = 0;
    mos_failure failure = sim->failure;
    for (mos_int i = 0; i < sim->t->nr; i++) {
        if (sim->t->relations[i].time_only || sim->flags[i] & MOS_CROSSED) continue;
        if (count == MOST_MODES) return MOS_ERROR;
        tried[count++] = i;
    }
    sim->unsettled = !count || !try_modes(sim, run, tried, count);
    sim->failure = failure;
    return sim->unsettled ? MOS_ERROR : 0;
}
