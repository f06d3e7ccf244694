/* The matrix of a structure: factors by KLU, whose analysis belongs to the pattern, or dense for a handful of unknowns. */
#include "internal.h"

enum { DENSE_UP_TO = 8 };

/* The head of klu_common, as far as it is read here. */
typedef struct {
    double tol, memgrow, initmem_amd, initmem, maxwork;
    int btf, ordering, scale;
    void *user_order, *user_data;
    int halt_if_singular, status, nrealloc;
    int32_t structural_rank, numerical_rank, singular_col, noffdiag;
    double flops, rcond;
} klu_head;

int matrix_analyse(mos_simulation *sim) {
    const mos_tables *t = sim->t;
    if (sim->ny <= DENSE_UP_TO || !sim->library->klu_defaults) return 0;
    sim->library->klu_defaults(sim->settling.common.bytes);
    sim->symbolic = sim->library->klu_analyze(sim->ny, t->colptr, t->rowidx, sim->settling.common.bytes);
    return sim->symbolic ? 0 : -1;
}

int matrix_create(mos_matrix *matrix, mos_simulation *sim) {
    const mos_tables *t = sim->t;
    size_t n = (size_t)sim->ny;
    matrix->library = sim->library;
    matrix->n = sim->ny;
    matrix->colptr = t->colptr;
    matrix->rowidx = t->rowidx;
    matrix->singular_column = -1;
    matrix->symbolic = sim->symbolic;
    matrix->values = allocate(sim, (size_t)t->nnz, sizeof(double));
    if (sim->symbolic) sim->library->klu_defaults(matrix->common.bytes);
    else if (n) {
        matrix->dense = allocate(sim, n * n, sizeof(double));
        matrix->pivot = allocate(sim, n, sizeof(mos_int));
        if (!matrix->dense || !matrix->pivot) return -1;
    }
    return matrix->values ? 0 : -1;
}

void matrix_destroy(mos_matrix *matrix) {
    if (matrix->numeric) matrix->library->klu_free_numeric(&matrix->numeric, matrix->common.bytes);
}

static int factor_dense(mos_matrix *matrix) {
    mos_int n = matrix->n;
    double *a = matrix->dense;
    memset(a, 0, (size_t)n * (size_t)n * sizeof *a);
    for (mos_int j = 0; j < n; j++)
        for (mos_int k = matrix->colptr[j]; k < matrix->colptr[j + 1]; k++) a[matrix->rowidx[k] * n + j] = matrix->values[k];
    for (mos_int j = 0; j < n; j++) {
        mos_int best = j;
        for (mos_int i = j + 1; i < n; i++)
            if (fabs(a[i * n + j]) > fabs(a[best * n + j])) best = i;
        matrix->pivot[j] = best;
        if (!(fabs(a[best * n + j]) > 0)) {
            matrix->singular_column = j;
            return 1;
        }
        if (best != j)
            for (mos_int k = 0; k < n; k++) {
                double swap = a[j * n + k];
                a[j * n + k] = a[best * n + k];
                a[best * n + k] = swap;
            }
        double inverse = a[j * n + j] = 1 / a[j * n + j]; /* solves are many for one matrix: they multiply */
        for (mos_int i = j + 1; i < n; i++) {
            double factor = a[i * n + j] *= inverse;
            if (factor != 0)
                for (mos_int k = j + 1; k < n; k++) a[i * n + k] -= factor * a[j * n + k];
        }
    }
    return 0;
}

static void solve_dense(const mos_matrix *matrix, double *b) {
    mos_int n = matrix->n;
    const double *a = matrix->dense;
    for (mos_int j = 0; j < n; j++) {
        double swap = b[j];
        b[j] = b[matrix->pivot[j]];
        b[matrix->pivot[j]] = swap;
    }
    for (mos_int i = 1; i < n; i++) {
        double sum = b[i];
        for (mos_int k = 0; k < i; k++) sum -= a[i * n + k] * b[k];
        b[i] = sum;
    }
    for (mos_int i = n - 1; i >= 0; i--) {
        double sum = b[i];
        for (mos_int k = i + 1; k < n; k++) sum -= a[i * n + k] * b[k];
        b[i] = sum * a[i * n + i];
    }
}

/* Old pivots do as long as the matrix does not come near a singular one with them. */
static int refactor(mos_matrix *matrix) {
    const mos_library *lib = matrix->library;
    klu_head *head = (klu_head *)matrix->common.bytes;
    if (!matrix->numeric || !lib->klu_refactor || !lib->klu_rcond) return 0;
    if (!lib->klu_refactor(matrix->colptr, matrix->rowidx, matrix->values, matrix->symbolic, matrix->numeric, head)) return 0;
    return lib->klu_rcond(matrix->symbolic, matrix->numeric, head) && head->rcond > 1e-11;
}

int matrix_factor(mos_matrix *matrix) {
    const mos_library *lib = matrix->library;
    klu_head *head = (klu_head *)matrix->common.bytes;
    if (matrix->n == 0) return 0;
    if (!all_finite(matrix->values, matrix->colptr[matrix->n])) {
        matrix->singular_column = -1;
        return 1;
    }
    if (matrix->dense) return factor_dense(matrix);
    if (refactor(matrix)) return 0;
    if (matrix->numeric) lib->klu_free_numeric(&matrix->numeric, head);
    matrix->numeric = lib->klu_factor(matrix->colptr, matrix->rowidx, matrix->values, matrix->symbolic, head);
    if (matrix->numeric && head->status == 0) return 0;
    matrix->singular_column = head->singular_col < matrix->n ? head->singular_col : -1;
    return 1;
}

void matrix_solve(mos_matrix *matrix, double *b) {
    if (matrix->n == 0) return;
    if (matrix->dense) solve_dense(matrix, b);
    else if (matrix->numeric)
        matrix->library->klu_solve(matrix->symbolic, matrix->numeric, matrix->n, 1, b, matrix->common.bytes);
}
