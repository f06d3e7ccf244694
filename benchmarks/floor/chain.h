/* A chain v[i]' = FACTOR (v[i-1] - 2 v[i] + v[i+1]) by IDA with KLU, 500 outputs. The first has LEFT beside it; the last has 0
 * beside it, or nothing where OPEN is 1. N, FACTOR, LEFT, OPEN, FINAL, RTOL and START(i) are given by who includes this. */
#include "floor.h"

enum { NONZEROS = 3 * N - 2 };

static int residual(double t, object vy, object vyp, object vr, void *user) {
    const double *v = N_VGetArrayPointer(vy), *vp = N_VGetArrayPointer(vyp);
    double *r = N_VGetArrayPointer(vr), in = FACTOR * (LEFT - v[0]);
    (void)t, (void)user;
    for (int i = 0; i < N; i++) {
        double out = i + 1 < N ? FACTOR * (v[i] - v[i + 1]) : OPEN ? 0 : FACTOR * v[i];
        r[i] = in - out - vp[i];
        in = out;
    }
    return 0;
}

static void fill_pattern(int32_t *colptr, int32_t *rowidx) {
    int k = 0;
    for (int j = 0; j < N; j++) {
        colptr[j] = k;
        for (int i = j > 0 ? j - 1 : 0; i <= j + 1 && i < N; i++) rowidx[k++] = i;
    }
    colptr[N] = k;
}

/* IDA sets its matrix to zero before it asks for a Jacobian, and the pattern with it. */
static int jacobian(double t, double cj, object vy, object vyp, object r, object matrix, void *user, object a, object b, object c) {
    double *values = SUNSparseMatrix_Data(matrix);
    (void)t, (void)vy, (void)vyp, (void)r, (void)user, (void)a, (void)b, (void)c;
    fill_pattern(SUNSparseMatrix_IndexPointers(matrix), SUNSparseMatrix_IndexValues(matrix));
    for (int j = 0, k = 0; j < N; j++) {
        if (j > 0) values[k++] = FACTOR;
        values[k++] = -(OPEN && j + 1 == N ? 1 : 2) * FACTOR - cj;
        if (j + 1 < N) values[k++] = FACTOR;
    }
    return 0;
}

static void start(double *v, double *vp) {
    for (int i = 0; i < N; i++) v[i] = START(i);
    for (int i = 0; i < N; i++) {
        double right = i + 1 < N ? v[i + 1] : OPEN ? v[i] : 0;
        vp[i] = FACTOR * ((i ? v[i - 1] : LEFT) - 2 * v[i] + right);
    }
}

int run_floor(const char **paths, int n_paths, int repeats, double *seconds, double *values) {
    static double v[N], vp[N], atol[N];
    object context;
    int flag = 0;
    klu_solver klu = {0};
    if (load_libraries(paths, n_paths) || SUNContext_Create(NULL, &context)) return 1;
    start(v, vp);
    for (int i = 0; i < N; i++) atol[i] = RTOL;
    object vy = N_VMake_Serial(N, v, context), vyp = N_VMake_Serial(N, vp, context), tolerance = N_VMake_Serial(N, atol, context);
    object ida = IDACreate(context), matrix = SUNSparseMatrix(N, N, NONZEROS, CSC, context);
    klu.n = N;
    klu.colptr = SUNSparseMatrix_IndexPointers(matrix);
    klu.rowidx = SUNSparseMatrix_IndexValues(matrix);
    klu.values = SUNSparseMatrix_Data(matrix);
    fill_pattern(klu.colptr, klu.rowidx);
    object *solver = new_klu_solver(&klu, context);
    IDAInit(ida, residual, 0, vy, vyp);
    IDASVtolerances(ida, RTOL, tolerance);
    IDASetLinearSolver(ida, solver, matrix);
    IDASetJacFn(ida, jacobian);
    IDASetMaxNumSteps(ida, 100000);
    for (int k = 0; k < repeats && flag >= 0; k++) {
        double begin = seconds_now(), t = 0;
        double *rows = malloc((size_t)(OUTPUTS + 1) * (N + 1) * sizeof *rows);
        start(v, vp);
        IDAReInit(ida, 0, vy, vyp);
        for (int i = 0; i <= OUTPUTS && flag >= 0; i++) {
            if (i > 0) flag = IDASolve(ida, FINAL * i / OUTPUTS, &t, vy, vyp, IDA_NORMAL);
            rows[(size_t)i * (N + 1)] = t;
            memcpy(rows + (size_t)i * (N + 1) + 1, v, sizeof v);
        }
        seconds[k] = seconds_now() - begin;
        free(rows);
    }
    memcpy(values, v, sizeof v);
    IDAFree(&ida);
    SUNLinSolFreeEmpty(solver);
    SUNMatDestroy(matrix);
    if (klu.numeric) klu_free_numeric(&klu.numeric, klu.common);
    klu_free_symbolic(&klu.symbolic, klu.common);
    N_VDestroy(vy), N_VDestroy(vyp), N_VDestroy(tolerance);
    SUNContext_Free(&context);
    return flag < 0 ? flag : 0;
}
