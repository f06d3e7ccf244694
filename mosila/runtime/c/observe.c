/* Reading results: any cells of w at recorded rows, with only what they need computed. */
#include "internal.h"

/* Instances [begin, end) of a group of assignments. */
typedef struct { mos_int group, begin, end; } mos_part;
typedef struct { mos_part *parts; mos_int count, capacity; } mos_parts;

static int is_needed(const mos_group *group, mos_int k, const uint8_t *needed) {
    mos_int outputs = group->value ? group->outputs : 1;
    const uint8_t *mark = needed + group->first + k * outputs;
    for (mos_int j = 0; j < outputs; j++)
        if (mark[j]) return 1;
    return 0;
}

static void need_inputs(const mos_group *group, mos_int k, uint8_t *needed) {
    mos_int begin = group->value ? k * group->width : group->rowptr[k];
    mos_int end = group->value ? begin + group->width : group->rowptr[k + 1];
    for (mos_int m = begin; m < end; m++) needed[group->ix[m]] = 1;
}

static int add_instance(mos_parts *found, mos_int group, mos_int k) {
    mos_part *last = found->count ? found->parts + found->count - 1 : NULL;
    if (last && last->group == group && last->begin == k + 1) {
        last->begin = k;
        return 0;
    }
    if (found->count == found->capacity) {
        mos_int capacity = found->capacity ? 2 * found->capacity : 64;
        mos_part *larger = realloc(found->parts, (size_t)capacity * sizeof *larger);
        if (!larger) return -1;
        found->parts = larger;
        found->capacity = capacity;
    }
    found->parts[found->count++] = (mos_part){group, k, k + 1};
    return 0;
}

/* What must be computed for the marked cells, the last assignment first; inputs are marked on the way. */
static int find_parts(const mos_tables *t, uint8_t *needed, mos_parts *found) {
    for (mos_int g = t->n_assign - 1; g >= 0; g--) {
        const mos_group *group = t->assign + g;
        for (mos_int k = group->n - 1; k >= 0; k--) {
            if (!is_needed(group, k, needed)) continue;
            need_inputs(group, k, needed);
            if (add_instance(found, g, k)) return -1;
        }
    }
    return 0;
}

static void evaluate_part(mos_simulation *sim, const mos_part *part) {
    mos_group group = sim->t->assign[part->group];
    mos_int outputs = group.value ? group.outputs : 1;
    if (group.value) group.ix += part->begin * group.width;
    else group.rowptr += part->begin;
    group.n = part->end - part->begin;
    group_values(&group, sim->w, sim->w + group.first + part->begin * outputs);
}

/* Of a marked array, which elements `at[k]` are marked; how many. */
static mos_int marked(const uint8_t *needed, const mos_int *at, mos_int n, mos_int *found) {
    mos_int count = 0;
    for (mos_int k = 0; k < n; k++)
        if (needed[at ? at[k] : k]) found[count++] = k;
    return count;
}

/* Only what is needed for the wanted cells is copied, computed and, in the end, put back. */
static void observe_rows(mos_simulation *sim, const mos_parts *found, const mos_int *records, mos_int n_records, const double *rows,
                         mos_int n_rows, const mos_int *wanted, mos_int n_wanted, double *out) {
    const mos_tables *t = sim->t;
    sim->past.replay = sim->replay;
    for (mos_int r = 0; r < n_rows; r++) {
        const double *row = rows + (size_t)r * (size_t)(1 + t->n_record);
        sim->w[0] = row[0];
        for (mos_int k = 0; k < n_records; k++) sim->w[t->record[records[k]]] = row[1 + records[k]];
        for (mos_int j = 0; j < t->nh; j++) sim->replay[t->delay_number[j]] = t->delay_sign[j] * sim->w[t->delay_place[j]];
        for (mos_int p = found->count - 1; p >= 0; p--) evaluate_part(sim, found->parts + p);
        for (mos_int k = 0; k < n_wanted; k++) out[(size_t)r * (size_t)n_wanted + (size_t)k] = sim->w[wanted[k]];
    }
    sim->past.replay = NULL;
}

int mos_observe(mos_simulation *sim, const double *base, const double *rows, mos_int n_rows, const mos_int *wanted,
                mos_int n_wanted, double *out) {
    const mos_tables *t = sim->t;
    uint8_t *needed = calloc((size_t)t->nw, 1);
    double *saved = malloc((size_t)t->nw * sizeof *saved);
    mos_int *cells = malloc((size_t)t->nw * sizeof *cells), *records = malloc((size_t)(t->n_record + 1) * sizeof *records);
    mos_parts found = {NULL, 0, 0};
    int bad = !needed || !saved || !cells || !records;
    if (!bad) {
        needed[0] = 1;
        for (mos_int k = 0; k < n_wanted; k++) needed[wanted[k]] = 1;
        for (mos_int j = 0; j < t->nh; j++) needed[t->delay_place[j]] = 1;
        bad = find_parts(t, needed, &found);
    }
    if (!bad) {
        mos_int count = marked(needed, NULL, t->nw, cells), n_records = marked(needed, t->record, t->n_record, records);
        for (mos_int k = 0; k < count; k++) {
            saved[k] = sim->w[cells[k]];
            if (base) sim->w[cells[k]] = base[cells[k]];
        }
        observe_rows(sim, &found, records, n_records, rows, n_rows, wanted, n_wanted, out);
        for (mos_int k = 0; k < count; k++) sim->w[cells[k]] = saved[k];
    }
    free(found.parts);
    free(records);
    free(cells);
    free(saved);
    free(needed);
    return bad ? -1 : 0;
}
