/* The loop: step, look for crossings, record, settle the instant; it can leave anywhere between and be called again. */
#include "internal.h"

static const double FIRST_ERROR = 1e-3;

/* So many events within this part of a run are more than it can get through. */
enum { DENSE = 1000000 };
static const double DENSE_PART = 1e-4;

/* The solver's solution at a time within its last step, into w. */
int values_at(mos_simulation *sim, double t, int with_derivatives) {
    size_t bytes = (size_t)sim->ny * sizeof(double);
    int flag = 0;
    sim->w[0] = t;
    if (sim->ny == 0) return 0;
    if (fabs(t - sim->reached) <= rounding(t)) {
        memcpy(Y(sim), sim->y_end, bytes);
        memcpy(YP(sim), sim->yp_end, bytes);
        return 0;
    }
    flag = sim->solver.interpolate(sim->solver.self, t, 0, Y(sim));
    if (!flag && with_derivatives) flag = sim->solver.interpolate(sim->solver.self, t, 1, YP(sim));
    return flag;
}

static int solver_failed(mos_simulation *sim, int flag, double t) {
    mos_failure *failure = &sim->failure;
    failure->flag = flag;
    failure->count = 0;
    failure->step = 0;
    memcpy(failure->recent, sim->recent, sizeof failure->recent);
    failure->list = fabs(sim->bad_time - t) <= 1e-6 * (sim->run->stop - sim->run->start) ? sim->bad_list : -1;
    failure->group = sim->bad_group;
    failure->instance = sim->bad_instance;
    fail(sim, MOS_SOLVER);
    failure->time = t;
    if (sim->solver.explain) sim->solver.explain(sim->solver.self, failure);
    return MOS_ERROR;
}

/* What leaves zero and will soon come back, as a ball in its last small hops: the first step must see it on its own side. */
static double step_for_relations(mos_simulation *sim, const double *second, double step) {
    double *rate = sim->weight;
    int any = 0;
    for (mos_int i = 0; i < sim->t->nr; i++) any |= sim->slack[i] > 0 && !(sim->flags[i] & MOS_EQUAL);
    if (!any) return step;
    memcpy(sim->trial, second, (size_t)sim->ny * sizeof *second);
    if (differentiate_relations(sim)) return step;
    for (mos_int i = 0; i < sim->t->nr; i++) rate[i] = sim->side_dot[2 * i] - sim->side_dot[2 * i + 1];
    curve_relations(sim, sim->trial, 0);
    for (mos_int i = 0; i < sim->t->nr; i++) {
        double back = -2 * rate[i] / (sim->side_dot[2 * i] - sim->side_dot[2 * i + 1]);
        if (sim->slack[i] > 0 && back > 0) step = fmin(step, back / 16);
    }
    return step;
}

/* A first step whose error, by the second derivative, is a small part of the tolerance: it is of order one, the steps after
 * it are not, and errors of many restarts add up. 0 leaves it to the solver. */
static double first_step(mos_simulation *sim, mos_run *run) {
    double *second = sim->correction, sum = 0, span = run->stop - run->time;
    if (second_derivatives(sim, second)) return 0;
    for (mos_int i = 0; i < sim->t->nx; i++) {
        double scaled = second[i] / (run->rtol * fabs(Y(sim)[i]) + run->atol * sim->t->nominal[i]);
        sum += scaled * scaled;
    }
    for (mos_int i = sim->t->nx; i < sim->ny; i++) YP(sim)[i] = second[i];
    double size = sqrt(sum / sim->ny), most = fmin(fmax(1e-3 * span, sim->last_step), span);
    if (!isfinite(size)) return 0;
    return step_for_relations(sim, second, size > 0 ? fmin(most, sqrt(2 * FIRST_ERROR / size)) : most);
}

int start_solver(mos_simulation *sim, mos_run *run) {
    size_t bytes = (size_t)sim->ny * sizeof(double);
    sim->start_needed = 0;
    sim->reached = run->time;
    sim->milestone = run->steps;
    sim->milestone_time = -HUGE_VAL;
    sim->bad_list = -1;
    if (sim->ny == 0) return 0;
    memset(YP(sim) + sim->t->nx, 0, (size_t)sim->t->nz * sizeof(double));
    double step = first_step(sim, run);
    memcpy(sim->y_end, Y(sim), bytes);
    memcpy(sim->yp_end, YP(sim), bytes);
    run->restarts++;
    int flag = sim->solver.start(sim->solver.self, run->time, sim->y_end, sim->yp_end, step);
    return flag ? solver_failed(sim, flag, run->time) : 0;
}

/* What follows from parameters and discrete variables alone is computed in instants only, and looked at here. */
static int static_not_finite(mos_simulation *sim) {
    const mos_tables *t = sim->t;
    if (!t->n_static) return 0;
    const mos_group *last = t->assign + t->n_static - 1;
    if (all_finite(sim->w + t->w_explicit, last->first + group_outputs(last) - t->w_explicit)) return 0;
    find_not_finite(sim, t->n_static, NULL, &sim->failure);
    return fail(sim, MOS_NOT_FINITE);
}

/* At the end of a run, also of one without length, clocks may have a tick yet. */
static int ticks_are_over(const mos_simulation *sim, const mos_run *run) {
    return run->time >= run->stop && (run->terminal || next_tick(sim) > run->stop + rounding(run->stop));
}

/* After an instant: its right limit into the rows, the solver started anew if anything it reads has changed. */
static int settled(mos_simulation *sim, mos_run *run) {
    int flags = run->initial ? MOS_START : MOS_RIGHT, at_end = run->terminated || ticks_are_over(sim, run);
    int is_last = at_end && (run->terminal || !sim->t->w_terminal);
    if (run->count >= run->capacity) return MOS_FULL;
    if (static_not_finite(sim)) return MOS_ERROR;
    if (run->next_point == 0 && run->time >= run->start) {
        flags |= MOS_GRID;
        run->next_point = 1;
    }
    if (is_last) {
        flags |= MOS_GRID | MOS_FINISH;
        run->next_point = run->intervals + 1;
        evaluate_assignments(sim, 0, sim->t->n_assign);
    }
    if (record_row(sim, run, run->time, flags)) return MOS_ERROR;
    run->initial = 0;
    if (sim->start_needed && !at_end && start_solver(sim, run)) return MOS_ERROR;
    sim->phase = is_last ? PHASE_DONE : at_end ? PHASE_TERMINAL : PHASE_STEP;
    return check_assertions(sim) ? MOS_ASSERT : MOS_GO_ON;
}

/* A model without unknowns runs on its events; what is not linear in time is looked at once in an output interval. */
static int step_without_unknowns(mos_simulation *sim, mos_run *run, double stop) {
    double step = (run->stop - run->start) / (run->intervals > 0 ? run->intervals : 1);
    sim->reached = sim->relations_to_watch ? fmin(stop, run->time + step) : stop;
    return 0;
}

/* Steps that succeed and get nowhere, as before a singularity; a solver asked for one step at a time does not notice. */
static int stands_still(mos_simulation *sim, const mos_run *run, double t) {
    if (run->steps < sim->milestone + 1000) return 0;
    int still = t - sim->milestone_time <= 1e-12 * fabs(t);
    sim->milestone = run->steps;
    sim->milestone_time = t;
    return still;
}

static int take_solver_step(mos_simulation *sim, mos_run *run, double scheduled) {
    double t = run->time, stop = lesser(lesser(run->stop, t + longest_delayed_step(sim)), lesser(next_stopping_tick(sim), next_delayed_jump(sim)));
    for (mos_int i = 0; i < sim->t->nr; i++)
        if (sim->stops[i] && sim->event_time[i] < stop) stop = sim->event_time[i];
    if (scheduled > stop && scheduled <= stop + rounding(stop)) stop = scheduled;
    if (stop - t <= 16 * DBL_EPSILON * larger(fabs(t), fabs(stop))) {
        sim->reached = stop;
        return 0;
    }
    run->steps++;
    sim->looks_often = 0;
    if (sim->ny == 0) return step_without_unknowns(sim, run, stop);
    int flag = sim->solver.step(sim->solver.self, stop, &sim->reached, sim->y_end, sim->yp_end);
    if (flag) return solver_failed(sim, flag, sim->reached);
    if (stands_still(sim, run, t)) return solver_failed(sim, MOS_STANDS_STILL, t);
    sim->last_step = sim->reached - t;
    memmove(sim->recent + 1, sim->recent, sizeof sim->recent - sizeof *sim->recent);
    sim->recent[0] = sim->last_step;
    return 0;
}

static int assertions_at(mos_simulation *sim, double t) {
    if (values_at(sim, t, 1)) return 0;
    evaluate_assignments(sim, sim->t->n_static, sim->t->n_event);
    return check_assertions(sim);
}

/* Where in a step that ends with an assertion that does not hold this begins. */
static double first_failure(mos_simulation *sim, double left, double right) {
    sim->asserts_fail = assertions_at(sim, right);
    if (!sim->asserts_fail) return right;
    double width = 1e-9 * (right - left);
    while (right - left > width + rounding(right)) {
        double middle = left + 0.5 * (right - left);
        if (assertions_at(sim, middle)) right = middle;
        else left = middle;
    }
    return right;
}

/* Times that differ by rounding are one instant, the last of them. */
static double next_time_event(const mos_simulation *sim, const mos_run *run) {
    double first = lesser(next_tick(sim), next_delayed_jump(sim)), last, width;
    for (mos_int i = 0; i < sim->t->nr; i++) first = lesser(first, sim->event_time[i]);
    if (!(first < HUGE_VAL)) return first;
    last = first;
    width = rounding(first);
    for (mos_int j = 0; j < sim->t->ns; j++)
        if (sim->clock_time[j] <= first + width) last = larger(last, sim->clock_time[j]);
    for (mos_int i = 0; i < sim->t->nr; i++)
        if (sim->event_time[i] <= first + width) last = larger(last, sim->event_time[i]);
    return fabs(first - run->stop) <= width ? run->stop : last;
}

static int look_at(mos_simulation *sim, double t) {
    int flag = values_at(sim, t, sim->roots_read_yp);
    if (flag) return solver_failed(sim, flag, t);
    evaluate_relations(sim);
    if (all_finite(sim->sides, 2 * sim->t->nr)) return 0;
    evaluate_assignments(sim, sim->t->n_static, sim->t->n_root);
    find_not_finite(sim, sim->t->n_root, NULL, &sim->failure);
    return fail(sim, MOS_NOT_FINITE);
}

/* Looks for crossings in the step up to `limit`, which the first of them cuts off. What depends on time itself may come and go
 * within a step, whose length only the unknowns decide: there the points of the grid are looked at too. */
static int watch_step(mos_simulation *sim, mos_run *run, double *limit) {
    double left = run->time, right, found;
    mos_int k = run->next_point;
    int flag;
    do {
        while (k < run->intervals && grid_point(run, k) <= left) k++;
        right = sim->relations_read_time ? fmin(grid_point(run, k), *limit) : *limit;
        if (look_at(sim, right)) return MOS_ERROR;
        if (relations_disagree(sim)) {
            if ((flag = locate_crossing(sim, run, left, right, &found))) return solver_failed(sim, flag, left);
            *limit = found;
            sim->event = 1;
            return 0;
        }
        relax_relations(sim, run);
        left = right;
    } while (right < *limit);
    return 0;
}

static int advance(mos_simulation *sim, mos_run *run) {
    double limit, t = run->time;
    int flag;
    if (sim->schedule_needed && sim->relations_of_time) schedule_time_events(sim, run);
    double scheduled = next_time_event(sim, run);
    if (sim->t->n_pivot_checks && sim->reached <= t && scheduled > t) {
        if ((flag = values_at(sim, t, 1))) return solver_failed(sim, flag, t);
        if (pivots_are_bad(sim)) return MOS_PIVOT;
    }
    if (sim->reached <= t && scheduled > t && take_solver_step(sim, run, scheduled)) return MOS_ERROR;
    limit = lesser(sim->reached, scheduled);
    sim->event = scheduled <= limit && scheduled <= run->stop;
    if (sim->t->nr) memset(sim->crossing, 0, (size_t)sim->t->nr);
    if (limit < sim->reached) sim->looks_often = 1;
    if (sim->relations_to_watch && limit > t && watch_step(sim, run, &limit)) return MOS_ERROR;
    if (sim->t->n_assertion && limit > t) {
        /* At an event itself the instant is looked at, not its left limit. */
        double end = sim->event ? limit - 1e-6 * (limit - t) : limit, failure = first_failure(sim, t, end);
        if (failure < end || sim->asserts_fail) {
            sim->event = 0;
            limit = failure;
        }
    }
    for (mos_int i = 0; i < sim->t->nr; i++)
        if (sim->event_time[i] <= limit + rounding(limit) && sim->event) sim->crossing[i] = 1;
    sim->until = limit;
    sim->phase = PHASE_RECORD;
    if ((flag = remember_window(sim, t, limit))) return flag == MOS_NO_MEMORY ? fail(sim, MOS_MEMORY) : solver_failed(sim, flag, limit);
    return MOS_GO_ON;
}

/* The values of the present moment, for whoever looks at them while the run is paused. */
static int pause_at(mos_simulation *sim, mos_run *run, double t) {
    int flag;
    if (!sim->start_needed && (flag = values_at(sim, t, 1))) return solver_failed(sim, flag, t);
    evaluate_assignments(sim, 0, sim->t->n_assign);
    run->time = t;
    return MOS_PAUSED;
}

/* Points of the grid up to the end of the window; one that falls on an event is its left limit. */
static int record_window(mos_simulation *sim, mos_run *run) {
    for (;;) {
        double t = next_grid_point(sim, run);
        if (run->next_point >= run->intervals || (sim->event ? t >= sim->until - rounding(t) : t > sim->until) || t > run->pause) break;
        if (run->count >= run->capacity) return MOS_FULL;
        int flag = values_at(sim, t, sim->record_yp);
        if (flag) return solver_failed(sim, flag, t);
        if (record_row(sim, run, t, MOS_GRID)) return MOS_ERROR;
        run->next_point++;
    }
    if (run->pause < sim->until) return pause_at(sim, run, run->pause);
    run->time = sim->until;
    sim->phase = sim->event ? PHASE_EVENT : run->time >= run->stop ? PHASE_FINISH : PHASE_STEP;
    if (!sim->t->n_assertion || sim->event) return MOS_GO_ON;
    return assertions_at(sim, run->time) ? MOS_ASSERT : MOS_GO_ON;
}

/* Instants that follow one another at one time do not get anywhere either. */
static int instants_pile_up(mos_simulation *sim, const mos_run *run) {
    sim->instants_here = run->time - sim->instant_time <= rounding(run->time) ? sim->instants_here + 1 : 0;
    sim->instant_time = run->time;
    if (sim->instants_here < (run->limit > 0 ? run->limit : 1000)) return 0;
    sim->failure.count = 0;
    for (mos_int i = 0; i < sim->t->nr && sim->failure.count < 8; i++)
        if (sim->crossing[i]) sim->failure.index[sim->failure.count++] = sim->t->w_relation + i;
    return fail(sim, MOS_ROUNDS);
}

/* Events so dense that billions would come before the run ends. */
static int are_dense(mos_simulation *sim, const mos_run *run) {
    if (++sim->dense < DENSE) return 0;
    double within = run->time - sim->dense_time;
    sim->dense = 0;
    sim->dense_time = run->time;
    if (!(within < DENSE_PART * (run->stop - run->start))) return 0;
    mos_int which = 0, all = sim->t->nr + sim->t->ns;
    while (which < all && !(which < sim->t->nr ? sim->crossing[which] : sim->clock_time[which - sim->t->nr] <= run->time + rounding(run->time))) which++;
    if (which == all) return 0; /* what comes out of a delay has begun elsewhere */
    sim->failure.count = 2;
    sim->failure.index[0] = sim->failure.index[1] = which;
    sim->failure.value[0] = within;
    sim->failure.value[1] = DENSE;
    return fail(sim, MOS_DENSE);
}

/* The left limit of an instant into the rows, and what is true before it. */
static int begin_event(mos_simulation *sim, mos_run *run) {
    int flags = MOS_LEFT, flag;
    if (run->count >= run->capacity) return MOS_FULL;
    /* Where the solver was not started anew after the last instant, its values are in w. */
    int needs_all = sim->t->n_watch > 0;
    if (!sim->start_needed && (flag = values_at(sim, run->time, sim->events_read_yp || needs_all))) return solver_failed(sim, flag, run->time);
    if (run->next_point < run->intervals && next_grid_point(sim, run) <= run->time + rounding(run->time)) {
        flags |= MOS_GRID;
        run->next_point++;
    }
    if (record_row(sim, run, run->time, flags)) return MOS_ERROR;
    evaluate_assignments(sim, sim->t->n_static, sim->t->n_event);
    if (!run->terminal && (watch_accumulation(sim, run, run->time) || instants_pile_up(sim, run) || are_dense(sim, run))) return MOS_ERROR;
    run->events++;
    begin_instant(sim, run);
    keep_left(sim);
    /* Left limits are the values of what the event does not touch. */
    sim->unsettled = sim->instants_need_solve;
    if (sim->left_limits) advance_pre(sim);
    return MOS_GO_ON;
}

static int event(mos_simulation *sim, mos_run *run) {
    int back = begin_event(sim, run);
    if (back != MOS_GO_ON) return back;
    strike_clocks(sim, run->time);
    if (release_jumps(sim, run->time)) sim->moved = 1;
    for (mos_int i = 0; i < sim->t->nr; i++) {
        if (!sim->crossing[i]) continue;
        RELATION(sim, i) = RELATION(sim, i) < 0.5;
        sim->flags[i] = MOS_CROSSED;
    }
    sim->unsettled |= sim->moved || reach_of_changes(sim, sim->before, 0, switches(sim)) & (STEERS | SHOWS);
    return run_instant(sim, run);
}

/* The last instant, in which `terminal()` is true. */
static int terminal(mos_simulation *sim, mos_run *run) {
    memset(sim->crossing, 0, (size_t)sim->t->nr);
    memset(sim->clock_struck, 0, (size_t)sim->t->ns);
    int back = begin_event(sim, run);
    if (back != MOS_GO_ON) return back;
    run->terminal = sim->unsettled = 1;
    return run_instant(sim, run);
}

static int finish(mos_simulation *sim, mos_run *run) {
    int flag;
    if (sim->t->w_terminal) {
        sim->phase = PHASE_TERMINAL;
        return MOS_GO_ON;
    }
    if (run->count >= run->capacity) return MOS_FULL;
    if ((flag = values_at(sim, run->time, 1))) return solver_failed(sim, flag, run->time);
    evaluate_assignments(sim, 0, sim->t->n_assign);
    if (record_row(sim, run, run->time, MOS_FINISH | MOS_GRID)) return MOS_ERROR;
    run->next_point = run->intervals + 1;
    sim->phase = PHASE_DONE;
    return MOS_END;
}

static double seconds(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Looks at the clock of the machine once in some steps, of a large structure in each. */
static int slice_is_over(mos_simulation *sim, const mos_run *run, double begin) {
    enum { SMALL = 64, ENOUGH = 1024 };
    sim->worked += SMALL + sim->t->nw;
    if (sim->worked < ENOUGH) return 0;
    sim->worked = 0;
    return fabs(seconds() - begin) > run->slice;
}

int mos_simulate(mos_simulation *sim, mos_run *run) {
    sim->run = run;
    double begin = run->slice > 0 ? seconds() : 0;
    for (;;) {
        int back = MOS_ERROR;
        if (run->slice > 0 && sim->phase == PHASE_STEP && slice_is_over(sim, run, begin)) return MOS_GO_ON;
        switch (sim->phase) {
        case PHASE_SETTLED: back = settled(sim, run); break;
        case PHASE_STEP:
            back = run->interrupt ? MOS_INTERRUPTED : run->time >= run->pause ? pause_at(sim, run, run->time) : advance(sim, run);
            break;
        case PHASE_RECORD: back = record_window(sim, run); break;
        case PHASE_EVENT: back = event(sim, run); break;
        case PHASE_FINISH: back = finish(sim, run); break;
        case PHASE_TERMINAL: back = terminal(sim, run); break;
        case PHASE_DONE: back = MOS_END; break;
        }
        if (back != MOS_GO_ON) return back;
    }
}

int mos_intervene(mos_simulation *sim, mos_run *run) {
    int flag;
    sim->run = run;
    if (run->count >= run->capacity) return MOS_FULL;
    if (sim->phase != PHASE_DONE && !sim->start_needed && (flag = values_at(sim, run->time, 1))) return solver_failed(sim, flag, run->time);
    if (record_row(sim, run, run->time, MOS_LEFT)) return MOS_ERROR;
    evaluate_assignments(sim, sim->t->n_static, sim->t->n_event);
    begin_instant(sim, run);
    advance_pre(sim);
    memset(sim->crossing, 0, (size_t)sim->t->nr);
    memset(sim->clock_struck, 0, (size_t)sim->t->ns);
    sim->waiting = 1;
    return MOS_CHART;
}

int mos_extend(mos_simulation *sim, mos_run *run, double stop, mos_int intervals) {
    sim->run = run;
    run->stop = stop;
    run->intervals = intervals;
    run->terminal = 0;
    if (sim->phase != PHASE_DONE) return MOS_GO_ON;
    sim->phase = PHASE_STEP;
    sim->schedule_needed = 1;
    return sim->start_needed ? start_solver(sim, run) : 0;
}
