#include <float.h>

#include "check.h"
static float f[] = {0, 1, -1, 0.5f, 3.14159f, -2.71828f, 1e10f, 1e-10f, 16777217};
static double d[] = {
    0, 1, -1, 0.5, 3.14159265358979, -2.718281828, 1e100, 1e-100, 9007199254740993.0};
int main(void) {
  for (int i = 0; i < 9; ++i)
    for (int k = 0; k < 9; ++k) {
      mix_double(f[i] + f[k]), mix_double(f[i] - f[k]), mix_double(f[i] * f[k]);
      mix_double(d[i] + d[k]), mix_double(d[i] - d[k]), mix_double(d[i] * d[k]);
      if (d[k] != 0) mix_double(d[i] / d[k]);
      if (f[k] != 0) mix_double(f[i] / f[k]);
      mix(f[i] < f[k]), mix(d[i] <= d[k]), mix(d[i] == d[k]), mix(f[i] != f[k]), mix(d[i] > d[k]);
      mix_double(-d[i]), mix_double(f[i] * d[k]);
    }
  return done();
}
