/* The past of delayed expressions. After every window of the solver each expression is kept as a polynomial through five points;
 * at events a new one begins, so that both limits stay apart. What lies in the present step is interpolated to the value now.
 *
 * With a delay time that is fixed between events a jump comes out as an event of its own, one delay time later. Until then the
 * past is read up to the jump only, and from it on afterwards. */
#include "internal.h"

enum { NODES = 5, NO_JUMP = -1 };
static const double CHECKED = 0.1; /* where between the nodes a polynomial is tried */

typedef struct {
    double begin, end, value[NODES];
    mos_int jump; /* the expression or its slope jumps at the beginning */
} stretch;

struct mos_history {
    stretch *stretches;
    mos_int count, capacity;
    mos_int low, high; /* of a fixed delay time: the stretches [low, high) may be read; high NO_JUMP: all from low on */
    mos_int is_fixed, jumps; /* jumps: the next stretch begins with a jump */
    mos_int bends;           /* it may begin with another slope */
    double present, delay;   /* the value at the end, from the right; the delay time when last looked at */
};

static mos_history *history_of(const mos_past *past, double number) {
    return past->sim->run->histories + (mos_int)number;
}

/* Newton's form on equidistant nodes: the value, or the derivative, at a time within a stretch. */
static double polynomial(const stretch *s, double t, int derivative) {
    double width = s->end - s->begin, difference[NODES], value = 0, slope = 0;
    if (!(width > 0)) return derivative ? 0 : s->value[NODES - 1];
    double x = (t - s->begin) / width * (NODES - 1);
    memcpy(difference, s->value, sizeof difference);
    for (int order = 1; order < NODES; order++)
        for (int k = NODES - 1; k >= order; k--) difference[k] = (difference[k] - difference[k - 1]) / order;
    for (int k = NODES - 1; k >= 0; k--) {
        slope = slope * (x - k) + value;
        value = value * (x - k) + difference[k];
    }
    return derivative ? slope * (NODES - 1) / width : value;
}

static double read_past(const mos_history *h, double t, int derivative) {
    mos_int first = h->is_fixed ? h->low : 0, last = h->is_fixed && h->high != NO_JUMP ? h->high - 1 : h->count - 1;
    while (first < last) { /* the first stretch that ends at t or later */
        mos_int middle = first + (last - first) / 2;
        if (h->stretches[middle].end < t) first = middle + 1;
        else last = middle;
    }
    const stretch *found = h->stretches + first;
    if (t < found->begin || t > found->end) return derivative ? 0 : found->value[t < found->begin ? 0 : NODES - 1];
    return polynomial(found, t, derivative);
}

static double delayed(const mos_past *past, double now, double delay, double number, double t) {
    if (past->replay) return past->replay[(mos_int)number];
    const mos_history *h = history_of(past, number);
    if (!(delay >= 0)) return NAN;
    if (!h->count || delay == 0) return now;
    double end = h->stretches[h->count - 1].end;
    if (t - delay < end || t <= end) return read_past(h, t - delay, 0);
    return h->present + (t - delay - end) / (t - end) * (now - h->present);
}

static double delayed_gain(const mos_past *past, double delay, double number, double t) {
    if (past->replay) return 0;
    const mos_history *h = history_of(past, number);
    if (!h->count || delay == 0) return 1;
    double end = h->stretches[h->count - 1].end;
    return t - delay < end || t <= end ? 0 : (t - delay - end) / (t - end);
}

static double delayed_rate(const mos_past *past, double now, double delay, double number, double t) {
    if (past->replay) return 0;
    const mos_history *h = history_of(past, number);
    if (!h->count || delay == 0) return 0;
    double end = h->stretches[h->count - 1].end;
    if (t - delay < end || t <= end) return read_past(h, t - delay, 1);
    return delay / ((t - end) * (t - end)) * (now - h->present);
}

/* The shape functions find it in front of w. */
void make_past(mos_simulation *sim) {
    sim->past = (mos_past){delayed, delayed_gain, delayed_rate, sim, NULL};
    const mos_past *address = &sim->past;
    memcpy(sim->w - 1, &address, sizeof address);
    memcpy(sim->left - 1, &address, sizeof address);
}

int mos_make_histories(mos_run *run, mos_int n) {
    run->histories = calloc(n > 0 ? (size_t)n : 1, sizeof *run->histories);
    run->n_histories = run->histories ? n : 0;
    return run->histories ? 0 : -1;
}

void mos_free_histories(mos_run *run) {
    for (mos_int k = 0; k < run->n_histories; k++) free(run->histories[k].stretches);
    free(run->histories);
    run->histories = NULL;
    run->n_histories = 0;
}

static mos_history *own(const mos_simulation *sim, mos_int j) {
    return sim->run->histories + sim->t->delay_number[j];
}

static stretch *push(mos_history *h, double begin, double end) {
    if (h->count == h->capacity) {
        mos_int capacity = h->capacity ? 2 * h->capacity : 64;
        stretch *larger = realloc(h->stretches, (size_t)capacity * sizeof *larger);
        if (!larger) return NULL;
        h->stretches = larger;
        h->capacity = capacity;
    }
    stretch *made = h->stretches + h->count;
    *made = (stretch){.begin = begin, .end = end, .jump = h->jumps};
    if (h->jumps && h->high == NO_JUMP) h->high = h->count;
    h->jumps = 0;
    h->count++;
    return made;
}

static void evaluate_delays(mos_simulation *sim) {
    for (mos_int g = 0; g < sim->t->n_delay_groups; g++)
        group_values(sim->t->delay + g, sim->w, sim->delay_sides + sim->t->delay[g].first);
}

/* Which stretches a delay time leaves to be read: those between the last jump that has come out and the next. */
static void choose_bounds(mos_history *h, double t) {
    double past = t - h->delay;
    h->low = 0;
    h->high = NO_JUMP;
    for (mos_int k = 0; k < h->count && h->high == NO_JUMP; k++) {
        if (!h->stretches[k].jump) continue;
        if (h->stretches[k].begin <= past + rounding(t)) h->low = k;
        else h->high = k;
    }
}

void clear_histories(mos_simulation *sim) {
    for (mos_int k = 0; k < sim->run->n_histories; k++) {
        mos_history *h = sim->run->histories + k;
        h->count = h->low = h->jumps = 0;
        h->high = NO_JUMP;
        h->delay = -1;
    }
}

/* After an instant: the right limits, from which the next stretch begins. */
int note_delays(mos_simulation *sim, mos_run *run, int steered) {
    evaluate_delays(sim);
    for (mos_int j = 0; j < sim->t->nh; j++) {
        mos_history *h = own(sim, j);
        double value = sim->delay_sides[2 * j], delay = sim->delay_sides[2 * j + 1], t = run->time;
        double tolerance = run->rtol * fmax(fabs(value), fabs(h->present)) + run->atol;
        double end = h->count ? h->stretches[h->count - 1].end : t;
        h->is_fixed = sim->t->delay_fixed[j];
        if (!h->count || end < t - rounding(t)) { /* the first, or its object was away */
            stretch *made = push(h, end, t);
            if (!made) return fail(sim, MOS_MEMORY);
            for (int k = 0; k < NODES; k++) made->value[k] = end < t ? h->present : value;
        }
        h->jumps |= h->count > 1 && fabs(value - h->present) > tolerance;
        h->present = value;
        h->bends |= steered;
        if (delay != h->delay) {
            h->delay = delay;
            choose_bounds(h, t);
        }
    }
    return 0;
}

/* After a restart: a slope that has changed comes out as a jump does, for the solver's sake. */
static void note_bend(mos_history *h) {
    stretch *now = h->stretches + h->count - 1, *before = now - 1;
    double left = polynomial(before, before->end, 1), right = polynomial(now, now->begin, 1);
    h->bends = 0;
    if (now->jump || !(fabs(left - right) > 1e-3 * (fabs(left) + fabs(right))) || now->begin + h->delay <= now->end) return;
    now->jump = 1;
    if (h->high == NO_JUMP) h->high = h->count - 1;
}

static int delays_at(mos_simulation *sim, double t) {
    int flag = values_at(sim, t, 1);
    evaluate_assignments(sim, sim->t->n_static, sim->t->n_event);
    evaluate_delays(sim);
    return flag;
}

/* Whether the polynomials meet the expressions where they have no node. */
static int polynomials_fit(const mos_simulation *sim, double begin, double end) {
    stretch tried = {.begin = 0, .end = 1};
    for (mos_int j = 0; j < sim->t->nh; j++) {
        double value = sim->delay_sides[2 * j], tolerance = sim->run->rtol * fabs(value) + sim->run->atol;
        memcpy(tried.value, sim->delay_nodes + j * NODES, sizeof tried.value);
        if (fabs(polynomial(&tried, CHECKED, 0) - value) > tolerance) return end - begin <= 1e-6 * (sim->run->stop - sim->run->start);
    }
    return 1;
}

/* Returns 0, a flag of the solver, or MOS_NO_MEMORY. */
static int remember_between(mos_simulation *sim, double begin, double end) {
    int flag = 0;
    for (mos_int j = 0; j < sim->t->nh; j++) sim->delay_nodes[j * NODES] = own(sim, j)->present;
    for (int k = 1; k < NODES && !flag; k++) {
        flag = delays_at(sim, k < NODES - 1 ? begin + (end - begin) * k / (NODES - 1) : end);
        for (mos_int j = 0; j < sim->t->nh; j++) sim->delay_nodes[j * NODES + k] = sim->delay_sides[2 * j];
    }
    if (flag || (flag = delays_at(sim, begin + CHECKED * (end - begin)))) return flag;
    if (!polynomials_fit(sim, begin, end)) {
        double middle = begin + 0.5 * (end - begin);
        return (flag = remember_between(sim, begin, middle)) ? flag : remember_between(sim, middle, end);
    }
    for (mos_int j = 0; j < sim->t->nh; j++) {
        mos_history *h = own(sim, j);
        stretch *made = push(h, begin, end);
        if (!made) return MOS_NO_MEMORY;
        memcpy(made->value, sim->delay_nodes + j * NODES, sizeof made->value);
        h->present = made->value[NODES - 1];
        if (!h->is_fixed) h->delay = sim->delay_sides[2 * j + 1];
        if (h->bends) note_bend(h);
    }
    return 0;
}

/* After a window of the solver: what the expressions were in it. */
int remember_window(mos_simulation *sim, double begin, double end) {
    return sim->t->nh && end > begin ? remember_between(sim, begin, end) : 0;
}

static double comes_out(const mos_history *h) {
    if (!h->is_fixed || !(h->delay > 0)) return HUGE_VAL;
    if (h->high != NO_JUMP) return h->stretches[h->high].begin + h->delay;
    return h->jumps ? h->stretches[h->count - 1].end + h->delay : HUGE_VAL;
}

double next_delayed_jump(const mos_simulation *sim) {
    double next = HUGE_VAL;
    for (mos_int j = 0; j < sim->t->nh; j++) next = lesser(next, comes_out(own(sim, j)));
    return next;
}

/* No longer than a delay time: then all that a step asks for is in the past. A very short one is not worth it. */
double longest_delayed_step(const mos_simulation *sim) {
    double longest = HUGE_VAL, least = 1e-5 * (sim->run->stop - sim->run->start);
    for (mos_int j = 0; j < sim->t->nh; j++)
        if (own(sim, j)->delay > least) longest = fmin(longest, own(sim, j)->delay * (sim->t->delay_fixed[j] ? 1 : 0.25));
    return longest;
}

/* Jumps that come out at this time; says whether there are any. */
int release_jumps(mos_simulation *sim, double t) {
    int any = 0;
    for (mos_int j = 0; j < sim->t->nh; j++) {
        mos_history *h = own(sim, j);
        if (comes_out(h) > t + rounding(t) || h->high == NO_JUMP) continue;
        h->low = h->high;
        h->high = NO_JUMP;
        for (mos_int k = h->low + 1; k < h->count && h->high == NO_JUMP; k++)
            if (h->stretches[k].jump) h->high = k;
        any = 1;
    }
    return any;
}
