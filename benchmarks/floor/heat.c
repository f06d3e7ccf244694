/* The heat equation on N inner points of a rod of length 1 with cold ends, from half a sine wave to t = 0.1. */
#define FACTOR ((N + 1.0) * (N + 1.0))
#define LEFT 0.0
#define OPEN 0
#define FINAL 0.1
#define RTOL 1e-6
#define START(i) sin(3.14159265358979323846 * (i + 1) / (N + 1.0))
#include "chain.h"
