/* The MOSILA runtime: runs one structure of a model from plain tables. Knows no Python.
 *
 * Values
 *   Every quantity of a run has a *cell* in the global array G, by object identity, for as long as the program runs:
 *   variables, derivatives, pre-values, relation values, parameters, literals, time (cell 0). Truth values and integers
 *   are doubles. A structure works on its own compact array w; `mos_gather` and `mos_scatter` carry values between them.
 *
 * Layout of w (the w_ fields below are first indices)
 *   w[0] time | y: ny = nx states, then nz algebraic unknowns | yp: ny (derivatives of y; those of algebraics unused)
 *   | discrete nd | relations nr | clocks ns | static (parameters, literals, held and inactive variables, pre-values) | explicit
 *
 * The address of a mos_past stands in front of w, where the shapes of delayed expressions find it.
 *
 * Equations come as shapes. A shape function evaluates n instances of one list of expressions:
 *   for k < n, for j < outputs:   out[k*outputs + j] = e_j( w[ix[k*width + 0]], ..., w[ix[k*width + width-1]] )
 */
#ifndef MOSILA_H
#define MOSILA_H
#include <stdint.h>

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

typedef int32_t mos_int;
typedef void (*mos_shape)(mos_int n, const mos_int *ix, const double *w, double *out);

/* n equations of one shape, or n sums of any length (value == NULL):
 *   out[k] = sum over m in [rowptr[k], rowptr[k+1]) of coef[m] * w[ix[m]].
 * Outputs go to first, first+1, ... of the target array (w for assignments, the residual for residuals, ...).
 * `partial` gives the derivatives by the slots active[0..nactive), out[(k*outputs + j)*nactive + a]; for sums they are coef
 * itself. Partials must be there for assign[n_static, n_root), residual and relation: by every slot that may hold an unknown, an
 * explicit variable or time (w[0]), since relations near zero are told apart by their time derivative. nactive == 0: none. */
typedef struct mos_group {
    mos_shape value, partial;
    mos_int n, width, outputs, first;
    mos_int nactive;
    const mos_int *active;
    const mos_int *ix, *rowptr;
    const double *coef;
    mos_int partial_first; /* where this group's partials start in the array of all partials */
} mos_group;

enum { MOS_LT = 0, MOS_LE = 1, MOS_GT = 2, MOS_GE = 3 }; /* relation operators */

typedef struct {
    mos_int op;
    mos_int time_only;  /* both sides depend on time and static cells alone; linear in time if 2 */
    double nominal;     /* scale of the sides, for the band */
} mos_relation;

/* reinit(x, e) on a rising condition: when w[condition] > 0.5 and w[pre_condition] < 0.5, y[state] = sign * w[value]. */
typedef struct { mos_int condition, pre_condition, state, value; double sign; } mos_reinit;

/* terminate on a rising condition, as for a reinit. */
typedef struct { mos_int condition, pre_condition; } mos_termination;

/* What concerns a chart or the structure: a cell that becomes true, changes, is true, or is not. */
enum { MOS_RISES = 0, MOS_CHANGES = 1, MOS_HOLDS = 2, MOS_FAILS = 3 };
typedef struct { mos_int kind, cell, pre; } mos_watch; /* indices into w */

/* The tables of one structure. All arrays belong to the caller and outlive the simulation. */
typedef struct {
    mos_int nw, nx, nz, nd, nr, ns, nh;
    mos_int w_y, w_yp, w_discrete, w_relation, w_static, w_explicit;
    mos_int w_initial;  /* static cell that is 1 in the first round of the initial instant, else 0; 0 if there is none */
    mos_int w_terminal; /* static cell that is 1 in the terminal instant, the last one, else 0; 0 if there is none */

    /* assignments, in order; each writes w[first ...]. Ranges of the one list:
     * [0, n_static) depend on static, discrete and relation cells only; up to n_residual: needed by the residual; up to n_root:
     * by relations; up to n_event: by discrete equations, clocks, assertions, reinits and watches; up to n_assign: only for results, of which those up
     * to n_checked may have no finite value and are looked at in every row. */
    const mos_group *assign;
    mos_int n_static, n_residual, n_root, n_event, n_checked, n_assign;

    const mos_group *residual;  mos_int n_residual_groups;  /* out: ny residuals, F(t, y, yp) = 0 */
    const mos_group *relation;  mos_int n_relation_groups;  /* outputs = 2: both sides, out: 2*nr numbers */
    const mos_relation *relations;                          /* nr */
    const mos_group *discrete;  mos_int n_discrete_groups;  /* in order; each writes w[first ...] within discrete */
    const mos_group *sample;    mos_int n_sample_groups;    /* outputs = 2: start and interval, out: 2*ns numbers */
    const mos_group *delay;     mos_int n_delay_groups;     /* outputs = 2: delayed expression and delay time, out: 2*nh numbers */
    const mos_int *delay_number, *delay_fixed;              /* nh: which history of the run; the delay time is fixed between events */
    const mos_int *delay_place;                             /* nh: where in w the delayed value is, with delay_sign */
    const double *delay_sign;
    const mos_group *assertion; mos_int n_assertion_groups; /* out: n_assertion conditions, true if larger than 0.5 */
    mos_int n_assertion;
    const mos_group *effect;    mos_int n_effect_groups;    /* calls made where their moment has come; out: n_effect numbers, finite if nothing failed */
    mos_int n_effect;
    const mos_termination *termination; mos_int n_termination;
    const mos_reinit *reinit;   mos_int n_reinit;
    const mos_int *pre_cells;   mos_int n_pre;              /* n_pre pairs: w[pair[0]] is pre of w[pair[1]] */
    mos_int n_calm;             /* of the last pairs: when w[pair[0]] becomes w[pair[1]], no equation gets another value */
    const mos_watch *watch;     mos_int n_watch;            /* what makes the run return MOS_CHART */

    /* Jacobian by elimination of explicit variables. `partials` is the array of all partials of assign[0, n_residual) and
     * residual (partial_first of each group), gradient[0] = 1:  gradient[dst[m]] += partials[par[m]] * gradient[src[m]], in order.
     * Then matrix[nz[k]] += gradient[pos[k]] * (kind 0: 1 for an algebraic column, kind 1: alpha for a state column,
     * kind 2: beta for a derivative column). IDA: alpha = 1, beta = cj. Events: states fixed, alpha = 0, beta = 1. */
    mos_int n_partials, n_gradient, n_steps, n_entries;
    const mos_int *step_dst, *step_par, *step_src;
    const mos_int *entry_nz, *entry_pos, *entry_kind;
    mos_int nnz;
    const mos_int *colptr, *rowidx;                         /* CSC, ny columns, sorted rows */

    mos_int derivatives_explicit;  /* nz == 0 and every residual row i is f_i - yp_i with f free of yp */
    const double *nominal;         /* ny */

    /* hand-over: w[gather_w[k]] = gather_sign[k] * G[gather_cell[k]] at entry; G[scatter_cell[k]] = sign * w[...] at exit */
    mos_int n_gather, n_scatter;
    mos_int n_limited; /* the first n_limited of the latter vary continuously: they have left limits */
    const mos_int *gather_w, *gather_cell, *scatter_w, *scatter_cell;
    const double *gather_sign, *scatter_sign;
    const mos_int *relation_cell;  /* nr: cell of each relation in G and in the flags beside it */

    const mos_int *record;  mos_int n_record;  /* cells of w stored for each result row */

    /* Blocks of unknowns, in the order of solution: block b has the unknowns block_unknown[block_first[b] ... block_first[b+1])
     * and as many residuals in block_row. */
    mos_int n_blocks;
    const mos_int *block_first, *block_row, *block_unknown;
    mos_int w_homotopy; /* static cell that goes from 0 to 1 where the equations cannot be solved at once; 0 if there is none */

    /* Sets of constraints that determine what is no state: matrix[pivot_to[k]] += pivot_factor[k] * partials[pivot_from[k]] with the
     * partials of `pivot`. A check is: offset and columns of a matrix, k, m, then k rows, k columns of dummies, m other columns. */
    const mos_group *pivot;     mos_int n_pivot_groups;
    mos_int n_pivot_partials, n_pivot_values, n_pivot_entries, n_pivot_checks, n_pivot_work;
    const mos_int *pivot_from, *pivot_to, *pivot_check;
    const double *pivot_factor;
} mos_tables;

/* One run over any number of structures: what the caller sets, what is carried from one simulation to the next. */
typedef struct mos_history mos_history;
typedef struct {
    double *cells;           /* G */
    uint8_t *flags;          /* beside G, see MOS_CROSSED and MOS_EQUAL */
    mos_int n_cells;
    double start, stop;
    mos_int intervals;       /* the output grid: start + k (stop - start) / intervals */
    double rtol, atol;       /* absolute tolerance of y[i]: atol * nominal[i] */
    double max_step;         /* 0: none */
    double pause;            /* mos_simulate comes back with MOS_PAUSED when it is reached; infinity: never */
    mos_int limit;           /* rounds in one instant, 0: 1000 */
    volatile mos_int interrupt;
    double slice;            /* seconds after which mos_simulate comes back with MOS_GO_ON to be called again; 0: never */

    mos_history *histories;  /* of all delays of the program: mos_make_histories, mos_free_histories */
    mos_int n_histories;

    double *rows;            /* capacity rows of 1 + n_record numbers: time, record cells */
    uint8_t *row_flags;
    mos_int capacity, count; /* the caller empties the buffer by count = 0 */

    double time;             /* everything up to here is done */
    mos_int next_point;      /* of the grid */
    mos_int round;           /* of the present instant */
    mos_int initial;         /* the present instant is the initial one */
    mos_int terminal;        /* the present instant is the terminal one */
    mos_int terminated;      /* 1 + the termination that has ended the run, of the present simulation */
    mos_int fresh;           /* no chart has been asked in the present instant */
    int64_t steps, events, restarts, residuals, jacobians;
} mos_run;

enum { MOS_CROSSED = 1, MOS_EQUAL = 2 }; /* a relation's value comes from a crossing of this instant; counts as equal */
enum { MOS_GRID = 1, MOS_LEFT = 2, MOS_RIGHT = 4, MOS_START = 8, MOS_FINISH = 16 }; /* bits of row_flags */

/* What a call comes back with. MOS_GO_ON: the instant is over, mos_simulate may be called. MOS_CHART: a watch fired in the
 * middle of an instant; mos_scatter, step the chart, then mos_resume; or mos_leave and mos_enter another simulation.
 * MOS_ASSERT: assertions do not hold (mos_asserted); all of w is evaluated; mos_simulate may be called again. */
enum { MOS_GO_ON = 0, MOS_END = 1, MOS_FULL = 2, MOS_INTERRUPTED = 3, MOS_CHART = 4, MOS_ERROR = 5, MOS_ASSERT = 6, MOS_PAUSED = 7 };
enum { MOS_PIVOT = 9 }; /* the states should be chosen anew: mos_continue another simulation of the same structure, or raise the limit */

enum {
    MOS_NO_ERROR = 0,
    MOS_NOT_FINITE = 1,      /* list, group, instance of the first equation without a finite value; list MOS_LIST_UNKNOWN: y[instance] */
    MOS_SINGULAR = 2,        /* matrix of the unknowns at an event; index[0]: column without pivot or -1 */
    MOS_NO_CONVERGENCE = 3,  /* Newton at an event; index, value: unknowns with the largest last corrections */
    MOS_ROUNDS = 4,          /* an instant without end; index: cells of w that still change (discrete and relation cells) */
    MOS_ZENO = 5,            /* index[0]: relation, limit_time: where its events accumulate; NaN: it switches back and forth */
    MOS_SOLVER = 6,          /* flag of the solver (MOS_STANDS_STILL: steps too small to get anywhere), step; index, value: unknowns with the largest weighted errors */
    MOS_MEMORY = 7,
    MOS_BAD_CLOCK = 8,       /* index[0]: clock, value: its start and interval */
    MOS_DENSE = 9            /* index[0]: relation, or number of relations + clock; value[0]: time in which value[1] events came */
};
enum { MOS_STANDS_STILL = -1000 };
enum { MOS_LIST_ASSIGN = 0, MOS_LIST_RESIDUAL = 1, MOS_LIST_RELATION = 2, MOS_LIST_DISCRETE = 3, MOS_LIST_UNKNOWN = 4, MOS_LIST_EFFECT = 5 };
typedef struct {
    mos_int kind, flag;
    mos_int list, group, instance; /* list -1: none */
    mos_int count, index[8];
    double value[8];
    double time, step, limit_time;
    double recent[5];        /* sizes of the last steps, the last one first; 0: none */
} mos_failure;

/* A solver: all functions return 0, or what goes into mos_failure.flag. */
typedef struct {
    void *self;
    int (*start)(void *self, double t, const double *y, const double *yp, double first_step); /* also after events */
    int (*step)(void *self, double stop, double *t, double *y, double *yp); /* one internal step, never beyond stop */
    int (*interpolate)(void *self, double t, mos_int order, double *out);   /* within the last step; order 0 or 1 */
    void (*explain)(void *self, mos_failure *failure);                      /* fills step, index, value */
    void (*destroy)(void *self);
} mos_solver;

typedef struct mos_simulation mos_simulation;
typedef struct mos_library mos_library;

mos_simulation *mos_create(const mos_tables *tables, const mos_library *library); /* NULL: no memory */
void mos_destroy(mos_simulation *sim);
double *mos_values(mos_simulation *sim);                     /* w */
const mos_failure *mos_error(const mos_simulation *sim);
const uint8_t *mos_fired(const mos_simulation *sim);         /* n_watch: which watches made the last MOS_CHART */
const uint8_t *mos_crossing(const mos_simulation *sim);      /* nr: whose crossing the present event is */
const double *mos_sides(const mos_simulation *sim);          /* 2 nr: as they were computed last */
enum { MOS_HOLDS_NOT = 1, MOS_MUTED = 2 };
uint8_t *mos_asserted(mos_simulation *sim);                  /* n_assertion: does not hold; the caller mutes what it has told */
uint8_t *mos_pending(mos_simulation *sim);                   /* n_reinit: waits for the macrostep of this round */
void mos_set_solver(mos_simulation *sim, mos_solver solver); /* instead of IDA; the simulation destroys it */

int mos_make_histories(mos_run *run, mos_int n);             /* -1: no memory */
void mos_free_histories(mos_run *run);

void mos_gather(mos_simulation *sim, mos_run *run);
void mos_scatter(mos_simulation *sim, mos_run *run);
int mos_initialise(mos_simulation *sim, mos_run *run);       /* gather, then the initial instant at run->start */
/* changed: gather first, an action wrote to G; moved: charts did, so that guards which hold are asked again. */
int mos_resume(mos_simulation *sim, mos_run *run, mos_int changed, mos_int moved);
void mos_leave(mos_simulation *sim, mos_run *run);           /* end this simulation's part in an instant: pre and reinits to G */
int mos_enter(mos_simulation *sim, mos_run *run);            /* gather and go on in the middle of the same instant */
int mos_simulate(mos_simulation *sim, mos_run *run);

/* Where the run is paused or at its end, the present moment becomes an instant: MOS_CHART, then mos_scatter, changes to G and
 * mos_resume. mos_extend lets the run go on to a later stop. */
int mos_intervene(mos_simulation *sim, mos_run *run);
int mos_extend(mos_simulation *sim, mos_run *run, double stop, mos_int intervals);
/* Solvers of the runtime instead of IDA. Return 0, -1: no memory, 1: not for these equations.
 * Order 1: implicit Euler, 2: trapezoidal rule, with a fixed step or 0; Runge-Kutta: for explicit derivatives only. */
int mos_use_implicit(mos_simulation *sim, mos_int order, double step);
int mos_use_runge_kutta(mos_simulation *sim);

const double *mos_residuals(const mos_simulation *sim);      /* ny: those of the last iteration of an instant */
int mos_solve(mos_simulation *sim, mos_run *run);            /* gather, then the unknowns alone, all that is discrete as it is */
/* After mos_scatter: left limits into G where they differ, of the round; their cells and present values, n_limited at most. */
mos_int mos_show_left(mos_simulation *sim, mos_run *run, mos_int *cells, double *now);
void mos_assign(mos_simulation *sim);                        /* all assignments at the present w */
void mos_pivot_matrix(mos_simulation *sim);                  /* at the present w, all matrices one after the other */
double *mos_pivot_values(mos_simulation *sim);
double mos_pivot_growth(mos_simulation *sim);
void mos_set_pivot_limit(mos_simulation *sim, double limit); /* growth beyond which mos_simulate returns MOS_PIVOT */
int mos_continue(mos_simulation *sim, const mos_simulation *other, mos_run *run);

/* For solvers: F into residual; the matrix alpha F_x + beta F_xp | F_z, factored for the next mos_linear_solve.
 * Return 0; 1 if the step should be tried smaller (not finite, singular). */
int mos_residual(mos_simulation *sim, mos_run *run, double t, const double *y, const double *yp, double *residual);
int mos_factor(mos_simulation *sim, mos_run *run, double t, const double *y, const double *yp, double alpha, double beta);
void mos_linear_solve(mos_simulation *sim, double *b);
void mos_jacobian(mos_simulation *sim, mos_run *run, double t, const double *y, const double *yp, double alpha, double beta,
                  double *dense);                            /* the same matrix, ny rows of ny numbers */

/* Evaluates groups in order on any array; output m goes to w[targets[m]], or to w[m] if targets == NULL.
 * Returns 0, or 1 + the index of the first group with an output that is not finite (all are evaluated). */
int mos_evaluate(const mos_group *groups, mos_int n, double *w, const mos_int *targets);

/* Evaluates groups on any array into another one. */
void mos_outputs(const mos_group *groups, mos_int n, const double *w, double *out);

/* Cells of w at recorded rows: out[r*n_wanted + k] = w[wanted[k]] at row r. `base` (nw numbers, or NULL: the present w)
 * gives what is not recorded. */
int mos_observe(mos_simulation *sim, const double *base, const double *rows, mos_int n_rows, const mos_int *wanted,
                mos_int n_wanted, double *out);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
