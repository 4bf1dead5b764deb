/* Quotients and products of complex numbers, to the last bit, also where the plain formulas overflow,
   lose all bits or give a NaN for what is infinite. */
#include "check.h"
static void mix_number(double x) {
  if (x != x) mix(77);
  else mix_double(x);
}
static void mix_wide(long double x) {
  mix_number((double)x), mix_number((double)(x - (double)x)), mix_number((double)(x * 0x1p900L));
}
int main(void) {
  double parts[] = {0x1.16e7fad79e45ep+651, -0x1.f7f75b94c6c6ap-860, 0x0.0000000004ebcp-1022, 0x1.8p1023,
                    -0.0, 3.25, __builtin_inf(), __builtin_nan("")};
  for (int i = 0; i < 8 * 8 * 8 * 8; i += 11) {
    volatile double _Complex a, b;
    __real__ a = parts[i % 8], __imag__ a = parts[i / 8 % 8];
    __real__ b = parts[i / 64 % 8], __imag__ b = parts[i / 512];
    double _Complex q = a / b, p = a * b;
    mix_number(__real__ q), mix_number(__imag__ q), mix_number(__real__ p), mix_number(__imag__ p);
    if (i % 5 != 0) continue;
    volatile float _Complex f = a, g = b;
    float _Complex r = f / g, s = f * g;
    mix_number(__real__ r), mix_number(__imag__ r), mix_number(__real__ s), mix_number(__imag__ s);
    if (i % 2 != 0) continue;
    volatile long double _Complex l = a, m = b;
    long double _Complex t = l / m, u = l * m;
    mix_wide(__real__ t), mix_wide(__imag__ t), mix_wide(__real__ u), mix_wide(__imag__ u);
  }
  return done();
}
