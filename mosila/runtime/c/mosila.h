/* The MOSILA runtime: runs one structure of a model from plain tables. Knows no Python.
 *
 * Values
 *   Every quantity of a run has a *cell* in the global array G, by object identity, for as long as the program runs:
 *   variables, derivatives, pre-values, relation values, parameters, literals, time (cell 0). Truth values and integers
 *   are doubles. A structure works on its own compact array w; `mos_gather` and `mos_scatter` carry values between them.
 *
 * Layout of w (the w_ fields below are first indices)
 *   w[0] time | y: ny = nx states, then nz algebraic unknowns | yp: ny (derivatives of y; those of algebraics unused)
 *   | discrete nd | relations nr | static (parameters, literals, held and inactive variables, pre-values) | explicit
 *
 * Equations come as shapes. A shape function evaluates n instances of one list of expressions:
 *   for k < n, for j < outputs:   out[k*outputs + j] = e_j( w[ix[k*width + 0]], ..., w[ix[k*width + width-1]] )
 */
#ifndef MOSILA_H
#define MOSILA_H
#include <stdint.h>

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

/* What concerns a chart: a cell that becomes true, changes, or is true. */
enum { MOS_RISES = 0, MOS_CHANGES = 1, MOS_HOLDS = 2 };
typedef struct { mos_int kind, cell, pre; } mos_watch; /* indices into w */

/* The tables of one structure. All arrays belong to the caller and outlive the simulation. */
typedef struct {
    mos_int nw, nx, nz, nd, nr;
    mos_int w_y, w_yp, w_discrete, w_relation, w_static, w_explicit;
    mos_int w_initial; /* static cell that is 1 in the first round of the initial instant, else 0; 0 if there is none */

    /* assignments, in order; each writes w[first ...]. Ranges of the one list:
     * [0, n_static) depend on static, discrete and relation cells only; up to n_residual: needed by the residual; up to n_root:
     * by relations; up to n_event: by discrete equations, reinits and watches; up to n_assign: only for results. */
    const mos_group *assign;
    mos_int n_static, n_residual, n_root, n_event, n_assign;

    const mos_group *residual;  mos_int n_residual_groups;  /* out: ny residuals, F(t, y, yp) = 0 */
    const mos_group *relation;  mos_int n_relation_groups;  /* outputs = 2: both sides, out: 2*nr numbers */
    const mos_relation *relations;                          /* nr */
    const mos_group *discrete;  mos_int n_discrete_groups;  /* in order; each writes w[first ...] within discrete */
    const mos_reinit *reinit;   mos_int n_reinit;
    const mos_int *pre_cells;   mos_int n_pre;              /* n_pre pairs: w[pair[0]] is pre of w[pair[1]] */
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
    const mos_int *gather_w, *gather_cell, *scatter_w, *scatter_cell;
    const double *gather_sign, *scatter_sign;
    const mos_int *relation_cell;  /* nr: cell of each relation in G and in the flags beside it */

    const mos_int *record;  mos_int n_record;  /* cells of w stored for each result row */
} mos_tables;

#endif
