#include "check.h"
static long double twice(long double x) { return x * 2; }
int main(void) {
  long double a = 1.25L, b = 3;
  mix(sizeof a), mix_double(twice(a) + b), mix((long)(a * 100)), mix(a < b);
  return done();
}
