/* An oscillator whose position is added up at 10,000 ticks by IDA, which interpolates there; 500 outputs, both limits at ticks. */
#include "floor.h"

#define N 2
enum { TICKS = 10000, ROWS = OUTPUTS + 2 * TICKS + 8, WIDTH = N + 3 };
static const double RTOL = 1e-6, INTERVAL = 0.001;

static int residual(double t, object vy, object vyp, object vr, void *user) {
    const double *y = N_VGetArrayPointer(vy), *yp = N_VGetArrayPointer(vyp);
    double *r = N_VGetArrayPointer(vr);
    (void)t, (void)user;
    r[0] = y[1] - yp[0];
    r[1] = -y[0] - yp[1];
    return 0;
}

static int jacobian(double t, double cj, object vy, object vyp, object r, object matrix, void *user, object a, object b, object c) {
    double *j = SUNDenseMatrix_Data(matrix);
    (void)t, (void)vy, (void)vyp, (void)r, (void)user, (void)a, (void)b, (void)c;
    j[0] = -cj;
    j[1] = -1;
    j[2] = 1;
    j[3] = -cj;
    return 0;
}

static void record(double *rows, int *count, double t, const double *y, double total, int ticks) {
    if (*count >= ROWS) return;
    double *row = rows + (*count)++ * WIDTH;
    row[0] = t;
    row[1] = y[0];
    row[2] = y[1];
    row[3] = total;
    row[4] = ticks;
}

int run_floor(const char **paths, int n_paths, int repeats, double *seconds, double *values) {
    double y[N] = {1, 0}, yp[N] = {0, -1}, atol[N] = {RTOL, RTOL}, total = 0, stop = TICKS * INTERVAL;
    object context;
    int flag = 0, ticks = 0;
    if (load_libraries(paths, n_paths) || SUNContext_Create(NULL, &context)) return 1;
    object vy = N_VMake_Serial(N, y, context), vyp = N_VMake_Serial(N, yp, context), tolerance = N_VMake_Serial(N, atol, context);
    object ida = IDACreate(context), matrix = SUNDenseMatrix(N, N, context), solver = SUNLinSol_Dense(vy, matrix, context);
    double *rows = malloc((size_t)ROWS * WIDTH * sizeof *rows);
    IDAInit(ida, residual, 0, vy, vyp);
    IDASVtolerances(ida, RTOL, tolerance);
    IDASetLinearSolver(ida, solver, matrix);
    IDASetJacFn(ida, jacobian);
    IDASetMaxNumSteps(ida, 100000);
    IDASetInitStep(ida, sqrt(2e-3 * RTOL));
    for (int k = 0; k < repeats && flag >= 0; k++) {
        double begin = seconds_now(), t = 0;
        int count = 0, output = 1;
        total = ticks = 0;
        memcpy(y, (double[]){1, 0}, sizeof y);
        memcpy(yp, (double[]){0, -1}, sizeof yp);
        IDAReInit(ida, 0, vy, vyp);
        IDASetStopTime(ida, stop);
        record(rows, &count, 0, y, total, ticks);
        while (ticks < TICKS && flag >= 0) {
            double tick = (ticks + 1) * INTERVAL, next = stop * output / OUTPUTS;
            if (next < tick - 1e-12) {
                flag = IDASolve(ida, next, &t, vy, vyp, IDA_NORMAL);
                record(rows, &count, t, y, total, ticks);
                output++;
                continue;
            }
            if (next <= tick + 1e-12) output++;
            flag = IDASolve(ida, tick, &t, vy, vyp, IDA_NORMAL);
            record(rows, &count, t, y, total, ticks);
            total += y[0];
            ticks++;
            record(rows, &count, t, y, total, ticks);
        }
        seconds[k] = seconds_now() - begin;
    }
    memcpy(values, y, sizeof y);
    values[2] = total;
    values[3] = ticks;
    free(rows);
    IDAFree(&ida);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    N_VDestroy(vy), N_VDestroy(vyp), N_VDestroy(tolerance);
    SUNContext_Free(&context);
    return flag < 0 ? flag : 0;
}
