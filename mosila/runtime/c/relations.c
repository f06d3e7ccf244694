/* Relations: their values within an instant, and what of them a step has to respect.
 *
 * A relation's value is frozen while the solver steps. In an instant it is decided by its sides; sides nearer than the band
 * are told apart by the derivative of their difference, where that vanishes by the second one, and count as equal where
 * that vanishes too. */
#include "internal.h"

enum { CROWD = 2000 };

double relation_difference(const mos_simulation *sim, mos_int i) {
    return sim->sides[2 * i] - sim->sides[2 * i + 1];
}

static double larger_side(const mos_simulation *sim, mos_int i) {
    return larger(fabs(sim->sides[2 * i]), fabs(sim->sides[2 * i + 1]));
}

/* Relations of time alone have no band but rounding. */
double relation_band(const mos_simulation *sim, const mos_run *run, mos_int i) {
    if (sim->t->relations[i].time_only) return 8 * DBL_EPSILON * larger_side(sim, i);
    return 10 * (run->rtol * larger_side(sim, i) + run->atol * sim->t->relations[i].nominal);
}

static int holds(mos_int op, double difference) {
    switch (op) {
    case MOS_LT: return difference < 0;
    case MOS_LE: return difference <= 0;
    case MOS_GT: return difference > 0;
    default: return difference >= 0;
    }
}

int relation_holds(const mos_simulation *sim, mos_int i) {
    return holds(sim->t->relations[i].op, relation_difference(sim, i));
}

/* The value beside zero where the difference is heading; 2 if its derivative vanishes. */
static int holds_by_derivative(const mos_simulation *sim, const mos_run *run, mos_int i) {
    double rate = sim->side_dot[2 * i] - sim->side_dot[2 * i + 1];
    double size = sim->side_size[2 * i] + sim->side_size[2 * i + 1];
    double vanishing = 10 * run->rtol * size + run->atol * sim->t->relations[i].nominal;
    if (sim->t->relations[i].time_only) vanishing = 8 * DBL_EPSILON * size;
    if (!(fabs(rate) > vanishing)) return 2;
    return holds(sim->t->relations[i].op, rate);
}

/* The same where all in it is at rest and only its rate is about to change, as of a body that is let go: there the second
 * derivative is that of the states alone. A small rate the other way, as of a ball in its last hops, leaves it undecided. So
 * does what depends on more than the states, whose second derivatives alone are known. */
static int holds_by_curvature(mos_simulation *sim, const mos_run *run, mos_int i) {
    double rate = sim->side_dot[2 * i] - sim->side_dot[2 * i + 1], size = sim->side_size[2 * i] + sim->side_size[2 * i + 1];
    if (size > run->atol * sim->t->relations[i].nominal || second_derivatives(sim, sim->correction)) return 2;
    curve_relations(sim, sim->correction, NAN);
    double curvature = sim->side_dot[2 * i] - sim->side_dot[2 * i + 1];
    if (fabs(rate) > 64 * DBL_EPSILON * size && rate * curvature < 0) return 2;
    return holds_by_derivative(sim, run, i);
}

static int sides_not_finite(mos_simulation *sim) {
    sim->failure.list = -1;
    find_not_finite(sim, sim->t->n_root, NULL, &sim->failure);
    return fail(sim, MOS_NOT_FINITE);
}

/* Decides one relation whose crossing it is not; `*known` says whether the derivatives are there already. */
static int decide(mos_simulation *sim, mos_run *run, mos_int i, int crossed, int *known, int *value) {
    const mos_relation *relation = sim->t->relations + i;
    double difference = relation_difference(sim, i);
    sim->flags[i] &= (uint8_t)~MOS_EQUAL;
    *value = holds(relation->op, difference);
    if (fabs(difference) > relation_band(sim, run, i)) return 0;
    if (relation->time_only && !crossed && run->initial) return 0;
    if (!*known && differentiate_relations(sim)) {
        sim->failure.count = 1;
        sim->failure.index[0] = sim->settling.singular_column;
        return fail(sim, MOS_SINGULAR);
    }
    *known = 1;
    int beside = holds_by_derivative(sim, run, i);
    if (beside < 2) *value = beside;
    else if (!relation->time_only) {
        beside = holds_by_curvature(sim, run, i);
        *known = 0;
        *value = beside < 2 ? beside : relation->op == MOS_LE || relation->op == MOS_GE;
        sim->flags[i] |= MOS_EQUAL;
    }
    return 0;
}

/* One pass over all relations within a round. A crossing one keeps its value unless its sides were moved, by a
 * re-initialisation or by a pre-value that they read. */
int update_relations(mos_simulation *sim, mos_run *run, int *changed) {
    int known = 0, value;
    evaluate_sides(sim);
    if (!all_finite(sim->sides, 2 * sim->t->nr)) return sides_not_finite(sim);
    for (mos_int i = 0; i < sim->t->nr; i++) {
        if (sim->flags[i] & MOS_CROSSED) {
            int may_leave = sim->moved || sim->sides_moved;
            if (!may_leave || fabs(relation_difference(sim, i)) <= relation_band(sim, run, i)) continue;
            sim->flags[i] &= (uint8_t)~MOS_CROSSED;
        }
        if (decide(sim, run, i, 0, &known, &value)) return MOS_ERROR;
        if (value == (RELATION(sim, i) > 0.5)) continue;
        RELATION(sim, i) = value;
        *changed = 1;
    }
    return 0;
}

/* When nothing else changes any more, the crossing relations too are decided like the others. */
int tell_crossing_apart(mos_simulation *sim, mos_run *run, int *changed) {
    int known = 0, value;
    for (mos_int i = 0; i < sim->t->nr; i++) {
        if (!(sim->flags[i] & MOS_CROSSED)) continue;
        if (decide(sim, run, i, 1, &known, &value)) return MOS_ERROR;
        if (value == (RELATION(sim, i) > 0.5)) continue;
        RELATION(sim, i) = value;
        sim->unsettled |= (sim->reach[sim->t->w_relation + i] & (STEERS | SHOWS)) != 0;
        sim->flags[i] &= (uint8_t)~MOS_CROSSED;
        *changed = 1;
    }
    return 0;
}

/* After an instant: what lies on the wrong side of its value, within the band, may stay there as long as it does not go further. */
void rest_relations(mos_simulation *sim, mos_run *run) {
    for (mos_int i = 0; i < sim->t->nr; i++) {
        int wrong = relation_holds(sim, i) != (RELATION(sim, i) > 0.5);
        sim->flags[i] &= (uint8_t)~MOS_CROSSED;
        if (sim->flags[i] & MOS_EQUAL) sim->slack[i] = relation_band(sim, run, i);
        else sim->slack[i] = wrong ? fabs(relation_difference(sim, i)) * (1 + 1e-9) + DBL_MIN : 0;
    }
}

/* How far the sides are on the wrong side of the frozen value; negative on the right side. */
static double wrongness(const mos_simulation *sim, mos_int i) {
    int greater = sim->t->relations[i].op >= MOS_GT, value = RELATION(sim, i) > 0.5;
    double difference = relation_difference(sim, i);
    return greater == value ? -difference : difference;
}

static int disagrees(const mos_simulation *sim, mos_int i, double slack) {
    if (sim->t->relations[i].time_only == 2) return 0;
    if (slack > 0) return wrongness(sim, i) > slack;
    return relation_holds(sim, i) != (RELATION(sim, i) > 0.5);
}

/* Marks the relations whose sides do not fit their frozen values. */
int relations_disagree(mos_simulation *sim) {
    int any = 0;
    for (mos_int i = 0; i < sim->t->nr; i++) any |= sim->crossing[i] = (uint8_t)disagrees(sim, i, sim->slack[i]);
    return any;
}

/* After a step without a crossing: relations that have reached their own side are watched at zero again. */
void relax_relations(mos_simulation *sim, mos_run *run) {
    for (mos_int i = 0; i < sim->t->nr; i++) {
        if (sim->slack[i] == 0) continue;
        double wrong = wrongness(sim, i);
        if (sim->flags[i] & MOS_EQUAL) {
            if (wrong < -relation_band(sim, run, i)) {
                sim->flags[i] &= (uint8_t)~MOS_EQUAL;
                sim->slack[i] = 0;
            }
        } else if (relation_holds(sim, i) == (RELATION(sim, i) > 0.5)) sim->slack[i] = 0;
        else sim->slack[i] = fmin(sim->slack[i], wrong * (1 + 1e-9) + DBL_MIN);
    }
}

/* Crossing times of the relations that are linear in time, by Newton's method, which ends at the exact zero. */
int schedule_time_events(mos_simulation *sim, mos_run *run) {
    for (mos_int i = 0; i < sim->t->nr; i++) sim->event_time[i] = HUGE_VAL;
    sim->schedule_needed = 0;
    differentiate_timed(sim);
    for (mos_int i = 0; i < sim->t->nr; i++) {
        if (sim->t->relations[i].time_only != 2) continue;
        double rate = sim->side_dot[2 * i] - sim->side_dot[2 * i + 1];
        if (rate == 0 || holds(sim->t->relations[i].op, rate) == (RELATION(sim, i) > 0.5)) continue;
        sim->event_time[i] = run->time - relation_difference(sim, i) / rate;
    }
    for (int pass = 0; pass < 3; pass++)
        for (mos_int i = 0; i < sim->t->nr; i++) {
            if (!(sim->event_time[i] < run->stop + 1)) continue;
            sim->w[0] = sim->event_time[i];
            evaluate_timed(sim);
            double rate = sim->side_dot[2 * i] - sim->side_dot[2 * i + 1], change = relation_difference(sim, i) / rate;
            if (isfinite(change)) sim->event_time[i] -= change;
        }
    for (mos_int i = 0; i < sim->t->nr; i++)
        if (sim->event_time[i] < run->time) sim->event_time[i] = run->time;
    sim->w[0] = run->time;
    evaluate_relations(sim);
    return 1;
}

static int probe(mos_simulation *sim, double t) {
    if (values_at(sim, t, sim->roots_read_yp)) return -1;
    evaluate_relations(sim);
    return 0;
}

static double slack_within(const mos_simulation *sim, mos_int i) {
    return sim->weight[i] < 0 ? 0 : sim->slack[i];
}

/* The next point to look at: the earliest secant of the relations that disagree at the right end, or the middle. */
static double next_point(mos_simulation *sim, double left, double right, int halve) {
    double next = right;
    for (mos_int i = 0; i < sim->t->nr && !halve; i++) {
        if (!sim->crossing[i]) continue;
        double a = sim->left_sides[i], b = sim->right_sides[i];
        if (!(a < 0 && b > 0)) return left + 0.5 * (right - left);
        next = lesser(next, right - b * (right - left) / (b - a));
    }
    if (halve || next >= right) next = halve ? left + 0.5 * (right - left) : next;
    return next;
}

/* Keeps in left_sides or right_sides how wrong each watched relation is at this end. */
static void note_end(mos_simulation *sim, double *ends) {
    for (mos_int i = 0; i < sim->t->nr; i++) ends[i] = wrongness(sim, i) - slack_within(sim, i);
}

static int mark_crossing(mos_simulation *sim) {
    int any = 0;
    for (mos_int i = 0; i < sim->t->nr; i++) any |= sim->crossing[i] = (uint8_t)disagrees(sim, i, slack_within(sim, i));
    return any;
}

/* The first time in (left, right] at which some relation disagrees with its value, to rounding; at the left end all agree by
 * definition, at the right one some do not. Leaves the crossing ones marked. Returns 0, or a flag of the solver. */
int locate_crossing(mos_simulation *sim, mos_run *run, double left, double right, double *found) {
    int slow = 0, same = 0, flag;
    (void)run;
    sim->looks_often = 1;
    if ((flag = probe(sim, left))) return flag;
    /* What has reached its own side is located at zero itself, not at the edge of the band; weight < 0 notes it. */
    for (mos_int i = 0; i < sim->t->nr; i++) sim->weight[i] = wrongness(sim, i) < 0 ? -1 : 1;
    note_end(sim, sim->left_sides);
    if ((flag = probe(sim, right))) return flag;
    note_end(sim, sim->right_sides);
    mark_crossing(sim);
    for (int k = 0; k < 200; k++) {
        double width = right - left, tolerance = 2 * DBL_EPSILON * larger(fabs(left), fabs(right)) + DBL_MIN;
        if (width <= tolerance) break;
        double t = next_point(sim, left, right, slow >= 2);
        t = lesser(larger(t, left + 0.5 * tolerance), right - 0.5 * tolerance);
        if (!(t > left && t < right)) break;
        if ((flag = probe(sim, t))) return flag;
        if (mark_crossing(sim)) {
            right = t;
            note_end(sim, sim->right_sides);
            if (same == 1) /* Illinois: the end that stays twice counts half */
                for (mos_int i = 0; i < sim->t->nr; i++) sim->left_sides[i] *= 0.5;
            same = 1;
        } else {
            left = t;
            note_end(sim, sim->left_sides);
            if (same == 2)
                for (mos_int i = 0; i < sim->t->nr; i++) sim->right_sides[i] *= 0.5;
            same = 2;
        }
        slow = right - left > 0.5 * width ? slow + 1 : 0;
        if (slow > 2) slow = 0;
    }
    if ((flag = probe(sim, right))) return flag;
    mark_crossing(sim);
    *found = right;
    return 0;
}

static double relation_rate(mos_simulation *sim, mos_int i) {
    return differentiate_relations(sim) ? HUGE_VAL : fabs(sim->side_dot[2 * i] - sim->side_dot[2 * i + 1]);
}

/* Notes an event of a relation; says whether its events pile up here. Intervals that shrink by the same factor tell the limit
 * while they are still larger than the errors of the solver: of all forecasts the one with the least doubt is kept. A relation
 * that moved by less than the tolerance can tell (its mean rate is half the present one) is at the end. */
static int piles_up(mos_simulation *sim, const mos_run *run, mos_int i, double t) {
    double interval = t - sim->zeno_time[i], ratio = interval / sim->zeno_interval[i], wobble = fabs(ratio - sim->zeno_ratio[i]);
    int shrinks = sim->zeno_interval[i] > 0 && ratio < 1 - 1e-6, tiny = interval <= 64 * DBL_EPSILON * fabs(t);
    if (shrinks || tiny) sim->zeno_count[i]++;
    else if (ratio > 2) {
        sim->zeno_count[i] = 0;
        sim->zeno_limit[i] = HUGE_VAL;
    }
    if (shrinks && wobble < 1e-2 * (1 - ratio)) {
        double doubt = interval * wobble / ((1 - ratio) * (1 - ratio)) + relation_band(sim, run, i) / relation_rate(sim, i);
        if (sim->zeno_limit[i] == HUGE_VAL || doubt < sim->zeno_doubt[i]) {
            sim->zeno_limit[i] = t + interval * ratio / (1 - ratio);
            sim->zeno_doubt[i] = doubt;
        }
    }
    sim->zeno_time[i] = t;
    sim->zeno_interval[i] = interval;
    sim->zeno_ratio[i] = ratio;
    if (sim->zeno_count[i] < 4) return 0;
    return 0.25 * relation_rate(sim, i) * interval < 1e-3 * relation_band(sim, run, i) || (tiny && sim->zeno_count[i] >= 100);
}

/* Thousands of events in next to no time: nothing shrinks, yet nothing gets anywhere. */
static int crowds(mos_simulation *sim, const mos_run *run, double t) {
    if (++sim->crowd < CROWD) return 0;
    int dense = t - sim->crowd_time < 1e-7 * (run->stop - run->start);
    sim->crowd = 0;
    sim->crowd_time = t;
    return dense;
}

/* Events of one relation whose intervals shrink towards a limit that is as good as reached end in an error. */
int watch_accumulation(mos_simulation *sim, mos_run *run, double t) {
    for (mos_int i = 0; i < sim->t->nr; i++) {
        if (!sim->crossing[i] || sim->t->relations[i].time_only) continue;
        int crowded = crowds(sim, run, t), piled = piles_up(sim, run, i, t);
        if (!piled && !crowded) continue;
        sim->failure.count = 1;
        sim->failure.index[0] = i;
        sim->failure.limit_time = piled && sim->zeno_limit[i] < HUGE_VAL ? sim->zeno_limit[i] : NAN;
        fail(sim, MOS_ZENO);
        sim->failure.time = t;
        return MOS_ERROR;
    }
    return 0;
}
