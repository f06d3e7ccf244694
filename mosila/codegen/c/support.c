/* Reports, foreign calls and external objects; one copy in a process, which all kernels with functions are linked with. */
#include "mosila_functions.h"
#include "ModelicaUtilities.h"
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { STACK_BYTES = 4 << 20, SIGNAL_STACK = 1 << 16 };

static _Thread_local mos_report trouble;
static _Thread_local mos_report *warnings;
static _Thread_local int warning_count;
static _Thread_local const double *clock_of_run;
static _Thread_local long taken;
static _Thread_local mos_foreign *volatile current;
static _Thread_local int owner;

/* Reports */

static void begin_report(mos_report *report, int kind, const char *function, int place) {
    report->kind = kind;
    report->place = place;
    report->function = function;
    report->time = clock_of_run ? *clock_of_run : NAN;
}

int mos_trouble(int kind, const char *function, int place, const char *format, ...) {
    va_list arguments;
    begin_report(&trouble, kind, function, place);
    va_start(arguments, format);
    vsnprintf(trouble.message, MOS_MESSAGE, format, arguments);
    va_end(arguments);
    return 1;
}

int mos_index_trouble(const char *function, int place, double index, int count) {
    return mos_trouble(MOS_INDEX, function, place, "index %.10g is not one of 1 to %d", index + 1, count);
}

static void add_warning(const char *function, int place, const char *format, va_list arguments) {
    mos_report *report;
    if (!warnings && !(warnings = calloc(MOS_WARNINGS, sizeof *warnings))) return;
    if (warning_count == MOS_WARNINGS) return;
    report = warnings + warning_count;
    begin_report(report, MOS_WARNING, function, place);
    vsnprintf(report->message, MOS_MESSAGE, format, arguments);
    for (int k = 0; k < warning_count; k++)
        if (!strcmp(warnings[k].message, report->message) && warnings[k].function == function) return;
    warning_count++;
}

void mos_warn(const char *function, int place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_warning(function, place, format, arguments);
    va_end(arguments);
}

int mos_too_deep(const char *function, long bytes) {
    if (taken + bytes > STACK_BYTES) return mos_trouble(MOS_ENDLESS, function, -1, "too many of its calls are within each other");
    taken += bytes;
    return 0;
}

void mos_back(long bytes) {
    taken -= bytes;
}

const mos_report *mos_last_trouble(void) {
    return &trouble;
}

int mos_warning_count(void) {
    return warning_count;
}

const mos_report *mos_warning(int k) {
    return warnings + k;
}

void mos_forget(void) {
    trouble.kind = 0;
    warning_count = 0;
}

void mos_set_clock(const double *time) {
    clock_of_run = time;
}

/* Foreign code */

static struct { int number; struct sigaction before; } crashes[] = {
    {.number = SIGSEGV}, {.number = SIGBUS}, {.number = SIGFPE}, {.number = SIGILL}, {.number = SIGABRT},
};
static pthread_once_t handlers_set = PTHREAD_ONCE_INIT;

static void tell(const char *text) {
    if (write(STDERR_FILENO, text, strlen(text)) < 0) return;
}

static void on_crash(int number, siginfo_t *info, void *context) {
    (void)info;
    (void)context;
    if (current) {
        tell("mosila: the program crashed in foreign code, called by the external function ");
        tell(current->name);
        tell("\n");
    }
    for (size_t k = 0; k < sizeof crashes / sizeof *crashes; k++)
        if (crashes[k].number == number) sigaction(number, &crashes[k].before, NULL);
    raise(number);
}

static void set_handlers(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (size_t k = 0; k < sizeof crashes / sizeof *crashes; k++) sigaction(crashes[k].number, &action, &crashes[k].before);
}

/* A stack overflow leaves no room for a handler on the stack itself. */
static void set_signal_stack(void) {
    static _Thread_local int is_set;
    stack_t stack, before;
    if (is_set) return;
    is_set = 1;
    memset(&stack, 0, sizeof stack);
    if (sigaltstack(NULL, &before) || !(before.ss_flags & SS_DISABLE)) return;
    stack.ss_sp = malloc(SIGNAL_STACK);
    stack.ss_size = SIGNAL_STACK;
    if (stack.ss_sp) sigaltstack(&stack, NULL);
}

typedef struct block { struct block *next; } block;

static void free_strings(mos_foreign *call) {
    block *next, *found = call->strings;
    for (; found; found = next) {
        next = found->next;
        free(found);
    }
    call->strings = NULL;
}

void mos_begin_foreign(mos_foreign *call, const char *function, const char *name) {
    pthread_once(&handlers_set, set_handlers);
    set_signal_stack();
    call->function = function;
    call->name = name;
    call->strings = NULL;
    call->outer = current;
    current = call;
}

void mos_end_foreign(mos_foreign *call) {
    free_strings(call);
    current = call->outer;
}

void ModelicaVFormatError(const char *format, va_list arguments) {
    if (!current) {
        vfprintf(stderr, format, arguments);
        fputc('\n', stderr);
        abort();
    }
    begin_report(&trouble, MOS_FOREIGN, current->function, -1);
    vsnprintf(trouble.message, MOS_MESSAGE, format, arguments);
    longjmp(current->jump, 1);
}

void ModelicaFormatError(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    ModelicaVFormatError(format, arguments);
}

void ModelicaError(const char *string) {
    ModelicaFormatError("%s", string);
}

void ModelicaVFormatWarning(const char *format, va_list arguments) {
    add_warning(current ? current->function : "", -1, format, arguments);
}

void ModelicaFormatWarning(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    ModelicaVFormatWarning(format, arguments);
    va_end(arguments);
}

void ModelicaWarning(const char *string) {
    ModelicaFormatWarning("%s", string);
}

void ModelicaVFormatMessage(const char *format, va_list arguments) {
    vfprintf(stderr, format, arguments);
    fflush(stderr);
}

void ModelicaFormatMessage(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    ModelicaVFormatMessage(format, arguments);
    va_end(arguments);
}

void ModelicaMessage(const char *string) {
    ModelicaFormatMessage("%s", string);
}

char *ModelicaAllocateStringWithErrorReturn(size_t length) {
    block *made = calloc(1, sizeof *made + length + 1);
    if (!made) return NULL;
    if (current) {
        made->next = current->strings;
        current->strings = made;
    }
    return (char *)(made + 1);
}

char *ModelicaAllocateString(size_t length) {
    char *made = ModelicaAllocateStringWithErrorReturn(length);
    if (!made) ModelicaError("there is no memory left for a string");
    return made;
}

char *ModelicaDuplicateStringWithErrorReturn(const char *string) {
    char *made = ModelicaAllocateStringWithErrorReturn(strlen(string));
    return made ? strcpy(made, string) : NULL;
}

char *ModelicaDuplicateString(const char *string) {
    return strcpy(ModelicaAllocateString(strlen(string)), string);
}

/* The tables of the Modelica Standard Library ask for this function where the modeller writes none. */
int usertab(char *table, int kind, int sizes[], int *by_columns, double **values) {
    (void)kind, (void)sizes, (void)by_columns, (void)values;
    ModelicaFormatError("there is no function usertab that could give the table %s", table);
    return 1;
}

/* External objects */

typedef struct {
    void *object;
    void (*destroy)(void *);
    const char *name;
    int owner, alive;
} kept;

static kept *objects;
static size_t object_count, object_room;
static pthread_mutex_t objects_lock = PTHREAD_MUTEX_INITIALIZER;

double mos_keep_object(void *object, void (*destroy)(void *), const char *name) {
    double handle = NAN;
    pthread_mutex_lock(&objects_lock);
    if (object_count == object_room) {
        size_t room = object_room ? 2 * object_room : 64;
        kept *more = realloc(objects, room * sizeof *more);
        if (more) {
            objects = more;
            object_room = room;
        }
    }
    if (object_count < object_room) {
        objects[object_count] = (kept){object, destroy, name, owner, 1};
        handle = (double)++object_count;
    }
    pthread_mutex_unlock(&objects_lock);
    return handle;
}

void *mos_object(double handle, int *status, const char *function, int place) {
    void *found = NULL;
    int alive = 0;
    pthread_mutex_lock(&objects_lock);
    if (handle >= 1 && handle <= (double)object_count) {
        found = objects[(size_t)handle - 1].object;
        alive = objects[(size_t)handle - 1].alive;
    }
    pthread_mutex_unlock(&objects_lock);
    if (!alive && !*status) *status = mos_trouble(MOS_FOREIGN, function, place, "there is no such external object (any more)");
    return found;
}

int mos_set_owner(int wanted) {
    int before = owner;
    owner = wanted;
    return before;
}

/* In the opposite order of their making. A destructor may call ModelicaError: that is passed over. */
void mos_destroy_objects(int wanted) {
    for (size_t k = object_count; k-- > 0;) {
        kept found;
        mos_foreign call;
        pthread_mutex_lock(&objects_lock);
        found = objects[k];
        if (found.owner == wanted) objects[k].alive = 0;
        pthread_mutex_unlock(&objects_lock);
        if (found.owner != wanted || !found.alive || !found.destroy) continue;
        mos_begin_foreign(&call, "", found.name);
        if (!setjmp(call.jump)) found.destroy(found.object);
        mos_end_foreign(&call);
    }
}
