/* A chain of 100 resistors and capacitors, R = C = 1, driven by 1 V, to t = 100 by IDA with KLU, 500 outputs. */
#include "floor.h"

enum { N = 100, NONZEROS = 3 * N - 2 };
static const double STOP = 100, RTOL = 1e-8, R = 1, C = 1, SOURCE = 1;

static int residual(double t, object vy, object vyp, object vr, void *user) {
    const double *v = N_VGetArrayPointer(vy), *vp = N_VGetArrayPointer(vyp);
    double *r = N_VGetArrayPointer(vr), in = (SOURCE - v[0]) / R;
    (void)t, (void)user;
    for (int i = 0; i < N; i++) {
        double out = i + 1 < N ? (v[i] - v[i + 1]) / R : 0;
        r[i] = in - out - C * vp[i];
        in = out;
    }
    return 0;
}

static int jacobian(double t, double cj, object vy, object vyp, object r, object matrix, void *user, object a, object b, object c) {
    double *values = SUNSparseMatrix_Data(matrix);
    (void)t, (void)vy, (void)vyp, (void)r, (void)user, (void)a, (void)b, (void)c;
    for (int j = 0, k = 0; j < N; j++) {
        if (j > 0) values[k++] = 1 / R;
        values[k++] = -(j + 1 < N ? 2 : 1) / R - C * cj;
        if (j + 1 < N) values[k++] = 1 / R;
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
static int pattern_and_values(double t, double cj, object vy, object vyp, object r, object matrix, void *user, object a, object b, object c) {
    fill_pattern(SUNSparseMatrix_IndexPointers(matrix), SUNSparseMatrix_IndexValues(matrix));
    return jacobian(t, cj, vy, vyp, r, matrix, user, a, b, c);
}

static void start(double *v, double *vp) {
    memset(v, 0, N * sizeof *v);
    memset(vp, 0, N * sizeof *vp);
    vp[0] = SOURCE / (R * C);
}

int run_floor(const char **paths, int n_paths, int repeats, double *seconds, double *values) {
    double v[N], vp[N], atol[N];
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
    double *rows = malloc((OUTPUTS + 1) * (N + 1) * sizeof *rows);
    IDAInit(ida, residual, 0, vy, vyp);
    IDASVtolerances(ida, RTOL, tolerance);
    IDASetLinearSolver(ida, solver, matrix);
    IDASetJacFn(ida, pattern_and_values);
    IDASetMaxNumSteps(ida, 100000);
    for (int k = 0; k < repeats && flag >= 0; k++) {
        double begin = seconds_now(), t = 0;
        start(v, vp);
        IDAReInit(ida, 0, vy, vyp);
        for (int i = 0; i <= OUTPUTS && flag >= 0; i++) {
            if (i > 0) flag = IDASolve(ida, STOP * i / OUTPUTS, &t, vy, vyp, IDA_NORMAL);
            rows[i * (N + 1)] = t;
            memcpy(rows + i * (N + 1) + 1, v, sizeof v);
        }
        seconds[k] = seconds_now() - begin;
    }
    memcpy(values, v, sizeof v);
    free(rows);
    IDAFree(&ida);
    SUNLinSolFreeEmpty(solver);
    SUNMatDestroy(matrix);
    if (klu.numeric) klu_free_numeric(&klu.numeric, klu.common);
    klu_free_symbolic(&klu.symbolic, klu.common);
    N_VDestroy(vy), N_VDestroy(vyp), N_VDestroy(tolerance);
    SUNContext_Free(&context);
    return flag < 0 ? flag : 0;
}
