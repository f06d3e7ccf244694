/* A ladder of N resistors and capacitors, R = C = 1, driven by 1 V, open at its end, from rest to t = 100. */
#define FACTOR 1.0
#define LEFT 1.0
#define OPEN 1
#define FINAL 100.0
#define RTOL 1e-6
#define START(i) 0.0
#include "chain.h"
