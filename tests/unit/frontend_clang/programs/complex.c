#include <complex.h>

#include "check.h"
#undef creal
#undef cimag
#undef crealf
#undef cimagf
#define creal(z) (__real__(z))
#define cimag(z) (__imag__(z))
#define crealf creal
#define cimagf cimag
static double complex square(double complex z) { return z * z; }
static float complex fc(float complex z) { return z + 1.0f * I; }
int main(void) {
  double complex z = 1.5 + 2.5 * I, w = square(z) - z;
  mix_double(creal(w)), mix_double(cimag(w));
  float complex f = fc(2.0f);
  mix_double(crealf(f)), mix_double(cimagf(f));
  z += w, mix(z == w), mix_double(__real__ z);
  double complex a[2] = {z, w};
  mix_double(cimag(a[1]));
  return done();
}
