/* Derivatives: the matrix of the unknowns by elimination of explicit variables, and time derivatives by a forward sweep. */
#include "internal.h"

static void group_partials(const mos_group *group, const double *w, double *out) {
    if (!group->value) memcpy(out, group->coef, (size_t)group->rowptr[group->n] * sizeof *out);
    else if (group->nactive) group->partial(group->n, group->ix, w, out);
}

/* All partials at the present values; those of sums are constant and set when the simulation is made. */
void evaluate_partials(mos_simulation *sim) {
    const mos_tables *t = sim->t;
    for (mos_int g = t->n_static; g < t->n_residual; g++)
        if (t->assign[g].value) group_partials(t->assign + g, sim->w, sim->partials + t->assign[g].partial_first);
    for (mos_int g = 0; g < t->n_residual_groups; g++)
        if (t->residual[g].value) group_partials(t->residual + g, sim->w, sim->partials + t->residual[g].partial_first);
}

void assemble(mos_simulation *sim, double alpha, double beta, double *values) {
    const mos_tables *t = sim->t;
    double *gradient = sim->gradient;
    const double weight[3] = {1, alpha, beta};
    memset(gradient, 0, (size_t)t->n_gradient * sizeof *gradient);
    gradient[0] = 1;
    for (mos_int m = 0; m < t->n_steps; m++) gradient[t->step_dst[m]] += sim->partials[t->step_par[m]] * gradient[t->step_src[m]];
    memset(values, 0, (size_t)t->nnz * sizeof *values);
    for (mos_int k = 0; k < t->n_entries; k++) values[t->entry_nz[k]] += gradient[t->entry_pos[k]] * weight[t->entry_kind[k]];
}

/* Time derivatives of a group's outputs from those of w, and the sums of the sizes of their terms. */
static void group_tangent(mos_simulation *sim, const mos_group *group, double *dot, double *size) {
    double *partial = sim->scratch;
    const double *wdot = sim->dot, *wsize = sim->size;
    if (!group->value) {
        for (mos_int k = 0; k < group->n; k++) {
            dot[k] = size[k] = 0;
            for (mos_int m = group->rowptr[k]; m < group->rowptr[k + 1]; m++) {
                dot[k] += group->coef[m] * wdot[group->ix[m]];
                size[k] += fabs(group->coef[m]) * wsize[group->ix[m]];
            }
        }
        return;
    }
    group_partials(group, sim->w, partial);
    for (mos_int k = 0; k < group->n; k++)
        for (mos_int j = 0; j < group->outputs; j++) {
            mos_int o = k * group->outputs + j;
            double sum = 0, sizes = 0;
            for (mos_int a = 0; a < group->nactive; a++) {
                mos_int cell = group->ix[k * group->width + group->active[a]];
                double p = partial[o * group->nactive + a];
                if (wsize[cell] == 0) continue;
                sum += p * wdot[cell];
                sizes += fabs(p) * wsize[cell];
            }
            dot[o] = sum;
            size[o] = sizes;
        }
}

static void sweep_assignments(mos_simulation *sim, mos_int end) {
    for (mos_int g = sim->t->n_static; g < end; g++) {
        const mos_group *group = sim->t->assign + g;
        group_tangent(sim, group, sim->dot + group->first, sim->size + group->first);
    }
}

static void seed_tangent(mos_simulation *sim) {
    const mos_tables *t = sim->t;
    memset(sim->dot, 0, (size_t)t->nw * sizeof *sim->dot);
    memset(sim->size, 0, (size_t)t->nw * sizeof *sim->size);
    sim->dot[0] = sim->size[0] = 1;
    for (mos_int i = 0; i < t->nx; i++) {
        sim->dot[t->w_y + i] = YP(sim)[i];
        sim->size[t->w_y + i] = fabs(YP(sim)[i]);
    }
}

/* Second derivatives of the states and first ones of the algebraic unknowns: J_u [xpp; zdot] = -(F_x xp + F_t). */
int second_derivatives(mos_simulation *sim, double *out) {
    const mos_tables *t = sim->t;
    seed_tangent(sim);
    sweep_assignments(sim, t->n_residual);
    for (mos_int g = 0; g < t->n_residual_groups; g++)
        group_tangent(sim, t->residual + g, out + t->residual[g].first, sim->simplified + t->residual[g].first);
    if (t->derivatives_explicit) return 0;
    evaluate_partials(sim);
    assemble(sim, 0, 1, sim->settling.values);
    if (matrix_factor(&sim->settling)) return 1;
    for (mos_int i = 0; i < sim->ny; i++) out[i] = -out[i];
    matrix_solve(&sim->settling, out);
    return 0;
}

/* Time derivatives of the sides of all relations at the right limit. Returns 1 where they are not defined. */
int differentiate_relations(mos_simulation *sim) {
    const mos_tables *t = sim->t;
    seed_tangent(sim);
    if (sim->tangent_needs_solve) {
        double *u = sim->correction;
        if (second_derivatives(sim, u)) return 1;
        for (mos_int i = 0; i < sim->ny; i++) {
            mos_int cell = i < t->nx ? t->w_yp + i : t->w_y + i;
            sim->dot[cell] = u[i];
            sim->size[cell] = fabs(u[i]);
        }
    }
    sweep_assignments(sim, t->n_root);
    for (mos_int g = 0; g < t->n_relation_groups; g++)
        group_tangent(sim, t->relation + g, sim->side_dot + t->relation[g].first, sim->side_size + t->relation[g].first);
    return 0;
}

/* Time derivatives of the sides of relations that are linear in time: nothing else of what moves is in them. */
void differentiate_timed(mos_simulation *sim) {
    const mos_tables *t = sim->t;
    memset(sim->dot, 0, (size_t)t->nw * sizeof *sim->dot);
    memset(sim->size, 0, (size_t)t->nw * sizeof *sim->size);
    sim->dot[0] = sim->size[0] = 1;
    for (mos_int k = 0; k < sim->n_timed; k++) {
        const mos_group *group = t->assign + sim->timed[k];
        group_tangent(sim, group, sim->dot + group->first, sim->size + group->first);
    }
    for (mos_int g = 0; g < t->n_relation_groups; g++)
        group_tangent(sim, t->relation + g, sim->side_dot + t->relation[g].first, sim->side_size + t->relation[g].first);
}

/* Second time derivatives of the sides, from those of the states; `others` stands for those of all other unknowns. */
void curve_relations(mos_simulation *sim, const double *second, double others) {
    const mos_tables *t = sim->t;
    memset(sim->dot, 0, (size_t)t->nw * sizeof *sim->dot);
    memset(sim->size, 0, (size_t)t->nw * sizeof *sim->size);
    for (mos_int i = 0; i < t->nx; i++) {
        sim->dot[t->w_y + i] = second[i];
        sim->size[t->w_y + i] = fabs(second[i]);
        sim->dot[t->w_yp + i] = sim->size[t->w_yp + i] = others;
    }
    for (mos_int i = t->nx; i < sim->ny; i++) sim->dot[t->w_y + i] = sim->size[t->w_y + i] = others;
    sweep_assignments(sim, t->n_root);
    for (mos_int g = 0; g < t->n_relation_groups; g++)
        group_tangent(sim, t->relation + g, sim->side_dot + t->relation[g].first, sim->side_size + t->relation[g].first);
}
