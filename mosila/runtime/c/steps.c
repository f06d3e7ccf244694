/* What runs in every step and at every event, as one translation unit. */
#include "evaluate.c"
#include "relations.c"
#include "clocks.c"
#include "instant.c"
#include "record.c"
#include "run.c"
