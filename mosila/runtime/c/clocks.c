/* Clocks: `sample(start, interval)` is true in the instants start + k interval, computed and never added up. */
#include "internal.h"

static double tick_time(const mos_simulation *sim, mos_int j) {
    return sim->clock_sides[2 * j] + sim->clock_tick[j] * sim->clock_sides[2 * j + 1];
}

/* Start and interval are computed once; the next tick lies after the present time, at the start of a run also at it. */
int start_clocks(mos_simulation *sim, const mos_run *run, int at_start) {
    const mos_tables *t = sim->t;
    double now = run->time;
    for (mos_int g = 0; g < t->n_sample_groups; g++)
        group_values(t->sample + g, sim->w, sim->clock_sides + t->sample[g].first);
    for (mos_int j = 0; j < t->ns; j++) {
        double start = sim->clock_sides[2 * j], interval = sim->clock_sides[2 * j + 1];
        if (!(interval > 0) || !isfinite(start) || !isfinite(interval)) {
            sim->failure.count = 2;
            sim->failure.index[0] = sim->failure.index[1] = j;
            sim->failure.value[0] = start;
            sim->failure.value[1] = interval;
            return fail(sim, MOS_BAD_CLOCK);
        }
        sim->clock_tick[j] = fmax(0, ceil((now - start) / interval) - 1);
        while (at_start ? tick_time(sim, j) < now - rounding(now) : tick_time(sim, j) <= now + rounding(now)) sim->clock_tick[j]++;
        sim->clock_time[j] = tick_time(sim, j);
    }
    return 0;
}

double next_tick(const mos_simulation *sim) {
    double next = HUGE_VAL;
    for (mos_int j = 0; j < sim->t->ns; j++) next = lesser(next, sim->clock_time[j]);
    return next;
}

double next_stopping_tick(const mos_simulation *sim) {
    double next = HUGE_VAL;
    for (mos_int j = 0; j < sim->t->ns; j++)
        if (sim->clock_stops[j]) next = lesser(next, sim->clock_time[j]);
    return next;
}

/* All clocks whose tick this is become true and look ahead to their next. */
void strike_clocks(mos_simulation *sim, double t) {
    for (mos_int j = 0; j < sim->t->ns; j++) {
        sim->clock_struck[j] = sim->clock_time[j] <= t + rounding(t);
        if (!sim->clock_struck[j]) continue;
        CLOCK(sim, j) = 1;
        sim->clock_tick[j]++;
        sim->clock_time[j] = tick_time(sim, j);
        sim->ticking = 1;
    }
}

/* Before the instant ends: a clock is true in no more than its instant. */
void still_clocks(mos_simulation *sim) {
    for (mos_int j = 0; j < sim->t->ns; j++) {
        if (CLOCK(sim, j) != 0) sim->unsettled |= (sim->reach[sim->t->w_relation + sim->t->nr + j] & (STEERS | SHOWS)) != 0;
        CLOCK(sim, j) = 0;
    }
    sim->ticking = 0;
}
