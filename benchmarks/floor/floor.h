/* What the hand-written programs share: the functions of SUNDIALS and KLU that they call, a clock, a sparse linear solver.
 * The libraries are those of the wheels, without headers, so their functions are declared here and found by name. */
#ifndef FLOOR_H
#define FLOOR_H
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void *object;
typedef int (*residual_function)(double t, object y, object yp, object r, void *user);
typedef int (*jacobian_function)(double t, double cj, object y, object yp, object r, object matrix, void *user, object a, object b, object c);
typedef int (*root_function)(double t, object y, object yp, double *g, void *user);

#define FUNCTIONS(F) \
    F(int, SUNContext_Create, (void *communicator, object *context)) \
    F(int, SUNContext_Free, (object *context)) \
    F(object, N_VMake_Serial, (int64_t n, double *data, object context)) \
    F(double *, N_VGetArrayPointer, (object vector)) \
    F(void, N_VDestroy, (object vector)) \
    F(object, SUNDenseMatrix, (int64_t rows, int64_t columns, object context)) \
    F(double *, SUNDenseMatrix_Data, (object matrix)) \
    F(object, SUNSparseMatrix, (int64_t rows, int64_t columns, int64_t nonzeros, int type, object context)) \
    F(double *, SUNSparseMatrix_Data, (object matrix)) \
    F(int32_t *, SUNSparseMatrix_IndexPointers, (object matrix)) \
    F(int32_t *, SUNSparseMatrix_IndexValues, (object matrix)) \
    F(void, SUNMatDestroy, (object matrix)) \
    F(object, SUNLinSol_Dense, (object vector, object matrix, object context)) \
    F(object, SUNLinSolNewEmpty, (object context)) \
    F(void, SUNLinSolFreeEmpty, (object solver)) \
    F(int, SUNLinSolFree, (object solver)) \
    F(int, SUNLinSolGetType_Dense, (object solver)) \
    F(int, SUNLinSolGetID_Dense, (object solver)) \
    F(int, SUNLinSolInitialize_Dense, (object solver)) \
    F(int, SUNLinSolSetup_Dense, (object solver, object matrix)) \
    F(int, SUNLinSolSolve_Dense, (object solver, object matrix, object x, object b, double tolerance)) \
    F(object, IDACreate, (object context)) \
    F(int, IDAInit, (object ida, residual_function residual, double t, object y, object yp)) \
    F(int, IDAReInit, (object ida, double t, object y, object yp)) \
    F(int, IDASVtolerances, (object ida, double rtol, object atol)) \
    F(int, IDASetLinearSolver, (object ida, object solver, object matrix)) \
    F(int, IDASetJacFn, (object ida, jacobian_function jacobian)) \
    F(int, IDASetInitStep, (object ida, double step)) \
    F(int, IDASetMaxNumSteps, (object ida, long steps)) \
    F(int, IDASetStopTime, (object ida, double stop)) \
    F(int, IDARootInit, (object ida, int n, root_function roots)) \
    F(int, IDASetRootDirection, (object ida, int *direction)) \
    F(int, IDASolve, (object ida, double tout, double *t, object y, object yp, int task)) \
    F(void, IDAFree, (object *ida)) \
    F(int, klu_defaults, (void *common)) \
    F(void *, klu_analyze, (int32_t n, int32_t *colptr, int32_t *rowidx, void *common)) \
    F(void *, klu_factor, (int32_t *colptr, int32_t *rowidx, double *values, void *symbolic, void *common)) \
    F(int, klu_solve, (void *symbolic, void *numeric, int32_t rows, int32_t columns, double *b, void *common)) \
    F(int, klu_free_symbolic, (void **symbolic, void *common)) \
    F(int, klu_free_numeric, (void **numeric, void *common))

#define DECLARE(result, name, arguments) static result (*name) arguments;
FUNCTIONS(DECLARE)

enum { IDA_NORMAL = 1, IDA_ROOT_RETURN = 2, CSC = 0, OUTPUTS = 500 };

static void *find_function(void **handles, int n, const char *name) {
    for (int k = 0; k < n; k++) {
        void *found = handles[k] ? dlsym(handles[k], name) : NULL;
        if (found) return found;
    }
    return NULL;
}

/* Returns 0 if every function was found. */
static int load_libraries(const char **paths, int n) {
    void *handles[16];
    for (int k = 0; k < n && k < 16; k++) handles[k] = dlopen(paths[k], RTLD_NOW | RTLD_LOCAL);
#define FIND(result, name, arguments) if (!(*(void **)&name = find_function(handles, n, #name))) return 1;
    FUNCTIONS(FIND)
    return 0;
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A SUNLinearSolver on KLU. The slots of its table are where a dense solver has its own functions. */
typedef struct {
    int32_t n, *colptr, *rowidx;
    double *values;
    void *symbolic, *numeric;
    double common[128];
} klu_solver;

static int klu_type(object solver) { return (void)solver, 0; }
static int klu_id(object solver) { return (void)solver, 15; }
static int klu_initialise(object solver) { return (void)solver, 0; }

static int klu_setup(object *solver, object matrix) {
    klu_solver *self = solver[0];
    (void)matrix;
    if (self->numeric) klu_free_numeric(&self->numeric, self->common);
    self->numeric = klu_factor(self->colptr, self->rowidx, self->values, self->symbolic, self->common);
    return self->numeric ? 0 : 1;
}

static int klu_solve_vector(object *solver, object matrix, object x, object b, double tolerance) {
    klu_solver *self = solver[0];
    double *out = N_VGetArrayPointer(x);
    (void)matrix, (void)tolerance;
    memcpy(out, N_VGetArrayPointer(b), (size_t)self->n * sizeof *out);
    return klu_solve(self->symbolic, self->numeric, self->n, 1, out, self->common) ? 0 : -1;
}

static object *new_klu_solver(klu_solver *self, object context) {
    double one = 1;
    object vector = N_VMake_Serial(1, &one, context), dense_matrix = SUNDenseMatrix(1, 1, context);
    object *dense = SUNLinSol_Dense(vector, dense_matrix, context), *solver = SUNLinSolNewEmpty(context);
    void *from[] = {(void *)SUNLinSolGetType_Dense, (void *)SUNLinSolGetID_Dense, (void *)SUNLinSolInitialize_Dense,
                    (void *)SUNLinSolSetup_Dense, (void *)SUNLinSolSolve_Dense};
    void *to[] = {(void *)klu_type, (void *)klu_id, (void *)klu_initialise, (void *)klu_setup, (void *)klu_solve_vector};
    for (int word = 1; word <= 2; word++) {
        void **table = dense[word];
        if (!table || (table[0] != from[0] && table[1] != from[0])) continue;
        for (int slot = 0; slot < 12; slot++)
            for (int k = 0; k < 5; k++)
                if (table[slot] == from[k]) ((void **)solver[word])[slot] = to[k];
        break;
    }
    solver[0] = self;
    SUNLinSolFree(dense);
    SUNMatDestroy(dense_matrix);
    N_VDestroy(vector);
    klu_defaults(self->common);
    self->symbolic = klu_analyze(self->n, self->colptr, self->rowidx, self->common);
    return solver;
}

/* `seconds` gets the time of each of `repeats` runs, `values` the solution at the end. Returns 0 or a flag. */
int run_floor(const char **paths, int n_paths, int repeats, double *seconds, double *values);
#endif
