/* What a model does beside being solved: assertions, terminations and calls for their effect. */
#include "internal.h"

/* Says whether an assertion that has not been told yet does not hold; then everything is evaluated, for its message. */
int check_assertions(mos_simulation *sim) {
    const mos_tables *t = sim->t;
    int any = 0;
    if (!t->n_assertion) return 0;
    for (mos_int g = 0; g < t->n_assertion_groups; g++)
        group_values(t->assertion + g, sim->w, sim->assertions + t->assertion[g].first);
    for (mos_int k = 0; k < t->n_assertion; k++) {
        int holds = sim->assertions[k] > 0.5;
        sim->asserted[k] = (uint8_t)((sim->asserted[k] & MOS_MUTED) | (holds ? 0 : MOS_HOLDS_NOT));
        any |= sim->asserted[k] == MOS_HOLDS_NOT;
    }
    if (any) evaluate_assignments(sim, 0, t->n_assign);
    return any;
}

/* The calls whose moment is this round, when its values are found. */
int perform_effects(mos_simulation *sim) {
    const mos_tables *t = sim->t;
    for (mos_int g = 0; g < t->n_effect_groups; g++) group_values(t->effect + g, sim->w, sim->effects + t->effect[g].first);
    if (all_finite(sim->effects, t->n_effect)) return 0;
    find_in_groups(t->effect, t->n_effect_groups, sim->effects, MOS_LIST_EFFECT, &sim->failure);
    return fail(sim, MOS_NOT_FINITE);
}

/* The first termination whose condition rises in this round; in the initialisation itself only `initial()` does. */
void find_termination(mos_simulation *sim, mos_run *run) {
    if (run->terminated) return;
    for (mos_int k = 0; k < sim->t->n_termination && !run->terminated; k++) {
        const mos_termination *termination = sim->t->termination + k;
        if (sim->w[termination->condition] > 0.5 && sim->w[termination->pre_condition] < 0.5) run->terminated = k + 1;
    }
}
