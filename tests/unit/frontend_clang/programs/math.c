#include <math.h>

#include "check.h"
int main(void) {
  for (double x = 0.125; x < 4; x += 0.375) {
    mix((long)(1e6 * sqrt(x))), mix((long)floor(-x)), mix((long)ceil(x)), mix((long)trunc(-x));
    mix((long)round(x)), mix((long)rint(x)), mix((long)(1e6 * pow(x, 1.5))),
        mix((long)(1e6 * exp(x)));
    mix((long)(1e6 * log(x))), mix((long)(1e6 * sin(x))), mix((long)(1e6 * cos(x)));
    mix((long)(1e6 * tan(x))), mix((long)(1e6 * atan2(x, 2))), mix((long)(1e6 * fabs(-x)));
    mix((long)(1e6 * fmod(x, 0.7))), mix((long)(1e6 * fmin(x, 1))), mix((long)(1e6 * fmax(x, 1)));
    mix((long)(1e6 * hypot(x, 1))), mix((long)(1e6 * cbrt(x))), mix((long)(1e4 * sinhf(x)));
    mix((long)(1e6 * copysign(x, -1))), mix((long)(1e6 * log2(x))), mix((long)(1e6 * fma(x, x, 1)));
    mix(lround(x * 3)), mix((long)(1e4 * sqrtf((float)x))), mix((long)(1e6 * tanh(x)));
  }
  return done();
}
