/* What the files of the runtime share. */
#ifndef MOSILA_INTERNAL_H
#define MOSILA_INTERNAL_H
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "mosila.h"
#include "libraries.h"

/* What shape functions call for delayed expressions; the kernels declare its functions in the same order. */
typedef struct mos_past mos_past;
struct mos_past {
    double (*value)(const mos_past *past, double now, double delay, double number, double time);
    double (*gain)(const mos_past *past, double delay, double number, double time);
    double (*rate)(const mos_past *past, double now, double delay, double number, double time);
    mos_simulation *sim;
    const double *replay; /* when results are read: the values that were recorded, by number */
};

/* A matrix of the structure's pattern with its factors: KLU, or dense where that is quicker or there is no KLU. */
typedef struct {
    const mos_library *library;
    mos_int n;
    const mos_int *colptr, *rowidx;
    double *values;
    void *symbolic, *numeric;   /* symbolic is shared; numeric is this matrix's own */
    union { double align[128]; char bytes[1024]; } common;
    double *dense;              /* n*n, row-major, or NULL */
    mos_int *pivot;
    mos_int singular_column;    /* of the last failure, or -1 */
} mos_matrix;

/* What a cell reaches, through any assignments: the residual; some assignment that instants evaluate; a side of a relation, and
 * of one that is linear in time. */
enum { STEERS = 1, SHOWS = 2, RELATES = 4, TIMES = 8 };

enum { MOST_IN_BLOCK = 200 }; /* unknowns of a block that is solved by itself */
enum { PHASE_IDLE, PHASE_SETTLED, PHASE_STEP, PHASE_RECORD, PHASE_EVENT, PHASE_FINISH, PHASE_TERMINAL, PHASE_DONE };

struct mos_simulation {
    const mos_tables *t;
    const mos_library *library;
    mos_int ny;
    double *w;
    double *left; /* w before the round, if charts may look at it */
    int has_left;
    mos_failure failure;

    double *partials, *gradient, *scratch;
    mos_matrix stepping, settling; /* of the solver, and of events */
    void *symbolic;

    double *residual, *correction, *trial, *simplified; /* ny each, for Newton */
    double *guess, *first_guess, *scale, *block_work;
    mos_int *block_place, *block_pivot;
    double *dot, *size;            /* nw: time derivatives of w, and the sum of the sizes of their terms */
    double *side_dot, *side_size;  /* 2 nr */
    mos_int tangent_needs_solve;   /* some relation depends on algebraic unknowns or derivatives */
    uint8_t *reach;                /* nw: STEERS and SHOWS of the cells that no equation computes */

    double *sides;                 /* 2 nr */
    uint8_t *flags, *crossing;     /* nr */
    double *slack;                 /* nr: how far on the wrong side a relation may be without an event */
    double *left_sides, *right_sides, *weight; /* for the location of crossings */
    double *event_time;            /* nr: when a relation of time alone crosses, or infinity */
    uint8_t *stops;                /* nr: its last event made a restart, so the solver had better stop there */
    double *zeno_time, *zeno_interval, *zeno_ratio, *zeno_limit;
    double *zeno_doubt; /* how far off zeno_limit may be */
    mos_int *zeno_count;

    double *clock_sides;           /* 2 ns: start and interval */
    double *clock_time;            /* ns: the next tick, start + clock_tick * interval */
    double *clock_tick;
    uint8_t *clock_stops;          /* ns: as `stops` */
    uint8_t *clock_struck;         /* ns: has its tick in the present instant */
    mos_int clocks_needed;         /* start and interval are to be computed when the instant ends */
    mos_past past;
    double *delay_sides, *delay_nodes; /* 2 nh, 5 nh */
    double *replay;                /* by number of the history */
    double *assertions;            /* n_assertion: values of the conditions */
    double *effects;               /* n_effect: what the calls gave */
    uint8_t *asserted;             /* n_assertion: MOS_HOLDS_NOT, MOS_MUTED */

    double *before;                /* nd + nr + ns values before the instant */
    double *last, *previous;       /* nd + nr + ns values at the last pass of the fixed point, and at the end of the round before */
    double *pending;               /* n_reinit values to be given to states when the round ends */
    uint8_t *is_pending, *fired, *seen;
    mos_int homotopy_is_due;       /* the first solution of a run is yet to be found */
    mos_int asserts_fail;          /* at the end of the last step */
    mos_int ticking;               /* clocks are true in the present instant */
    mos_int unsettled;             /* the unknowns do not belong to the present values of states and switches */
    mos_int moved;                 /* a state or static cell was given a value in this instant */
    mos_int pre_moved;             /* a pre-value that steers has changed in this instant */
    mos_int sides_moved;           /* a pre-value that a side of a relation reads has changed in this instant */

    mos_int phase, waiting, event, start_needed, schedule_needed;
    double until;                  /* end of the window that is being recorded */
    double reached, *y_end, *yp_end; /* the solver's last point */
    mos_int looks_often;           /* within its last step the solver is asked for many values: said by what happens in it, never by who asks */
    mos_int relations_to_watch, relations_of_time; /* all but those of time alone and linear; these */
    mos_int relations_read_time;   /* some of those to watch */
    mos_int left_limits;           /* some pre-value is that of what varies continuously */
    mos_int instants_need_solve;   /* also those that touch nothing continuous */
    struct { double start, stop, time; mos_int intervals, point; } grid; /* the next point of the grid, and what it was computed from */
    mos_int worked;                /* since the clock of the machine was looked at */
    mos_int *related, n_related;   /* the assignments that sides of relations depend on, of those that are not static */
    mos_int *timed, n_timed;       /* and of them those that relations linear in time depend on */
    mos_int roots_read_yp, events_read_yp, record_yp, record_explicit;
    double last_step;
    double recent[5];              /* sizes of the last steps, the last one first */
    int64_t crowd;                 /* events since crowd_time */
    double crowd_time;
    int64_t dense;                 /* events of any kind since dense_time */
    double dense_time;
    mos_int instants_here;         /* one after the other at instant_time */
    double instant_time;
    int64_t milestone;             /* number and time of a step, to tell whether later ones get anywhere */
    double milestone_time;

    double *pivot_partials, *pivot_values, *pivot_work, pivot_limit;

    mos_solver solver;
    void *blocks[96];
    mos_int n_blocks;
    mos_run *run;                  /* of the call in progress, for the solver's callbacks */
    mos_int bad_list, bad_group, bad_instance;
    double bad_time;               /* where and when the last residual of the solver was not finite; list -1: nowhere */
};

#define Y(sim) ((sim)->w + (sim)->t->w_y)
#define YP(sim) ((sim)->w + (sim)->t->w_yp)
#define RELATION(sim, i) ((sim)->w[(sim)->t->w_relation + (i)])
#define CLOCK(sim, j) ((sim)->w[(sim)->t->w_relation + (sim)->t->nr + (j)])

/* Times nearer than this are one instant. */
static inline double rounding(double t) {
    return 4 * DBL_EPSILON * fabs(t);
}

/* Of numbers: without the calls that fmin and fmax cost for the sake of NaN. */
static inline double lesser(double a, double b) {
    return b < a ? b : a;
}

static inline double larger(double a, double b) {
    return b > a ? b : a;
}

/* evaluate.c */
void group_values(const mos_group *group, const double *w, double *out);
mos_int group_outputs(const mos_group *group);
void evaluate_assignments(mos_simulation *sim, mos_int begin, mos_int end);
void evaluate_residual(mos_simulation *sim, double *out);
void evaluate_sides(mos_simulation *sim);
void evaluate_relations(mos_simulation *sim);
void evaluate_timed(mos_simulation *sim);
int all_finite(const double *values, mos_int n);
int find_in_groups(const mos_group *groups, mos_int n, const double *target, mos_int list, mos_failure *failure);
int find_not_finite(const mos_simulation *sim, mos_int n_assign, const double *residual, mos_failure *failure);
int fail(mos_simulation *sim, mos_int kind);

/* matrix.c */
int matrix_create(mos_matrix *matrix, mos_simulation *sim);
void matrix_destroy(mos_matrix *matrix);
int matrix_factor(mos_matrix *matrix);
void matrix_solve(mos_matrix *matrix, double *b);
int matrix_analyse(mos_simulation *sim);

/* jacobian.c */
void evaluate_partials(mos_simulation *sim);
void assemble(mos_simulation *sim, double alpha, double beta, double *values);
int differentiate_relations(mos_simulation *sim);
void differentiate_timed(mos_simulation *sim);
void curve_relations(mos_simulation *sim, const double *second, double others);
int second_derivatives(mos_simulation *sim, double *out);

/* newton.c */
int solve_unknowns(mos_simulation *sim, mos_run *run);

/* relations.c */
double relation_difference(const mos_simulation *sim, mos_int i);
double relation_band(const mos_simulation *sim, const mos_run *run, mos_int i);
int relation_holds(const mos_simulation *sim, mos_int i);
int update_relations(mos_simulation *sim, mos_run *run, int *changed);
int tell_crossing_apart(mos_simulation *sim, mos_run *run, int *changed);
void rest_relations(mos_simulation *sim, mos_run *run);
int relations_disagree(mos_simulation *sim);
void relax_relations(mos_simulation *sim, mos_run *run);
int schedule_time_events(mos_simulation *sim, mos_run *run);
int locate_crossing(mos_simulation *sim, mos_run *run, double left, double right, double *found);
int watch_accumulation(mos_simulation *sim, mos_run *run, double t);

/* clocks.c */
int start_clocks(mos_simulation *sim, const mos_run *run, int at_start);
double next_tick(const mos_simulation *sim);
double next_stopping_tick(const mos_simulation *sim);
void strike_clocks(mos_simulation *sim, double t);
void still_clocks(mos_simulation *sim);

/* history.c */
enum { MOS_NO_MEMORY = -2000 };
void make_past(mos_simulation *sim);
void clear_histories(mos_simulation *sim);
int note_delays(mos_simulation *sim, mos_run *run, int steered);
int remember_window(mos_simulation *sim, double begin, double end);
double next_delayed_jump(const mos_simulation *sim);
double longest_delayed_step(const mos_simulation *sim);
int release_jumps(mos_simulation *sim, double t);

/* checks.c */
int check_assertions(mos_simulation *sim);
int perform_effects(mos_simulation *sim);
void find_termination(mos_simulation *sim, mos_run *run);

/* modes.c */
enum { PASSES_BEFORE_MODES = 60 };
int choose_modes(mos_simulation *sim, mos_run *run);
int pass_over(mos_simulation *sim, mos_run *run);

/* early.c */
int settle_known(mos_simulation *sim);

/* instant.c */
int run_instant(mos_simulation *sim, mos_run *run);
void begin_instant(mos_simulation *sim, mos_run *run);
void keep_left(mos_simulation *sim);
mos_int switches(const mos_simulation *sim);
int reach_of_changes(const mos_simulation *sim, const double *reference, mos_int begin, mos_int end);
int advance_pre(mos_simulation *sim);

/* record.c */
int record_row(mos_simulation *sim, mos_run *run, double t, int flags);
double next_grid_point(mos_simulation *sim, const mos_run *run);

/* run.c */
int values_at(mos_simulation *sim, double t, int with_derivatives);
int start_solver(mos_simulation *sim, mos_run *run);

/* pivots.c */
int pivots_are_bad(mos_simulation *sim);

/* ida.c */
int ida_create(mos_simulation *sim);

/* implicit.c */
void explain_errors(const mos_simulation *sim, double *error, const double *y, mos_int n, mos_failure *failure);

/* simulation.c */
int keeps_between(const mos_tables *t, mos_int cell);
void *allocate(mos_simulation *sim, size_t count, size_t size);
#endif
