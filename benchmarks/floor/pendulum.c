/* A pendulum in Cartesian coordinates by IDA, 500 outputs: positions, velocities and the force in the rod, whose constraint is
 * differentiated twice by hand, so that IDA has a problem of index 1. Nothing brings it back to the rod. */
#include "floor.h"

#define N 5
static const double RTOL = 1e-6, GRAVITY = 9.81, STOP = 10;

static int residual(double t, object vy, object vyp, object vr, void *user) {
    const double *y = N_VGetArrayPointer(vy), *yp = N_VGetArrayPointer(vyp);
    double *r = N_VGetArrayPointer(vr);
    (void)t, (void)user;
    r[0] = y[2] - yp[0];
    r[1] = y[3] - yp[1];
    r[2] = -y[4] * y[0] - yp[2];
    r[3] = -y[4] * y[1] - GRAVITY - yp[3];
    r[4] = y[2] * y[2] + y[3] * y[3] - GRAVITY * y[1] - y[4] * (y[0] * y[0] + y[1] * y[1]);
    return 0;
}

static int jacobian(double t, double cj, object vy, object vyp, object r, object matrix, void *user, object a, object b, object c) {
    const double *y = N_VGetArrayPointer(vy);
    double *j = SUNDenseMatrix_Data(matrix);
    (void)t, (void)vyp, (void)r, (void)user, (void)a, (void)b, (void)c;
    for (int k = 0; k < 4; k++) j[k * N + k] = -cj;
    j[2 * N + 0] = 1;
    j[3 * N + 1] = 1;
    j[0 * N + 2] = -y[4];
    j[4 * N + 2] = -y[0];
    j[1 * N + 3] = -y[4];
    j[4 * N + 3] = -y[1];
    j[0 * N + 4] = -2 * y[4] * y[0];
    j[1 * N + 4] = -GRAVITY - 2 * y[4] * y[1];
    j[2 * N + 4] = 2 * y[2];
    j[3 * N + 4] = 2 * y[3];
    j[4 * N + 4] = -(y[0] * y[0] + y[1] * y[1]);
    return 0;
}

int run_floor(const char **paths, int n_paths, int repeats, double *seconds, double *values) {
    double y[N] = {1}, yp[N] = {0, 0, 0, -GRAVITY, 0}, atol[N] = {RTOL, RTOL, RTOL, RTOL, RTOL};
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
        memcpy(y, (double[N]){1}, sizeof y);
        memcpy(yp, (double[N]){0, 0, 0, -GRAVITY, 0}, sizeof yp);
        IDAReInit(ida, 0, vy, vyp);
        for (int i = 0; i <= OUTPUTS && flag >= 0; i++) {
            if (i > 0) flag = IDASolve(ida, STOP * i / OUTPUTS, &t, vy, vyp, IDA_NORMAL);
            rows[i * (N + 1)] = t;
            memcpy(rows + i * (N + 1) + 1, y, sizeof y);
        }
        seconds[k] = seconds_now() - begin;
    }
    memcpy(values, y, sizeof y);
    free(rows);
    IDAFree(&ida);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    N_VDestroy(vy), N_VDestroy(vyp), N_VDestroy(tolerance);
    SUNContext_Free(&context);
    return flag < 0 ? flag : 0;
}
