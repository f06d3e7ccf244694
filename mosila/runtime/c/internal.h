/* What the files of the runtime share. */
#ifndef MOSILA_INTERNAL_H
#define MOSILA_INTERNAL_H
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "mosila.h"
#include "libraries.h"

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

enum { PHASE_IDLE, PHASE_SETTLED, PHASE_STEP, PHASE_RECORD, PHASE_EVENT, PHASE_FINISH, PHASE_DONE };

struct mos_simulation {
    const mos_tables *t;
    const mos_library *library;
    mos_int ny;
    double *w;
    mos_failure failure;

    double *partials, *gradient, *scratch;
    mos_matrix stepping, settling; /* of the solver, and of events */
    void *symbolic;

    double *residual, *correction, *trial, *simplified; /* ny each, for Newton */
    double *dot, *size;            /* nw: time derivatives of w, and the sum of the sizes of their terms */
    double *side_dot, *side_size;  /* 2 nr */
    mos_int tangent_needs_solve;   /* some relation depends on algebraic unknowns or derivatives */
    uint8_t *steers;               /* nd + nr: the continuous equations read this discrete or relation cell */

    double *sides;                 /* 2 nr */
    uint8_t *flags, *crossing;     /* nr */
    double *slack;                 /* nr: how far on the wrong side a relation may be without an event */
    double *left_sides, *right_sides, *weight; /* for the location of crossings */
    double *event_time;            /* nr: when a relation of time alone crosses, or infinity */
    uint8_t *stops;                /* nr: its last event made a restart, so the solver had better stop there */
    double *zeno_time, *zeno_interval, *zeno_ratio, *zeno_limit;
    mos_int *zeno_count;

    double *before;                /* nd + nr values before the instant */
    double *last, *previous;       /* nd + nr values at the last pass of the fixed point, and at the end of the round before */
    double *pending;               /* n_reinit values to be given to states when the round ends */
    uint8_t *is_pending, *fired, *seen;
    mos_int moved;                 /* a state or static cell was given a value in this instant */

    mos_int phase, waiting, event, start_needed, schedule_needed;
    double until;                  /* end of the window that is being recorded */
    double reached, *y_end, *yp_end; /* the solver's last point */
    mos_int relations_to_watch;    /* not of time alone and linear */
    mos_int roots_read_yp, record_yp, record_explicit;
    double last_step;
    int64_t milestone;             /* number and time of a step, to tell whether later ones get anywhere */
    double milestone_time;

    mos_solver solver;
    void *blocks[64];
    mos_int n_blocks;
    mos_run *run;                  /* of the call in progress, for the solver's callbacks */
    mos_int bad_list, bad_group, bad_instance;
    double bad_time;               /* where and when the last residual of the solver was not finite; list -1: nowhere */
};

#define Y(sim) ((sim)->w + (sim)->t->w_y)
#define YP(sim) ((sim)->w + (sim)->t->w_yp)
#define RELATION(sim, i) ((sim)->w[(sim)->t->w_relation + (i)])

/* evaluate.c */
void group_values(const mos_group *group, const double *w, double *out);
mos_int group_outputs(const mos_group *group);
void evaluate_assignments(mos_simulation *sim, mos_int begin, mos_int end);
void evaluate_residual(mos_simulation *sim, double *out);
void evaluate_sides(mos_simulation *sim);
int all_finite(const double *values, mos_int n);
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
void curve_relations(mos_simulation *sim, const double *second);
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

/* instant.c */
int run_instant(mos_simulation *sim, mos_run *run);
void begin_instant(mos_simulation *sim, mos_run *run);
int advance_pre(mos_simulation *sim);

/* record.c */
int record_row(mos_simulation *sim, mos_run *run, double t, int flags);
double grid_point(const mos_run *run, mos_int k);

/* run.c */
int values_at(mos_simulation *sim, double t, int with_derivatives);

/* ida.c */
int ida_create(mos_simulation *sim);

/* simulation.c */
void *allocate(mos_simulation *sim, size_t count, size_t size);
#endif
