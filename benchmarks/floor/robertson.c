/* Robertson's reactions to t = 1e5 by IDA with a dense matrix, 500 outputs. */
#include "floor.h"

#define N 3
static const double STOP = 1e5, RTOL = 1e-6;

static int residual(double t, object vy, object vyp, object vr, void *user) {
    const double *y = N_VGetArrayPointer(vy), *yp = N_VGetArrayPointer(vyp);
    double *r = N_VGetArrayPointer(vr);
    (void)t, (void)user;
    r[0] = -0.04 * y[0] + 1e4 * y[1] * y[2] - yp[0];
    r[1] = 0.04 * y[0] - 1e4 * y[1] * y[2] - 3e7 * y[1] * y[1] - yp[1];
    r[2] = y[0] + y[1] + y[2] - 1;
    return 0;
}

static int jacobian(double t, double cj, object vy, object vyp, object r, object matrix, void *user, object a, object b, object c) {
    const double *y = N_VGetArrayPointer(vy);
    double *j = SUNDenseMatrix_Data(matrix);
    (void)t, (void)vyp, (void)r, (void)user, (void)a, (void)b, (void)c;
    j[0] = -0.04 - cj;
    j[1] = 0.04;
    j[2] = 1;
    j[3] = 1e4 * y[2];
    j[4] = -1e4 * y[2] - 6e7 * y[1] - cj;
    j[5] = 1;
    j[6] = 1e4 * y[1];
    j[7] = -1e4 * y[1];
    j[8] = 1;
    return 0;
}

int run_floor(const char **paths, int n_paths, int repeats, double *seconds, double *values) {
    double y[N] = {1, 0, 0}, yp[N] = {-0.04, 0.04, 0}, atol[N] = {RTOL, 1e-4 * RTOL, RTOL};
    object context;
    int flag = 0;
    if (load_libraries(paths, n_paths) || SUNContext_Create(NULL, &context)) return 1;
    object vy = N_VMake_Serial(N, y, context), vyp = N_VMake_Serial(N, yp, context), tolerance = N_VMake_Serial(N, atol, context);
    object ida = IDACreate(context), matrix = SUNDenseMatrix(N, N, context), solver = SUNLinSol_Dense(vy, matrix, context);
    double *rows = malloc((OUTPUTS + 1) * (N + 1) * sizeof *rows);
    IDAInit(ida, residual, 0, vy, vyp);
    IDASVtolerances(ida, RTOL, tolerance);
    IDASetLinearSolver(ida, solver, matrix);
    IDASetJacFn(ida, jacobian);
    IDASetMaxNumSteps(ida, 100000);
    for (int k = 0; k < repeats && flag >= 0; k++) {
        double begin = seconds_now(), t = 0;
        memcpy(y, (double[]){1, 0, 0}, sizeof y);
        memcpy(yp, (double[]){-0.04, 0.04, 0}, sizeof yp);
        IDAReInit(ida, 0, vy, vyp);
        for (int i = 0; i <= OUTPUTS && flag >= 0; i++) {
            if (i > 0) flag = IDASolve(ida, STOP * i / OUTPUTS, &t, vy, vyp, IDA_NORMAL);
            rows[i * (N + 1)] = t;
            memcpy(rows + i * (N + 1) + 1, y, sizeof y);
        }
        seconds[k] = seconds_now() - begin;
    }
    memcpy(values, rows + OUTPUTS * (N + 1) + 1, sizeof y);
    free(rows);
    IDAFree(&ida);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    N_VDestroy(vy), N_VDestroy(vyp), N_VDestroy(tolerance);
    SUNContext_Free(&context);
    return flag < 0 ? flag : 0;
}
