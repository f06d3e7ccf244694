/* One instant: rounds of {unknowns and discrete equations to a fixed point; re-initialisations; pre := values} until nothing
 * changes. A watch that fires interrupts it; the caller steps its chart and resumes here or enters another structure. */
#include "internal.h"

mos_int switches(const mos_simulation *sim) {
    return sim->t->nd + sim->t->nr + sim->t->ns;
}

/* Often a handful: no call. */
static void copy(double *target, const double *source, mos_int n) {
    for (mos_int i = 0; i < n; i++) target[i] = source[i];
}

/* Discrete cells, relation cells and clocks lie side by side in w. */
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

/* What those of the switches [begin, end) that differ from these values reach. */
int reach_of_changes(const mos_simulation *sim, const double *reference, mos_int begin, mos_int end) {
    const double *now = sim->w + sim->t->w_discrete;
    const uint8_t *reach = sim->reach + sim->t->w_discrete;
    int found = 0;
    for (mos_int i = begin; i < end; i++) found |= now[i] != reference[i] ? reach[i] : 0;
    return found;
}

/* What charts see as it was before the round: the left limit, later the end of the round before. */
void keep_left(mos_simulation *sim) {
    if (!sim->t->n_watch) return;
    copy(sim->left, sim->w, sim->t->nw);
    sim->has_left = 1;
}

/* The discrete equations in order, their values before in `last`; says whether any changed, what those reach, and whether they are finite. */
static int evaluate_discrete(mos_simulation *sim, int *reached, int *finite) {
    const mos_tables *t = sim->t;
    double *values = sim->w + t->w_discrete, *last = sim->last;
    const uint8_t *reach = sim->reach + t->w_discrete;
    int changed = 0;
    copy(last, values, t->nd);
    for (mos_int g = 0; g < t->n_discrete_groups; g++) group_values(t->discrete + g, sim->w, sim->w + t->discrete[g].first);
    for (mos_int i = 0; i < t->nd; i++) {
        if (values[i] == last[i]) continue;
        changed = 1;
        *reached |= reach[i];
        *finite &= isfinite(values[i]) != 0;
    }
    return changed;
}

/* The relations, their values before in `last`; says whether any switched and what those reach. */
static int decide_relations(mos_simulation *sim, mos_run *run, int *switched, int *reached) {
    const mos_tables *t = sim->t;
    copy(sim->last + t->nd, switch_values(sim) + t->nd, t->nr);
    if (update_relations(sim, run, switched)) return MOS_ERROR;
    if (*switched) *reached |= reach_of_changes(sim, sim->last, t->nd, t->nd + t->nr);
    return 0;
}

/* The fixed point of a round: unknowns, discrete equations and relations, states and pre-values fixed. */
static int settle(mos_simulation *sim, mos_run *run) {
    const mos_tables *t = sim->t;
    for (mos_int pass = 0; pass < limit_of(run); pass++) {
        int changed, switched = 0, reached = 0, finite = 1;
        if (sim->unsettled) {
            if (solve_unknowns(sim, run)) return pass_over(sim, run);
            evaluate_assignments(sim, t->n_residual, t->n_event);
            sim->unsettled = 0;
        }
        if (pass == 0 && run->round > 1) keep_left(sim);
        /* What compares with its own pre-value would take another step with the answer of the round before. */
        if (pass == 0 && run->round > 1 && sim->sides_moved && decide_relations(sim, run, &switched, &reached)) return pass_over(sim, run);
        changed = evaluate_discrete(sim, &reached, &finite);
        if (t->nr && decide_relations(sim, run, &switched, &reached)) return finite ? pass_over(sim, run) : discrete_not_finite(sim);
        /* With the relations as they now are it may be a number: an assertion of an algorithm at the start. */
        if (!finite && !switched) return discrete_not_finite(sim);
        if (!changed && !switched) return 0;
        sim->unsettled = (reached & (STEERS | SHOWS)) != 0;
        /* The discrete equations are in order, so alone they need no second pass. */
        if (!switched && !sim->unsettled) return 0;
        if (pass != PASSES_BEFORE_MODES) continue;
        sim->unsettled = !choose_modes(sim, run);
        if (!sim->unsettled) return 0;
    }
    copy(sim->last + t->nd + t->nr, &CLOCK(sim, 0), t->ns); /* clocks keep still in a round */
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
            value = watch->kind == MOS_FAILS ? value < 0.5 : value > 0.5;
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
        sim->moved = sim->unsettled = 1;
    }
}

/* pre := values; says whether any changed that asks for another round. */
int advance_pre(mos_simulation *sim) {
    mos_int restless = sim->t->n_pre - sim->t->n_calm;
    int changed = 0;
    for (mos_int k = 0; k < sim->t->n_pre; k++) {
        mos_int cell = sim->t->pre_cells[2 * k];
        double value = sim->w[sim->t->pre_cells[2 * k + 1]];
        if (sim->w[cell] == value) continue;
        sim->w[cell] = value;
        sim->pre_moved |= sim->reach[cell] & STEERS;
        sim->sides_moved |= sim->reach[cell] & RELATES;
        sim->unsettled |= (sim->reach[cell] & (STEERS | SHOWS)) != 0;
        changed |= k < restless;
    }
    return changed;
}

/* The pre-value of what varies continuously is its left limit, not its value after the last instant. */
static void take_left_limits(mos_simulation *sim) {
    const mos_tables *t = sim->t;
    int evaluated = 0;
    for (mos_int k = 0; k < t->n_pre; k++) {
        mos_int source = t->pre_cells[2 * k + 1];
        if (keeps_between(t, source)) continue;
        if (source >= t->w_explicit && !evaluated++) evaluate_assignments(sim, t->n_static, t->n_event);
        sim->w[t->pre_cells[2 * k]] = sim->w[source];
    }
}

void begin_instant(mos_simulation *sim, mos_run *run) {
    sim->has_left = 0;
    if (sim->left_limits) take_left_limits(sim);
    copy(sim->before, switch_values(sim), switches(sim));
    sim->moved = sim->pre_moved = sim->sides_moved = 0;
    sim->unsettled = 1;
    run->round = 0;
    run->fresh = 1;
}

/* Whether the equations are other than before the instant, or their states. */
static int is_steered(const mos_simulation *sim) {
    return sim->moved || sim->pre_moved || (reach_of_changes(sim, sim->before, 0, switches(sim)) & STEERS);
}

static int end_instant(mos_simulation *sim, mos_run *run) {
    int steered = is_steered(sim);
    for (mos_int i = 0; i < sim->t->nr; i++)
        if (sim->crossing[i]) sim->stops[i] = (uint8_t)steered;
    for (mos_int j = 0; j < sim->t->ns; j++)
        if (sim->clock_struck[j]) sim->clock_stops[j] = (uint8_t)steered;
    if (sim->clocks_needed && start_clocks(sim, run, run->initial)) return MOS_ERROR;
    sim->clocks_needed = 0;
    if (sim->t->nh && note_delays(sim, run, steered || run->initial)) return MOS_ERROR;
    sim->start_needed |= steered;
    sim->schedule_needed = 1;
    rest_relations(sim, run);
    sim->phase = PHASE_SETTLED;
    return MOS_GO_ON;
}

/* What `initial()` and `terminal()` read. */
static void mark_instant(mos_simulation *sim, const mos_run *run) {
    const mos_tables *t = sim->t;
    double initial = run->initial && run->round == 1;
    if (t->w_initial && sim->w[t->w_initial] != initial) {
        sim->w[t->w_initial] = initial;
        sim->unsettled = 1;
    }
    if (t->w_terminal) sim->w[t->w_terminal] = run->terminal;
}

int run_instant(mos_simulation *sim, mos_run *run) {
    for (;;) {
        int changed = 0;
        if (run->round >= limit_of(run)) return still_changing(sim, sim->previous);
        if (run->round + 1 == limit_of(run)) copy(sim->previous, switch_values(sim), switches(sim));
        run->round++;
        mark_instant(sim, run);
        if (run->initial && run->round == 1 && settle_known(sim)) return MOS_ERROR;
        if (settle(sim, run) || perform_effects(sim)) return MOS_ERROR;
        if (sim->t->n_reinit) changed |= collect_reinits(sim, run);
        if (sim->t->n_termination) find_termination(sim, run);
        if (sim->t->n_watch && find_fired(sim)) {
            sim->waiting = 1;
            return MOS_CHART;
        }
        changed |= advance_pre(sim) | (run->initial && run->round == 1 && sim->t->w_initial);
        if (sim->t->n_reinit) apply_reinits(sim);
        /* Where nothing steers, the way the solver went says it, and a derivative off by its errors cannot turn it back. */
        if (changed) continue;
        if (sim->t->nr && is_steered(sim) && tell_crossing_apart(sim, run, &changed)) return MOS_ERROR;
        if (!changed && sim->ticking) {
            still_clocks(sim);
            changed = 1;
        }
        if (!changed) return end_instant(sim, run);
    }
}

int mos_resume(mos_simulation *sim, mos_run *run, mos_int changed, mos_int moved) {
    sim->run = run;
    sim->waiting = 0;
    /* What holds still may enable a transition of a state that has just been entered. */
    if (moved) memset(sim->seen, 0, (size_t)sim->t->n_watch);
    if (changed) {
        mos_leave(sim, run);
        mos_gather(sim, run);
        sim->moved = sim->unsettled = 1;
    } else {
        advance_pre(sim);
        apply_reinits(sim);
    }
    return run_instant(sim, run);
}

/* Of this round: pre-values, and the states that a reinit sets. */
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
    copy(sim->before, switch_values(sim), switches(sim));
    memset(sim->clock_struck, 0, (size_t)sim->t->ns);
    sim->ticking = 0;
    for (mos_int j = 0; j < sim->t->ns; j++) sim->ticking |= CLOCK(sim, j) > 0.5;
    sim->moved = sim->unsettled = sim->clocks_needed = 1;
    return run_instant(sim, run);
}

int mos_initialise(mos_simulation *sim, mos_run *run) {
    sim->run = run;
    run->time = run->start;
    run->next_point = 0;
    run->initial = 1;
    run->terminal = run->terminated = 0;
    clear_histories(sim);
    sim->crowd = 0;
    sim->crowd_time = -HUGE_VAL;
    sim->dense = 0;
    sim->dense_time = run->time;
    memset(sim->recent, 0, sizeof sim->recent);
    mos_gather(sim, run);
    still_clocks(sim);
    sim->clocks_needed = 1;
    memset(sim->clock_struck, 0, (size_t)sim->t->ns);
    memset(sim->clock_stops, 1, (size_t)sim->t->ns);
    memset(sim->asserted, 0, (size_t)sim->t->n_assertion);
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
    sim->homotopy_is_due = sim->t->w_homotopy != 0;
    begin_instant(sim, run);
    return run_instant(sim, run);
}
