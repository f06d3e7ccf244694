/* An elastic ball from a height of 1 to t = 903.2, after its 1000th impact, by IDA with its root finding, 500 outputs, both
 * limits at impacts. */
#include "floor.h"

#define N 2
enum { IMPACTS = 1000, ROWS = OUTPUTS + 2 * IMPACTS + 8 };
static const double RTOL = 1e-6, GRAVITY = 9.81, STOP = 903.2;

static int residual(double t, object vy, object vyp, object vr, void *user) {
    const double *y = N_VGetArrayPointer(vy), *yp = N_VGetArrayPointer(vyp);
    double *r = N_VGetArrayPointer(vr);
    (void)t, (void)user;
    r[0] = y[1] - yp[0];
    r[1] = -GRAVITY - yp[1];
    return 0;
}

static int jacobian(double t, double cj, object vy, object vyp, object r, object matrix, void *user, object a, object b, object c) {
    double *j = SUNDenseMatrix_Data(matrix);
    (void)t, (void)vy, (void)vyp, (void)r, (void)user, (void)a, (void)b, (void)c;
    j[0] = -cj;
    j[1] = 0;
    j[2] = 1;
    j[3] = -cj;
    return 0;
}

static int height(double t, object vy, object vyp, double *g, void *user) {
    (void)t, (void)vyp, (void)user;
    g[0] = N_VGetArrayPointer(vy)[0];
    return 0;
}

static void record(double *rows, int *count, double t, const double *y) {
    if (*count >= ROWS) return;
    double *row = rows + (*count)++ * (N + 1);
    row[0] = t;
    row[1] = y[0];
    row[2] = y[1];
}

int run_floor(const char **paths, int n_paths, int repeats, double *seconds, double *values) {
    double y[N] = {1, 0}, yp[N] = {0, -GRAVITY}, atol[N] = {RTOL, RTOL};
    object context;
    int flag = 0, direction = -1, impacts = 0;
    if (load_libraries(paths, n_paths) || SUNContext_Create(NULL, &context)) return 1;
    object vy = N_VMake_Serial(N, y, context), vyp = N_VMake_Serial(N, yp, context), tolerance = N_VMake_Serial(N, atol, context);
    object ida = IDACreate(context), matrix = SUNDenseMatrix(N, N, context), solver = SUNLinSol_Dense(vy, matrix, context);
    double *rows = malloc(ROWS * (N + 1) * sizeof *rows), stop = STOP;
    IDAInit(ida, residual, 0, vy, vyp);
    IDASVtolerances(ida, RTOL, tolerance);
    IDASetLinearSolver(ida, solver, matrix);
    IDASetJacFn(ida, jacobian);
    IDASetMaxNumSteps(ida, 100000);
    IDARootInit(ida, 1, height);
    IDASetRootDirection(ida, &direction);
    IDASetInitStep(ida, sqrt(2e-3 * RTOL / GRAVITY));
    for (int k = 0; k < repeats && flag >= 0; k++) {
        double begin = seconds_now(), t = 0;
        int count = 0;
        impacts = 0;
        memcpy(y, (double[]){1, 0}, sizeof y);
        memcpy(yp, (double[]){0, -GRAVITY}, sizeof yp);
        IDAReInit(ida, 0, vy, vyp);
        record(rows, &count, 0, y);
        for (int i = 1; i <= OUTPUTS && flag >= 0;) {
            flag = IDASolve(ida, stop * i / OUTPUTS, &t, vy, vyp, IDA_NORMAL);
            record(rows, &count, t, y);
            if (flag != IDA_ROOT_RETURN) {
                i++;
                continue;
            }
            impacts++;
            y[1] = -y[1];
            yp[0] = y[1];
            yp[1] = -GRAVITY;
            record(rows, &count, t, y);
            IDAReInit(ida, t, vy, vyp);
        }
        seconds[k] = seconds_now() - begin;
    }
    memcpy(values, y, sizeof y);
    values[2] = impacts;
    free(rows);
    IDAFree(&ida);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    N_VDestroy(vy), N_VDestroy(vyp), N_VDestroy(tolerance);
    SUNContext_Free(&context);
    return flag < 0 ? flag : 0;
}
