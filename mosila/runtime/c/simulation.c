/* A simulation: the arrays of one structure, and the carriage of values between it and the cells of the run. */
#include "internal.h"

void *allocate(mos_simulation *sim, size_t count, size_t size) {
    void *block = calloc(count ? count : 1, size);
    if (block) sim->blocks[sim->n_blocks++] = block;
    return block;
}

static int is_unknown(const mos_tables *t, mos_int cell) {
    mos_int ny = t->nx + t->nz;
    return (cell >= t->w_y + t->nx && cell < t->w_y + ny) || (cell >= t->w_yp && cell < t->w_yp + ny);
}

static int is_time(const mos_tables *t, mos_int cell) {
    (void)t;
    return cell == 0;
}

static mos_int index_count(const mos_group *group) {
    return group->value ? group->n * group->width : group->rowptr[group->n];
}

/* Whether relations depend, through any assignments, on certain cells; those that are scheduled need not be looked at. */
static int relations_read(mos_simulation *sim, int (*is_meant)(const mos_tables *, mos_int)) {
    const mos_tables *t = sim->t;
    uint8_t *reached = calloc((size_t)t->nw, 1);
    int needed = 0;
    if (!reached) return 1;
    for (mos_int g = 0; g < t->n_root + t->n_relation_groups; g++) {
        const mos_group *group = g < t->n_root ? t->assign + g : t->relation + (g - t->n_root);
        mos_int rows = group->n;
        for (mos_int k = 0; k < rows; k++) {
            mos_int begin = group->value ? k * group->width : group->rowptr[k];
            mos_int end = group->value ? begin + group->width : group->rowptr[k + 1];
            int reaches = 0;
            for (mos_int m = begin; m < end; m++) reaches |= reached[group->ix[m]] || is_meant(t, group->ix[m]);
            if (!reaches) continue;
            if (g >= t->n_root) needed |= t->relations[(group->first + k * (group->value ? group->outputs : 1)) / 2].time_only != 2;
            else
                for (mos_int j = 0; j < (group->value ? group->outputs : 1); j++)
                    reached[group->first + k * (group->value ? group->outputs : 1) + j] = 1;
        }
    }
    free(reached);
    return needed;
}

static void mark_row(mos_simulation *sim, const mos_group *group, mos_int k, uint8_t mark) {
    mos_int begin = group->value ? k * group->width : group->rowptr[k];
    mos_int end = group->value ? begin + group->width : group->rowptr[k + 1];
    for (mos_int m = begin; m < end; m++) sim->reach[group->ix[m]] |= mark;
}

/* From the groups back through the assignments [0, n) before them. */
static void mark_back(mos_simulation *sim, const mos_group *groups, mos_int n_groups, mos_int n, uint8_t mark) {
    for (mos_int g = 0; g < n_groups; g++)
        for (mos_int k = 0; k < groups[g].n; k++) mark_row(sim, groups + g, k, mark);
    for (mos_int g = n - 1; g >= 0; g--) {
        const mos_group *group = sim->t->assign + g;
        mos_int outputs = group->value ? group->outputs : 1;
        for (mos_int k = group->n - 1; k >= 0; k--) {
            uint8_t found = 0;
            for (mos_int j = 0; j < outputs; j++) found |= sim->reach[group->first + k * outputs + j] & mark;
            if (found) mark_row(sim, group, k, found);
        }
    }
}

/* Of relations that are linear in time, side by side with others in their groups. */
static void mark_timed(mos_simulation *sim) {
    const mos_tables *t = sim->t;
    for (mos_int g = 0; g < t->n_relation_groups; g++)
        for (mos_int k = 0; k < t->relation[g].n; k++) {
            const mos_group *group = t->relation + g;
            mos_int outputs = group->value ? group->outputs : 1;
            if (t->relations[(group->first + k * outputs) / 2].time_only == 2) mark_row(sim, group, k, TIMES);
        }
    mark_back(sim, t->relation, 0, t->n_root, TIMES);
}

static void mark_reach(mos_simulation *sim) {
    const mos_tables *t = sim->t;
    mark_timed(sim);
    mark_back(sim, t->residual, t->n_residual_groups, t->n_residual, STEERS);
    mark_back(sim, t->relation, t->n_relation_groups, t->n_root, RELATES);
    for (mos_int g = 0; g < t->n_event; g++)
        for (mos_int k = 0; k < t->assign[g].n; k++) mark_row(sim, t->assign + g, k, SHOWS);
}

/* Whether a cell varies in instants alone. */
int keeps_between(const mos_tables *t, mos_int cell) {
    return cell >= t->w_discrete && cell < t->w_explicit;
}

/* The groups of assignments that relations depend on, in order. */
static void find_related(mos_simulation *sim) {
    const mos_tables *t = sim->t;
    for (mos_int g = t->n_static; g < t->n_root; g++) {
        uint8_t found = 0;
        for (mos_int m = 0; m < group_outputs(t->assign + g); m++) found |= sim->reach[t->assign[g].first + m];
        if (found & RELATES) sim->related[sim->n_related++] = g;
        if (found & TIMES) sim->timed[sim->n_timed++] = g;
    }
}

static int reads_yp(const mos_tables *t, const mos_group *groups, mos_int n) {
    for (mos_int g = 0; g < n; g++)
        for (mos_int m = 0; m < index_count(groups + g); m++)
            if (groups[g].ix[m] >= t->w_yp && groups[g].ix[m] < t->w_yp + t->nx + t->nz) return 1;
    return 0;
}

static size_t largest_partials(const mos_tables *t) {
    size_t most = 1;
    const mos_group *lists[] = {t->assign, t->residual, t->relation};
    mos_int counts[] = {t->n_root, t->n_residual_groups, t->n_relation_groups};
    for (int l = 0; l < 3; l++)
        for (mos_int g = 0; g < counts[l]; g++) {
            const mos_group *group = lists[l] + g;
            size_t count = group->value ? (size_t)group->n * (size_t)group->outputs * (size_t)group->nactive : (size_t)group->rowptr[group->n];
            if (count > most) most = count;
        }
    return most;
}

static size_t largest_block(const mos_tables *t) {
    mos_int most = 0;
    for (mos_int b = 0; b < t->n_blocks; b++) {
        mos_int size = t->block_first[b + 1] - t->block_first[b];
        if (size > most && size <= MOST_IN_BLOCK) most = size;
    }
    return (size_t)most;
}

static void set_constant_partials(mos_simulation *sim, const mos_group *groups, mos_int n) {
    for (mos_int g = 0; g < n; g++)
        if (!groups[g].value)
            memcpy(sim->partials + groups[g].partial_first, groups[g].coef, (size_t)groups[g].rowptr[groups[g].n] * sizeof(double));
}

/* Whether an instant may read unknowns, derivatives or left limits of what varies continuously, so that it has to compute them. */
static int instants_need_solve(const mos_simulation *sim) {
    const mos_tables *t = sim->t;
    int needed = t->nz || t->nh || t->n_watch || t->n_assertion || t->n_termination || sim->left_limits || sim->events_read_yp;
    for (mos_int k = 0; k < t->n_reinit; k++) needed |= is_unknown(t, t->reinit[k].value);
    return needed || reads_yp(t, t->discrete, t->n_discrete_groups) || reads_yp(t, t->sample, t->n_sample_groups);
}

static void survey(mos_simulation *sim) {
    const mos_tables *t = sim->t;
    mark_reach(sim);
    find_related(sim);
    /* Relations that depend on what only a solve can differentiate; on what the steps of the solver know nothing of. */
    sim->tangent_needs_solve = t->nr && relations_read(sim, is_unknown);
    sim->relations_read_time = t->nr && relations_read(sim, is_time);
    sim->roots_read_yp = reads_yp(t, t->assign, t->n_root) || reads_yp(t, t->relation, t->n_relation_groups);
    for (mos_int i = 0; i < t->nr; i++) sim->relations_of_time += t->relations[i].time_only == 2;
    sim->relations_to_watch = t->nr - sim->relations_of_time;
    for (mos_int k = 0; k < t->n_record; k++) {
        sim->record_explicit |= t->record[k] >= t->w_explicit;
        sim->record_yp |= t->record[k] >= t->w_yp && t->record[k] < t->w_yp + sim->ny;
    }
    sim->record_yp |= sim->record_explicit;
    sim->events_read_yp = sim->record_yp || !t->derivatives_explicit || sim->relations_to_watch ||
                          reads_yp(t, t->assign, t->n_checked > t->n_event ? t->n_checked : t->n_event);
    for (mos_int k = 0; k < t->n_pre; k++)
        sim->events_read_yp |= t->pre_cells[2 * k + 1] >= t->w_yp && t->pre_cells[2 * k + 1] < t->w_yp + sim->ny;
    for (mos_int k = 0; k < t->n_pre; k++) sim->left_limits |= !keeps_between(t, t->pre_cells[2 * k + 1]);
    sim->instants_need_solve = instants_need_solve(sim);
    set_constant_partials(sim, t->assign, t->n_residual);
    set_constant_partials(sim, t->residual, t->n_residual_groups);
}

static int allocate_arrays(mos_simulation *sim) {
    const mos_tables *t = sim->t;
    size_t nw = (size_t)t->nw, ny = (size_t)sim->ny, nr = (size_t)t->nr, ns = (size_t)t->ns, nh = (size_t)t->nh, numbers = 0, switches = (size_t)(t->nd + t->nr + t->ns);
    for (size_t j = 0; j < nh; j++)
        if ((size_t)t->delay_number[j] >= numbers) numbers = (size_t)t->delay_number[j] + 1;
    struct { double **array; size_t count; } reals[] = {
        {&sim->w, nw + 1}, {&sim->left, nw + 1}, {&sim->dot, nw}, {&sim->size, nw}, {&sim->partials, (size_t)t->n_partials},
        {&sim->gradient, (size_t)t->n_gradient}, {&sim->scratch, largest_partials(t)}, {&sim->residual, ny},
        {&sim->correction, ny}, {&sim->trial, ny}, {&sim->simplified, ny}, {&sim->y_end, ny}, {&sim->yp_end, ny},
        {&sim->side_dot, 2 * nr}, {&sim->side_size, 2 * nr}, {&sim->sides, 2 * nr}, {&sim->slack, nr}, {&sim->left_sides, nr},
        {&sim->right_sides, nr}, {&sim->weight, nr}, {&sim->event_time, nr}, {&sim->zeno_time, nr}, {&sim->zeno_interval, nr},
        {&sim->zeno_ratio, nr}, {&sim->zeno_limit, nr},
        {&sim->zeno_doubt, nr},
        {&sim->delay_sides, 2 * nh}, {&sim->delay_nodes, 5 * nh}, {&sim->replay, numbers}, {&sim->clock_sides, 2 * ns},
        {&sim->clock_time, ns}, {&sim->clock_tick, ns}, {&sim->assertions, (size_t)t->n_assertion}, {&sim->effects, (size_t)t->n_effect},
        {&sim->guess, ny}, {&sim->first_guess, ny}, {&sim->scale, ny}, {&sim->block_work, largest_block(t) * (largest_block(t) + 2)},
        {&sim->pivot_partials, (size_t)t->n_pivot_partials}, {&sim->pivot_values, (size_t)t->n_pivot_values},
        {&sim->pivot_work, (size_t)t->n_pivot_work},
        {&sim->before, switches}, {&sim->last, switches}, {&sim->previous, switches}, {&sim->pending, (size_t)t->n_reinit},
    };
    struct { uint8_t **array; size_t count; } bytes[] = {
        {&sim->reach, nw}, {&sim->clock_stops, ns}, {&sim->clock_struck, ns}, {&sim->asserted, (size_t)t->n_assertion}, {&sim->flags, nr}, {&sim->crossing, nr}, {&sim->stops, nr},
        {&sim->is_pending, (size_t)t->n_reinit}, {&sim->fired, (size_t)t->n_watch}, {&sim->seen, (size_t)t->n_watch},
    };
    for (size_t k = 0; k < sizeof reals / sizeof *reals; k++)
        if (!(*reals[k].array = allocate(sim, reals[k].count, sizeof(double)))) return -1;
    for (size_t k = 0; k < sizeof bytes / sizeof *bytes; k++)
        if (!(*bytes[k].array = allocate(sim, bytes[k].count, 1))) return -1;
    sim->w++;
    sim->left++;
    make_past(sim);
    sim->zeno_count = allocate(sim, nr, sizeof(mos_int));
    sim->related = allocate(sim, (size_t)t->n_root, sizeof(mos_int));
    sim->timed = allocate(sim, (size_t)t->n_root, sizeof(mos_int));
    sim->block_place = allocate(sim, 2 * ny, sizeof(mos_int));
    sim->block_pivot = allocate(sim, largest_block(t), sizeof(mos_int));
    return sim->zeno_count && sim->related && sim->timed && sim->block_place && sim->block_pivot ? 0 : -1;
}

mos_simulation *mos_create(const mos_tables *tables, const mos_library *library) {
    mos_simulation *sim = calloc(1, sizeof *sim);
    if (!sim) return NULL;
    sim->t = tables;
    sim->library = library;
    sim->ny = tables->nx + tables->nz;
    sim->failure.list = sim->bad_list = -1;
    sim->pivot_limit = HUGE_VAL;
    if (allocate_arrays(sim) || matrix_analyse(sim) || matrix_create(&sim->stepping, sim) || matrix_create(&sim->settling, sim) ||
        (sim->ny && ida_create(sim))) {
        mos_destroy(sim);
        return NULL;
    }
    memset(sim->clock_stops, 1, (size_t)tables->ns);
    for (mos_int i = 0; i < tables->nr; i++) {
        sim->stops[i] = 1;
        sim->zeno_time[i] = -HUGE_VAL;
        sim->zeno_limit[i] = HUGE_VAL;
        sim->event_time[i] = HUGE_VAL;
    }
    survey(sim);
    return sim;
}

void mos_destroy(mos_simulation *sim) {
    if (!sim) return;
    if (sim->solver.destroy) sim->solver.destroy(sim->solver.self);
    matrix_destroy(&sim->stepping);
    matrix_destroy(&sim->settling);
    if (sim->symbolic) sim->library->klu_free_symbolic(&sim->symbolic, sim->settling.common.bytes);
    for (mos_int k = 0; k < sim->n_blocks; k++) free(sim->blocks[k]);
    free(sim);
}

double *mos_values(mos_simulation *sim) {
    return sim->w;
}

const double *mos_residuals(const mos_simulation *sim) {
    return sim->residual;
}

const mos_failure *mos_error(const mos_simulation *sim) {
    return &sim->failure;
}

const uint8_t *mos_crossing(const mos_simulation *sim) {
    return sim->crossing;
}

const double *mos_sides(const mos_simulation *sim) {
    return sim->sides;
}

const uint8_t *mos_fired(const mos_simulation *sim) {
    return sim->fired;
}

uint8_t *mos_asserted(mos_simulation *sim) {
    return sim->asserted;
}

uint8_t *mos_pending(mos_simulation *sim) {
    return sim->is_pending;
}

void mos_set_solver(mos_simulation *sim, mos_solver solver) {
    if (sim->solver.destroy) sim->solver.destroy(sim->solver.self);
    sim->solver = solver;
}

void mos_gather(mos_simulation *sim, mos_run *run) {
    const mos_tables *t = sim->t;
    for (mos_int k = 0; k < t->n_gather; k++) sim->w[t->gather_w[k]] = t->gather_sign[k] * run->cells[t->gather_cell[k]];
    for (mos_int i = 0; i < t->nr; i++) sim->flags[i] = run->flags[t->relation_cell[i]];
    sim->w[0] = run->time;
}

int mos_solve(mos_simulation *sim, mos_run *run) {
    sim->run = run;
    mos_gather(sim, run);
    return solve_unknowns(sim, run);
}

void mos_assign(mos_simulation *sim) {
    evaluate_assignments(sim, 0, sim->t->n_assign);
}

/* Eight flags at a time: there are as many as cells, and hardly any is set. */
static void clear_crossed(uint8_t *flags, size_t n) {
    const uint64_t crossed = 0x0101010101010101u * MOS_CROSSED;
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t eight;
        memcpy(&eight, flags + i, 8);
        eight &= ~crossed;
        memcpy(flags + i, &eight, 8);
    }
    for (; i < n; i++) flags[i] &= (uint8_t)~MOS_CROSSED;
}

void mos_scatter(mos_simulation *sim, mos_run *run) {
    const mos_tables *t = sim->t;
    for (mos_int k = 0; k < t->n_scatter; k++) run->cells[t->scatter_cell[k]] = t->scatter_sign[k] * sim->w[t->scatter_w[k]];
    if (run->fresh) /* crossings of an earlier instant are over, also those of what is not active now */
        clear_crossed(run->flags, (size_t)run->n_cells);
    run->fresh = 0;
    for (mos_int i = 0; i < t->nr; i++) run->flags[t->relation_cell[i]] = sim->flags[i];
}

mos_int mos_show_left(mos_simulation *sim, mos_run *run, mos_int *cells, double *now) {
    const mos_tables *t = sim->t;
    double *right = sim->w;
    mos_int count = 0;
    if (!sim->has_left) return 0;
    sim->w = sim->left;
    evaluate_assignments(sim, 0, t->n_assign);
    sim->w = right;
    for (mos_int k = 0; k < t->n_limited; k++) {
        double left = sim->left[t->scatter_w[k]];
        if (left == right[t->scatter_w[k]]) continue;
        cells[count] = t->scatter_cell[k];
        now[count++] = run->cells[t->scatter_cell[k]];
        run->cells[t->scatter_cell[k]] = t->scatter_sign[k] * left;
    }
    return count;
}

int mos_residual(mos_simulation *sim, mos_run *run, double t, const double *y, const double *yp, double *residual) {
    size_t bytes = (size_t)sim->ny * sizeof(double);
    mos_failure where;
    run->residuals++;
    sim->w[0] = t;
    memcpy(Y(sim), y, bytes);
    memcpy(YP(sim), yp, bytes);
    evaluate_assignments(sim, sim->t->n_static, sim->t->n_residual);
    evaluate_residual(sim, residual);
    if (all_finite(residual, sim->ny)) return 0;
    /* Without finite unknowns it is what came of an earlier one. */
    if (all_finite(y, sim->ny) && all_finite(yp, sim->ny) && find_not_finite(sim, sim->t->n_residual, residual, &where)) {
        sim->bad_list = where.list;
        sim->bad_time = t;
        sim->bad_group = where.group;
        sim->bad_instance = where.instance;
    }
    return 1;
}

int mos_factor(mos_simulation *sim, mos_run *run, double t, const double *y, const double *yp, double alpha, double beta) {
    size_t bytes = (size_t)sim->ny * sizeof(double);
    run->jacobians++;
    sim->w[0] = t;
    memcpy(Y(sim), y, bytes);
    memcpy(YP(sim), yp, bytes);
    evaluate_assignments(sim, sim->t->n_static, sim->t->n_residual);
    evaluate_partials(sim);
    assemble(sim, alpha, beta, sim->stepping.values);
    return matrix_factor(&sim->stepping);
}

void mos_jacobian(mos_simulation *sim, mos_run *run, double t, const double *y, const double *yp, double alpha, double beta,
                  double *dense) {
    const mos_tables *tables = sim->t;
    size_t bytes = (size_t)sim->ny * sizeof(double);
    run->jacobians++;
    sim->w[0] = t;
    memcpy(Y(sim), y, bytes);
    memcpy(YP(sim), yp, bytes);
    evaluate_assignments(sim, tables->n_static, tables->n_residual);
    evaluate_partials(sim);
    assemble(sim, alpha, beta, sim->stepping.values);
    memset(dense, 0, bytes * (size_t)sim->ny);
    for (mos_int j = 0; j < sim->ny; j++)
        for (mos_int k = tables->colptr[j]; k < tables->colptr[j + 1]; k++)
            dense[(size_t)tables->rowidx[k] * (size_t)sim->ny + (size_t)j] = sim->stepping.values[k];
}

void mos_linear_solve(mos_simulation *sim, double *b) {
    matrix_solve(&sim->stepping, b);
}
