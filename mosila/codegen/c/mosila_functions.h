/* What the functions of a kernel need: how they report trouble, call foreign code and keep external objects.
 *
 * A function returns 0, or 1 after trouble: then all its outputs are NaN and the report says why. Reports belong to the
 * thread. `function` is the name of the C function and `place` the number of the statement, in the order of its text.
 */
#ifndef MOSILA_FUNCTIONS_H
#define MOSILA_FUNCTIONS_H
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { MOS_ASSERTION = 1, MOS_INDEX = 2, MOS_ENDLESS = 3, MOS_FOREIGN = 4, MOS_WARNING = 5 };
enum { MOS_MESSAGE = 1024, MOS_WARNINGS = 64, MOS_REPEAT = 100000000 };

typedef struct {
    int kind, place;
    double time; /* of the run, as far as it is known */
    const char *function;
    char message[MOS_MESSAGE];
} mos_report;

int mos_trouble(int kind, const char *function, int place, const char *format, ...);
void mos_warn(const char *function, int place, const char *format, ...);
int mos_index_trouble(const char *function, int place, double index, int count);
int mos_too_deep(const char *function, long bytes); /* trouble, or as many bytes of the stack are taken until mos_back */
void mos_back(long bytes);

/* The last trouble of this thread, kind 0 if there was none since mos_forget; warnings since then, each text once. */
const mos_report *mos_last_trouble(void);
int mos_warning_count(void);
const mos_report *mos_warning(int k);
void mos_forget(void);
void mos_set_clock(const double *time); /* where this thread finds the time of its run, or NULL */

/* A call of foreign code in progress: ModelicaError jumps back to it, and a crash names it. */
typedef struct mos_foreign {
    jmp_buf jump;
    const char *function, *name;
    struct mos_foreign *outer;
    void *strings;
} mos_foreign;
void mos_begin_foreign(mos_foreign *call, const char *function, const char *name);
void mos_end_foreign(mos_foreign *call);

/* External objects: a handle is a number from 1 on. They are destroyed with their owner, the number set in this thread. */
double mos_keep_object(void *object, void (*destroy)(void *), const char *name);
void *mos_object(double handle, int *status, const char *function, int place);
int mos_set_owner(int owner); /* the owner before */
void mos_destroy_objects(int owner);

static inline int mos_index(double index, int count, int *status, const char *function, int place) {
    if (index > -0.5 && index < count - 0.5) return (int)(index + 0.5);
    if (!*status) *status = mos_index_trouble(function, place, index, count);
    return 0;
}

static inline double mos_at(const double *array, int count, double index, int *status, const char *function, int place) {
    return array[mos_index(index, count, status, function, place)];
}

static inline int mos_known(const double *values, int n) {
    for (int k = 0; k < n; k++)
        if (values[k] != values[k]) return 0;
    return 1;
}

static inline void mos_unknown(double *values, int n) {
    for (int k = 0; k < n; k++) values[k] = NAN;
}
#endif
