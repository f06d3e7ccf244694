/* Evaluation: groups of equations on the array of values, and where a value is not finite. */
#include "internal.h"

mos_int group_outputs(const mos_group *group) {
    return group->value ? group->n * group->outputs : group->n;
}

void group_values(const mos_group *group, const double *w, double *out) {
    if (group->value) {
        group->value(group->n, group->ix, w, out);
        return;
    }
    for (mos_int k = 0; k < group->n; k++) {
        double sum = 0;
        for (mos_int m = group->rowptr[k]; m < group->rowptr[k + 1]; m++) sum += group->coef[m] * w[group->ix[m]];
        out[k] = sum;
    }
}

void evaluate_assignments(mos_simulation *sim, mos_int begin, mos_int end) {
    for (mos_int g = begin; g < end; g++) group_values(sim->t->assign + g, sim->w, sim->w + sim->t->assign[g].first);
}

void evaluate_residual(mos_simulation *sim, double *out) {
    for (mos_int g = 0; g < sim->t->n_residual_groups; g++)
        group_values(sim->t->residual + g, sim->w, out + sim->t->residual[g].first);
}

void evaluate_sides(mos_simulation *sim) {
    for (mos_int g = 0; g < sim->t->n_relation_groups; g++)
        group_values(sim->t->relation + g, sim->w, sim->sides + sim->t->relation[g].first);
}

static void evaluate_chosen(mos_simulation *sim, const mos_int *chosen, mos_int n) {
    for (mos_int k = 0; k < n; k++) {
        const mos_group *group = sim->t->assign + chosen[k];
        group_values(group, sim->w, sim->w + group->first);
    }
    evaluate_sides(sim);
}

/* Between events relations are looked at after every step: only what they depend on is computed for that. */
void evaluate_relations(mos_simulation *sim) {
    evaluate_chosen(sim, sim->related, sim->n_related);
}

/* The sides of relations that are linear in time; those of others are not what they should be. */
void evaluate_timed(mos_simulation *sim) {
    evaluate_chosen(sim, sim->timed, sim->n_timed);
}

int all_finite(const double *values, mos_int n) {
    double sum = 0;
    for (mos_int i = 0; i < n; i++) sum += values[i] * 0.0;
    return sum == 0.0;
}

int fail(mos_simulation *sim, mos_int kind) {
    sim->failure.kind = kind;
    sim->failure.time = sim->w[0];
    return MOS_ERROR;
}

int find_in_groups(const mos_group *groups, mos_int n, const double *target, mos_int list, mos_failure *failure) {
    for (mos_int g = 0; g < n; g++) {
        const double *out = target + groups[g].first;
        for (mos_int m = 0; m < group_outputs(groups + g); m++) {
            if (isfinite(out[m])) continue;
            failure->list = list;
            failure->group = g;
            failure->instance = groups[g].value ? m / groups[g].outputs : m;
            return 1;
        }
    }
    return 0;
}

/* The first equation whose output is not finite, in the order of evaluation; unknowns themselves come first. */
int find_not_finite(const mos_simulation *sim, mos_int n_assign, const double *residual, mos_failure *failure) {
    const mos_tables *t = sim->t;
    for (mos_int i = 0; i < sim->ny; i++) {
        if (isfinite(sim->w[t->w_y + i])) continue;
        failure->list = MOS_LIST_UNKNOWN;
        failure->group = 0;
        failure->instance = i;
        return 1;
    }
    if (find_in_groups(t->assign, n_assign, sim->w, MOS_LIST_ASSIGN, failure)) return 1;
    if (residual && find_in_groups(t->residual, t->n_residual_groups, residual, MOS_LIST_RESIDUAL, failure)) return 1;
    if (!residual && find_in_groups(t->relation, t->n_relation_groups, sim->sides, MOS_LIST_RELATION, failure)) return 1;
    if (!residual && find_in_groups(t->discrete, t->n_discrete_groups, sim->w, MOS_LIST_DISCRETE, failure)) return 1;
    return 0;
}

int mos_evaluate(const mos_group *groups, mos_int n, double *w, const mos_int *targets) {
    mos_int most = 1, bad = 0;
    for (mos_int g = 0; g < n; g++)
        if (group_outputs(groups + g) > most) most = group_outputs(groups + g);
    double few[64], *out = most <= 64 ? few : malloc((size_t)most * sizeof *out);
    if (!out) return -1;
    for (mos_int g = 0; g < n; g++) {
        mos_int count = group_outputs(groups + g), first = groups[g].first;
        group_values(groups + g, w, out);
        if (!bad && !all_finite(out, count)) bad = g + 1;
        for (mos_int m = 0; m < count; m++) w[targets ? targets[first + m] : first + m] = out[m];
    }
    if (out != few) free(out);
    return bad;
}

void mos_outputs(const mos_group *groups, mos_int n, const double *w, double *out) {
    for (mos_int g = 0; g < n; g++) group_values(groups + g, w, out + groups[g].first);
}
