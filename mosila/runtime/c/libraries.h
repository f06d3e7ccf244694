/* The functions of SUNDIALS (6 or 7) and KLU that the runtime calls, by address: it links to neither.
 * Integers of SUNDIALS' index type are passed as int64_t, which serves both of its widths. */
#ifndef MOSILA_LIBRARIES_H
#define MOSILA_LIBRARIES_H
#include <stdint.h>

typedef int (*mos_ida_residual)(double t, void *y, void *yp, void *r, void *user);
typedef int (*mos_ida_jacobian)(double t, double cj, void *y, void *yp, void *r, void *matrix, void *user, void *a, void *b, void *c);

struct mos_library {
    int (*SUNContext_Create)(void *communicator, void **context);
    int (*SUNContext_Free)(void **context);
    int (*SUNContext_ClearErrHandlers)(void *context); /* since 7, else NULL */
    void *(*N_VMake_Serial)(int64_t n, double *data, void *context);
    double *(*N_VGetArrayPointer)(void *vector);
    void (*N_VDestroy)(void *vector);
    void *(*SUNDenseMatrix)(int64_t rows, int64_t columns, void *context);
    void *(*SUNSparseMatrix)(int64_t rows, int64_t columns, int64_t nonzeros, int type, void *context);
    void (*SUNMatDestroy)(void *matrix);
    void *(*SUNLinSol_Dense)(void *vector, void *matrix, void *context);
    int (*SUNLinSolFree)(void *solver);
    void *(*SUNLinSolNewEmpty)(void *context);
    void (*SUNLinSolFreeEmpty)(void *solver);
    /* found in the table of a dense solver, never called */
    void *SUNLinSolGetType_Dense, *SUNLinSolGetID_Dense, *SUNLinSolInitialize_Dense, *SUNLinSolSetup_Dense, *SUNLinSolSolve_Dense;
    void *(*IDACreate)(void *context);
    int (*IDAInit)(void *ida, mos_ida_residual residual, double t, void *y, void *yp);
    int (*IDAReInit)(void *ida, double t, void *y, void *yp);
    int (*IDASVtolerances)(void *ida, double rtol, void *atol);
    int (*IDASetUserData)(void *ida, void *user);
    int (*IDASetLinearSolver)(void *ida, void *solver, void *matrix);
    int (*IDASetJacFn)(void *ida, mos_ida_jacobian jacobian);
    int (*IDASetStopTime)(void *ida, double stop);
    int (*IDASetInitStep)(void *ida, double step);
    int (*IDASetMaxStep)(void *ida, double step);
    int (*IDASolve)(void *ida, double tout, double *t, void *y, void *yp, int task);
    int (*IDAGetDky)(void *ida, double t, int order, void *out);
    int (*IDAGetLastOrder)(void *ida, int *order);
    int (*IDAGetErrWeights)(void *ida, void *out);
    int (*IDAGetEstLocalErrors)(void *ida, void *out);
    int (*IDAGetLastStep)(void *ida, double *step);
    int (*IDAGetCurrentStep)(void *ida, double *step);
    void (*IDAFree)(void **ida);
    int (*IDASetErrHandlerFn)(void *ida, void *handler, void *data); /* 6 only, else NULL */

    int (*klu_defaults)(void *common); /* NULL: no KLU, dense matrices */
    void *(*klu_analyze)(int32_t n, const int32_t *colptr, const int32_t *rowidx, void *common);
    void *(*klu_factor)(const int32_t *colptr, const int32_t *rowidx, const double *values, void *symbolic, void *common);
    int (*klu_refactor)(const int32_t *colptr, const int32_t *rowidx, const double *values, void *symbolic, void *numeric,
                        void *common); /* where a library has it */
    int (*klu_rcond)(void *symbolic, void *numeric, void *common);
    int (*klu_solve)(void *symbolic, void *numeric, int32_t rows, int32_t columns, double *b, void *common);
    int (*klu_free_symbolic)(void **symbolic, void *common);
    int (*klu_free_numeric)(void **numeric, void *common);

    /* words of a SUNLinearSolver and of its table of operations, found by mos_probe */
    int32_t word_operations, word_type, word_id, word_initialise, word_setup, word_solve;
};

/* Finds the words above. Returns 0, or a number that says what was not found. */
#ifdef __GNUC__
__attribute__((visibility("default")))
#endif
int mos_probe(struct mos_library *library);

#endif
