/* IDA as a solver: one memory block, matrix and analysis per simulation, kept over all restarts.
 *
 * The linear solver is the runtime's own matrix behind SUNDIALS' interface. The layout of that interface's table differs
 * between versions, so its words are found in the table of a dense solver, by the addresses of the functions in it. */
#include "internal.h"

enum { IDA_ONE_STEP = 2, IDA_MEM_FAIL = -21, CSC = 0, TABLE_WORDS = 20 };
enum { MOST_ORDER = 5, FEW_UNKNOWNS = 64 };

typedef struct {
    mos_simulation *sim;
    const mos_library *library;
    void *context, *memory, *matrix, *solver;
    void *y, *yp, *tolerance, *work; /* vectors */
    double *y_data, *yp_data, *tolerance_data, *work_data, rtol, atol;
    double end, *term;          /* the last step as polynomials around its end: the terms of one unknown side by side */
    int opened, started, is_expanded;   /* the polynomials are there */
} ida;

static int find_word(void **table, void *function, int32_t *word) {
    for (int32_t k = 0; k < TABLE_WORDS; k++)
        if (table[k] == function) {
            *word = k;
            return 0;
        }
    return 1;
}

static int find_words(mos_library *lib, void **solver) {
    for (int32_t k = 1; k <= 2; k++) {
        void **table = solver[k];
        if (!table || find_word(table, lib->SUNLinSolGetType_Dense, &lib->word_type)) continue;
        lib->word_operations = k;
        return find_word(table, lib->SUNLinSolGetID_Dense, &lib->word_id) |
               find_word(table, lib->SUNLinSolInitialize_Dense, &lib->word_initialise) |
               find_word(table, lib->SUNLinSolSetup_Dense, &lib->word_setup) |
               find_word(table, lib->SUNLinSolSolve_Dense, &lib->word_solve);
    }
    return 2;
}

int mos_probe(struct mos_library *lib) {
    void *context = NULL;
    double one = 1;
    int wrong = 3;
    if (lib->SUNContext_Create(NULL, &context) || !context) return 4;
    void *vector = lib->N_VMake_Serial(1, &one, context);
    void *matrix = vector ? lib->SUNDenseMatrix(1, 1, context) : NULL;
    void **solver = matrix ? lib->SUNLinSol_Dense(vector, matrix, context) : NULL;
    if (solver) {
        wrong = find_words(lib, solver);
        lib->SUNLinSolFree(solver);
    }
    if (matrix) lib->SUNMatDestroy(matrix);
    if (vector) lib->N_VDestroy(vector);
    lib->SUNContext_Free(&context);
    return wrong;
}

static int type_direct(void *solver) {
    (void)solver;
    return 0;
}

static int id_custom(void *solver) {
    (void)solver;
    return 15;
}

static int initialise(void *solver) {
    (void)solver;
    return 0;
}

static int setup(void **solver, void *matrix) {
    ida *self = solver[0];
    (void)matrix;
    return matrix_factor(&self->sim->stepping);
}

static int solve(void **solver, void *matrix, void *x, void *b, double tolerance) {
    ida *self = solver[0];
    double *out = self->library->N_VGetArrayPointer(x);
    (void)matrix;
    (void)tolerance;
    memcpy(out, self->library->N_VGetArrayPointer(b), (size_t)self->sim->ny * sizeof *out);
    matrix_solve(&self->sim->stepping, out);
    return 0;
}

static int residual(double t, void *y, void *yp, void *r, void *user) {
    ida *self = user;
    const mos_library *lib = self->library;
    return mos_residual(self->sim, self->sim->run, t, lib->N_VGetArrayPointer(y), lib->N_VGetArrayPointer(yp), lib->N_VGetArrayPointer(r));
}

/* IDA asks for the Jacobian where it has just asked for the residual; then all is evaluated there. */
static void move_to(mos_simulation *sim, double t, const double *y, const double *yp) {
    size_t bytes = (size_t)sim->ny * sizeof(double);
    if (sim->w[0] == t && !memcmp(Y(sim), y, bytes) && !memcmp(YP(sim), yp, bytes)) return;
    sim->w[0] = t;
    memcpy(Y(sim), y, bytes);
    memcpy(YP(sim), yp, bytes);
    evaluate_assignments(sim, sim->t->n_static, sim->t->n_residual);
}

static int jacobian(double t, double cj, void *y, void *yp, void *r, void *matrix, void *user, void *a, void *b, void *c) {
    ida *self = user;
    mos_simulation *sim = self->sim;
    (void)r, (void)matrix, (void)a, (void)b, (void)c;
    sim->run->jacobians++;
    move_to(sim, t, self->library->N_VGetArrayPointer(y), self->library->N_VGetArrayPointer(yp));
    evaluate_partials(sim);
    assemble(sim, 1, cj, sim->stepping.values);
    return 0;
}

static int restart(ida *self, double t, const double *y, const double *yp, double first_step) {
    const mos_library *lib = self->library;
    mos_simulation *sim = self->sim;
    size_t bytes = (size_t)sim->ny * sizeof(double);
    int flag;
    memcpy(self->y_data, y, bytes);
    memcpy(self->yp_data, yp, bytes);
    self->is_expanded = 0;
    if (!self->started) {
        if ((flag = lib->IDAInit(self->memory, residual, t, self->y, self->yp))) return flag;
        if ((flag = lib->IDASetUserData(self->memory, self))) return flag;
    } else if ((flag = lib->IDAReInit(self->memory, t, self->y, self->yp))) return flag;
    if (self->rtol != sim->run->rtol || self->atol != sim->run->atol) {
        self->rtol = sim->run->rtol;
        self->atol = sim->run->atol;
        for (mos_int i = 0; i < sim->ny; i++) self->tolerance_data[i] = self->atol * sim->t->nominal[i];
        if ((flag = lib->IDASVtolerances(self->memory, self->rtol, self->tolerance))) return flag;
    }
    if (!self->started) {
        if ((flag = lib->IDASetLinearSolver(self->memory, self->solver, self->matrix))) return flag;
        if ((flag = lib->IDASetJacFn(self->memory, jacobian))) return flag;
        self->started = 1;
    }
    if (sim->run->max_step > 0 && (flag = lib->IDASetMaxStep(self->memory, sim->run->max_step))) return flag;
    return lib->IDASetInitStep(self->memory, first_step);
}

/* What is asked for often, as where events are located, is computed from polynomials of a step; their terms cost a call each. */
static int expand(ida *self) {
    const mos_library *lib = self->library;
    mos_int ny = self->sim->ny;
    double factorial = 1;
    int order, flag = lib->IDAGetLastOrder(self->memory, &order);
    if (flag || order < 1 || order > MOST_ORDER) return flag;
    for (int k = 2; k <= MOST_ORDER; k++) {
        if (k > order) memset(self->work_data, 0, (size_t)ny * sizeof(double));
        else if ((flag = lib->IDAGetDky(self->memory, self->end, k, self->work))) return flag;
        factorial *= k;
        for (mos_int i = 0; i < ny; i++) self->term[i * (MOST_ORDER + 1) + k] = self->work_data[i] / factorial;
    }
    for (mos_int i = 0; i < ny; i++) {
        self->term[i * (MOST_ORDER + 1)] = self->y_data[i];
        self->term[i * (MOST_ORDER + 1) + 1] = self->yp_data[i];
    }
    self->is_expanded = 1;
    return 0;
}

static void evaluate_terms(const ida *self, double t, mos_int derivative, double *out) {
    double x = t - self->end;
    for (mos_int i = 0; i < self->sim->ny; i++) {
        const double *term = self->term + i * (MOST_ORDER + 1);
        if (derivative) out[i] = term[1] + x * (2 * term[2] + x * (3 * term[3] + x * (4 * term[4] + x * 5 * term[5])));
        else out[i] = term[0] + x * (term[1] + x * (term[2] + x * (term[3] + x * (term[4] + x * term[5]))));
    }
}

static int interpolate(void *pointer, double t, mos_int order, double *out) {
    ida *self = pointer;
    int flag = 0;
    if (self->sim->looks_often && !self->is_expanded && self->sim->ny <= FEW_UNKNOWNS && (flag = expand(self))) return flag;
    if (self->is_expanded) {
        evaluate_terms(self, t, order, out);
        return 0;
    }
    flag = self->library->IDAGetDky(self->memory, t, order, self->work);
    if (!flag) memcpy(out, self->work_data, (size_t)self->sim->ny * sizeof *out);
    return flag;
}

static void explain(void *pointer, mos_failure *failure) {
    ida *self = pointer;
    const mos_library *lib = self->library;
    double *error = self->work_data, *weight = self->y_data;
    if (!self->opened) return;
    lib->IDAGetCurrentStep(self->memory, &failure->step);
    if (lib->IDAGetEstLocalErrors(self->memory, self->work) || lib->IDAGetErrWeights(self->memory, self->y)) return;
    for (failure->count = 0; failure->count < 5 && failure->count < self->sim->ny; failure->count++) {
        mos_int best = 0;
        for (mos_int i = 1; i < self->sim->ny; i++)
            if (!(fabs(error[i]) * weight[i] <= fabs(error[best]) * weight[best])) best = i;
        failure->index[failure->count] = best;
        failure->value[failure->count] = fabs(error[best]) * weight[best];
        weight[best] = -1;
    }
}

static void destroy(void *pointer) {
    ida *self = pointer;
    const mos_library *lib = self->library;
    if (self->memory) lib->IDAFree(&self->memory);
    if (self->solver) lib->SUNLinSolFreeEmpty(self->solver);
    if (self->matrix) lib->SUNMatDestroy(self->matrix);
    void *vectors[] = {self->y, self->yp, self->tolerance, self->work};
    for (int k = 0; k < 4; k++)
        if (vectors[k]) lib->N_VDestroy(vectors[k]);
    if (self->context) lib->SUNContext_Free(&self->context);
    free(self);
}

static int step(void *pointer, double stop, double *t, double *y, double *yp) {
    ida *self = pointer;
    size_t bytes = (size_t)self->sim->ny * sizeof(double);
    int flag = self->library->IDASetStopTime(self->memory, stop);
    self->is_expanded = 0;
    if (flag) return flag;
    flag = self->library->IDASolve(self->memory, stop, t, self->y, self->yp, IDA_ONE_STEP);
    if (flag < 0) return flag;
    self->end = *t;
    memcpy(y, self->y_data, bytes);
    memcpy(yp, self->yp_data, bytes);
    return 0;
}

static void **linear_solver(ida *self) {
    const mos_library *lib = self->library;
    void **solver = lib->SUNLinSolNewEmpty(self->context), **table;
    if (!solver) return NULL;
    table = solver[lib->word_operations];
    solver[0] = self;
    table[lib->word_type] = (void *)type_direct;
    table[lib->word_id] = (void *)id_custom;
    table[lib->word_initialise] = (void *)initialise;
    table[lib->word_setup] = (void *)setup;
    table[lib->word_solve] = (void *)solve;
    return solver;
}

static void *vector_on(ida *self, double **data) {
    *data = allocate(self->sim, (size_t)self->sim->ny, sizeof(double));
    return *data ? self->library->N_VMake_Serial(self->sim->ny, *data, self->context) : NULL;
}

static void silent(int code, const char *module, const char *function, char *message, void *data) {
    (void)code, (void)module, (void)function, (void)message, (void)data;
}

/* What solves the initial equations alone never gets here. */
static int open_memory(ida *self) {
    mos_simulation *sim = self->sim;
    const mos_library *lib = self->library;
    if (lib->SUNContext_Create(NULL, &self->context)) return -1;
    if (lib->SUNContext_ClearErrHandlers) lib->SUNContext_ClearErrHandlers(self->context);
    self->y = vector_on(self, &self->y_data);
    self->yp = vector_on(self, &self->yp_data);
    self->tolerance = vector_on(self, &self->tolerance_data);
    self->work = vector_on(self, &self->work_data);
    self->term = allocate(sim, sim->ny <= FEW_UNKNOWNS ? (size_t)sim->ny * (MOST_ORDER + 1) : 0, sizeof(double));
    self->matrix = lib->SUNSparseMatrix(sim->ny, sim->ny, 1, CSC, self->context);
    self->solver = linear_solver(self);
    self->memory = lib->IDACreate(self->context);
    if (self->memory && lib->IDASetErrHandlerFn) lib->IDASetErrHandlerFn(self->memory, (void *)silent, NULL);
    return self->y && self->yp && self->tolerance && self->work && self->term && self->matrix && self->solver && self->memory ? 0 : -1;
}

static int start(void *pointer, double t, const double *y, const double *yp, double first_step) {
    ida *self = pointer;
    if (!self->opened) {
        if (open_memory(self)) return IDA_MEM_FAIL;
        self->opened = 1;
    }
    return restart(self, t, y, yp, first_step);
}

int ida_create(mos_simulation *sim) {
    ida *self = calloc(1, sizeof *self);
    if (!self) return -1;
    self->sim = sim;
    self->library = sim->library;
    sim->solver = (mos_solver){self, start, step, interpolate, explain, destroy};
    return 0;
}
