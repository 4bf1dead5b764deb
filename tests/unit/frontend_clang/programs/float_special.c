#include <math.h>

#include "check.h"
int main(void) {
  volatile double zero = 0;
  double inf = 1 / zero, nan = zero / zero, values[] = {inf, -inf, nan, 0.0, -0.0, 1e-310, 2.5};
  for (int i = 0; i < 7; ++i) {
    mix(isnan(values[i]) != 0), mix(isinf(values[i]) != 0), mix(isfinite(values[i]) != 0);
    mix(isnormal(values[i]) != 0), mix(signbit(values[i]) != 0),
        mix(fpclassify(values[i]) == FP_NAN);
    for (int k = 0; k < 7; ++k) {
      mix(values[i] < values[k]), mix(values[i] >= values[k]), mix(values[i] != values[k]);
      mix(isless(values[i], values[k])), mix(isunordered(values[i], values[k]));
    }
  }
  return done();
}
