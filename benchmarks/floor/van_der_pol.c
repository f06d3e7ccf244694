/* Van der Pol's oscillator, mu = 1000, to t = 3000 by IDA with a dense matrix, 500 outputs. */
#include "floor.h"

#define N 2
static const double STOP = 3000, RTOL = 1e-6, MU = 1000;

static int residual(double t, object vy, object vyp, object vr, void *user) {
    const double *y = N_VGetArrayPointer(vy), *yp = N_VGetArrayPointer(vyp);
    double *r = N_VGetArrayPointer(vr);
    (void)t, (void)user;
    r[0] = y[1] - yp[0];
    r[1] = MU * (1 - y[0] * y[0]) * y[1] - y[0] - yp[1];
    return 0;
}

static int jacobian(double t, double cj, object vy, object vyp, object r, object matrix, void *user, object a, object b, object c) {
    const double *y = N_VGetArrayPointer(vy);
    double *j = SUNDenseMatrix_Data(matrix);
    (void)t, (void)vyp, (void)r, (void)user, (void)a, (void)b, (void)c;
    j[0] = -cj;
    j[1] = -2 * MU * y[0] * y[1] - 1;
    j[2] = 1;
    j[3] = MU * (1 - y[0] * y[0]) - cj;
    return 0;
}

int run_floor(const char **paths, int n_paths, int repeats, double *seconds, double *values) {
    double y[N] = {2, 0}, yp[N] = {0, -2}, atol[N] = {RTOL, RTOL}, rows[(OUTPUTS + 1) * (N + 1)];
    object context;
    int flag = 0;
    if (load_libraries(paths, n_paths) || SUNContext_Create(NULL, &context)) return 1;
    object vy = N_VMake_Serial(N, y, context), vyp = N_VMake_Serial(N, yp, context), tolerance = N_VMake_Serial(N, atol, context);
    object ida = IDACreate(context), matrix = SUNDenseMatrix(N, N, context), solver = SUNLinSol_Dense(vy, matrix, context);
    IDAInit(ida, residual, 0, vy, vyp);
    IDASVtolerances(ida, RTOL, tolerance);
    IDASetLinearSolver(ida, solver, matrix);
    IDASetJacFn(ida, jacobian);
    IDASetMaxNumSteps(ida, 100000);
    for (int k = 0; k < repeats && flag >= 0; k++) {
        double begin = seconds_now(), t = 0;
        memcpy(y, (double[]){2, 0}, sizeof y);
        memcpy(yp, (double[]){0, -2}, sizeof yp);
        IDAReInit(ida, 0, vy, vyp);
        for (int i = 0; i <= OUTPUTS && flag >= 0; i++) {
            if (i > 0) flag = IDASolve(ida, STOP * i / OUTPUTS, &t, vy, vyp, IDA_NORMAL);
            rows[i * (N + 1)] = t;
            memcpy(rows + i * (N + 1) + 1, y, sizeof y);
        }
        seconds[k] = seconds_now() - begin;
    }
    memcpy(values, y, sizeof y);
    IDAFree(&ida);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    N_VDestroy(vy), N_VDestroy(vyp), N_VDestroy(tolerance);
    SUNContext_Free(&context);
    return flag < 0 ? flag : 0;
}
