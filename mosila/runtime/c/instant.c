/* One instant: rounds of {unknowns and discrete equations to a fixed point; re-initialisations; pre := values} until nothing
 * changes. A watch that fires interrupts it; the caller steps its chart and resumes here or enters another structure. */
#include "internal.h"

static mos_int switches(const mos_simulation *sim) {
    return sim->t->nd + sim->t->nr;
}

/* Discrete cells and relation cells lie side by side in w. */
static double *switch_values(mos_simulation *sim) {
    return sim->w + sim->t->w_discrete;
}

static int still_changing(mos_simulation *sim, const double *reference) {
    mos_failure *failure = &sim->failure;
    failure->count = 0;
    for (mos_int i = 0; i < switches(sim) && failure->count < 8; i++) {
        if (switch_values(sim)[i] == reference[i]) continue;
        failure->index[failure->count] = sim->t->w_discrete + i;
        failure->value[failure->count++] = switch_values(sim)[i];
    }
    return fail(sim, MOS_ROUNDS);
}

static mos_int limit_of(const mos_run *run) {
    return run->limit > 0 ? run->limit : 1000;
}

static int discrete_not_finite(mos_simulation *sim) {
    sim->failure.list = -1;
    find_not_finite(sim, sim->t->n_event, NULL, &sim->failure);
    return fail(sim, MOS_NOT_FINITE);
}

/* The fixed point of a round: unknowns, discrete equations and relations, states and pre-values fixed. */
static int settle(mos_simulation *sim, mos_run *run) {
    const mos_tables *t = sim->t;
    size_t bytes = (size_t)switches(sim) * sizeof(double);
    for (mos_int pass = 0; pass < limit_of(run); pass++) {
        int changed = 0;
        if (solve_unknowns(sim, run)) return MOS_ERROR;
        evaluate_assignments(sim, t->n_residual, t->n_event);
        memcpy(sim->last, switch_values(sim), bytes);
        for (mos_int g = 0; g < t->n_discrete_groups; g++) group_values(t->discrete + g, sim->w, sim->w + t->discrete[g].first);
        for (mos_int i = 0; i < t->nd; i++) changed |= switch_values(sim)[i] != sim->last[i];
        if (changed && !all_finite(switch_values(sim), t->nd)) return discrete_not_finite(sim);
        if (t->nr && update_relations(sim, run, &changed)) return MOS_ERROR;
        if (!changed) return 0;
    }
    return still_changing(sim, sim->last);
}

static int find_fired(mos_simulation *sim) {
    int any = 0;
    for (mos_int k = 0; k < sim->t->n_watch; k++) {
        const mos_watch *watch = sim->t->watch + k;
        double value = sim->w[watch->cell];
        int fires;
        switch (watch->kind) {
        case MOS_RISES: fires = value > 0.5 && sim->w[watch->pre] < 0.5; break;
        case MOS_CHANGES: fires = value != sim->w[watch->pre]; break;
        default:
            fires = value > 0.5 && !sim->seen[k];
            sim->seen[k] = value > 0.5;
        }
        any |= sim->fired[k] = (uint8_t)fires;
    }
    return any;
}

/* When-clauses are not active in the initialisation itself, the first round of the initial instant. */
static int collect_reinits(mos_simulation *sim, const mos_run *run) {
    int any = 0;
    for (mos_int k = 0; k < sim->t->n_reinit; k++) {
        const mos_reinit *reinit = sim->t->reinit + k;
        int active = sim->w[reinit->condition] > 0.5 && sim->w[reinit->pre_condition] < 0.5 && !(run->initial && run->round == 1);
        sim->is_pending[k] = (uint8_t)active;
        if (active) sim->pending[k] = reinit->sign * sim->w[reinit->value];
        any |= active;
    }
    return any;
}

static void apply_reinits(mos_simulation *sim) {
    for (mos_int k = 0; k < sim->t->n_reinit; k++) {
        if (!sim->is_pending[k]) continue;
        Y(sim)[sim->t->reinit[k].state] = sim->pending[k];
        sim->is_pending[k] = 0;
        sim->moved = 1;
    }
}

/* pre := values; says whether any changed. */
int advance_pre(mos_simulation *sim) {
    int changed = 0;
    for (mos_int k = 0; k < sim->t->n_pre; k++) {
        double *pre = sim->w + sim->t->pre_cells[2 * k], value = sim->w[sim->t->pre_cells[2 * k + 1]];
        changed |= *pre != value;
        *pre = value;
    }
    return changed;
}

/* The pre-value of what varies continuously is its left limit, not its value after the last instant. */
static void take_left_limits(mos_simulation *sim) {
    const mos_tables *t = sim->t;
    int evaluated = 0;
    for (mos_int k = 0; k < t->n_pre; k++) {
        mos_int source = t->pre_cells[2 * k + 1];
        if (source >= t->w_discrete && source < t->w_explicit) continue;
        if (source >= t->w_explicit && !evaluated++) evaluate_assignments(sim, t->n_static, t->n_event);
        sim->w[t->pre_cells[2 * k]] = sim->w[source];
    }
}

void begin_instant(mos_simulation *sim, mos_run *run) {
    take_left_limits(sim);
    memcpy(sim->before, switch_values(sim), (size_t)switches(sim) * sizeof(double));
    sim->moved = 0;
    run->round = 0;
    run->fresh = 1;
}

static int end_instant(mos_simulation *sim, mos_run *run) {
    int steered = sim->moved;
    for (mos_int i = 0; i < switches(sim); i++) steered |= sim->steers[i] && switch_values(sim)[i] != sim->before[i];
    for (mos_int i = 0; i < sim->t->nr; i++)
        if (sim->crossing[i]) sim->stops[i] = (uint8_t)steered;
    sim->start_needed |= steered;
    sim->schedule_needed = 1;
    rest_relations(sim, run);
    sim->phase = PHASE_SETTLED;
    return MOS_GO_ON;
}

int run_instant(mos_simulation *sim, mos_run *run) {
    for (;;) {
        int changed = 0;
        if (run->round >= limit_of(run)) return still_changing(sim, sim->previous);
        memcpy(sim->previous, switch_values(sim), (size_t)switches(sim) * sizeof(double));
        run->round++;
        if (sim->t->w_initial) sim->w[sim->t->w_initial] = run->initial && run->round == 1;
        if (settle(sim, run)) return MOS_ERROR;
        changed |= collect_reinits(sim, run);
        if (find_fired(sim)) {
            sim->waiting = 1;
            return MOS_CHART;
        }
        changed |= advance_pre(sim) | (run->initial && run->round == 1 && sim->t->w_initial);
        apply_reinits(sim);
        if (!changed && sim->t->nr && tell_crossing_apart(sim, run, &changed)) return MOS_ERROR;
        if (!changed) return end_instant(sim, run);
    }
}

int mos_resume(mos_simulation *sim, mos_run *run, mos_int changed) {
    sim->run = run;
    sim->waiting = 0;
    if (changed) {
        mos_leave(sim, run);
        mos_gather(sim, run);
        sim->moved = 1;
    } else {
        advance_pre(sim);
        apply_reinits(sim);
    }
    return run_instant(sim, run);
}

/* Of this round: pre-values, and the states that a reinit sets, unless an action gave them another value. */
void mos_leave(mos_simulation *sim, mos_run *run) {
    const mos_tables *t = sim->t;
    double *changes = sim->dot; /* by cell of w: what is to be written, NaN for nothing */
    for (mos_int i = 0; i < t->nw; i++) changes[i] = NAN;
    for (mos_int k = 0; k < t->n_pre; k++) changes[t->pre_cells[2 * k]] = sim->w[t->pre_cells[2 * k + 1]];
    for (mos_int k = 0; k < t->n_reinit; k++)
        if (sim->is_pending[k]) changes[t->w_y + t->reinit[k].state] = sim->pending[k];
    for (mos_int k = 0; k < t->n_scatter; k++) {
        mos_int cell = t->scatter_w[k];
        double *target = run->cells + t->scatter_cell[k];
        if (isnan(changes[cell])) continue;
        if (cell >= t->w_y && cell < t->w_y + sim->ny && *target != t->scatter_sign[k] * sim->w[cell]) continue;
        *target = t->scatter_sign[k] * changes[cell];
    }
    memset(sim->is_pending, 0, (size_t)t->n_reinit);
    sim->waiting = 0;
}

int mos_enter(mos_simulation *sim, mos_run *run) {
    sim->run = run;
    sim->waiting = 0;
    sim->start_needed = 1;
    memset(sim->seen, 0, (size_t)sim->t->n_watch);
    memset(sim->is_pending, 0, (size_t)sim->t->n_reinit);
    memset(sim->crossing, 0, (size_t)sim->t->nr);
    mos_gather(sim, run);
    memcpy(sim->before, switch_values(sim), (size_t)switches(sim) * sizeof(double));
    sim->moved = 1;
    return run_instant(sim, run);
}

int mos_initialise(mos_simulation *sim, mos_run *run) {
    sim->run = run;
    run->time = run->start;
    run->next_point = 0;
    run->initial = 1;
    mos_gather(sim, run);
    for (mos_int i = 0; i < sim->t->nr; i++) {
        sim->flags[i] = 0;
        sim->stops[i] = 1;
        sim->zeno_time[i] = -HUGE_VAL;
        sim->zeno_limit[i] = HUGE_VAL;
        sim->zeno_interval[i] = 0;
        sim->zeno_count[i] = 0;
    }
    memset(sim->crossing, 0, (size_t)sim->t->nr);
    memset(sim->seen, 0, (size_t)sim->t->n_watch);
    sim->start_needed = 1;
    begin_instant(sim, run);
    return run_instant(sim, run);
}
