/* x87's long double: 64 bits of precision, ten bytes in memory, sixteen in objects. */
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include "check.h"
#pragma STDC FP_CONTRACT OFF
static void mix_long(long double x) {
  union { long double x; struct { unsigned long low; unsigned short top; } p; } u;
  __builtin_memset(&u, 0, sizeof u);
  u.x = x;
  if (x != x) mix(12345);
  else mix(u.p.low), mix(u.p.top);
}
static long double sum(int n, ...) {
  va_list list;
  va_start(list, n);
  long double s = 0;
  for (int i = 0; i < n; ++i) s += i % 2 ? va_arg(list, long double) : va_arg(list, double);
  va_end(list);
  return s;
}
struct mixed { char c; long double x; int n; };
static struct mixed change(struct mixed m, long double by) {
  m.x = m.x * by + m.n, m.n += m.c;
  return m;
}
static long double table[] = {1, -2.5L, 1e300L, 1e-4940L, 0x1.23456789abcdefp+3L, -0.0L, 1 / 3.0L};
int main(void) {
  mix(sizeof(long double)), mix(_Alignof(long double)), mix(LDBL_MANT_DIG), mix(sizeof(struct mixed));
  for (int i = 0; i < 7; ++i)
    for (int k = 0; k < 7; ++k) {
      long double a = table[i], b = table[k];
      mix_long(a + b), mix_long(a - b), mix_long(a * b), mix_long(a / b);
      mix(a < b), mix(a == b), mix(a >= b), mix(a != b);
      mix_double((double)a), mix_double((float)b);
      mix_long((long double)(long)(i * 1234567890123456789l) + k);
    }
  mix_long(sqrtl(2)), mix_long(floorl(-2.5L)), mix_long(ceill(2.1L)), mix_long(fmodl(1e30L, 7));
  mix_long(roundl(-0.5L)), mix_long(rintl(2.5L)), mix_long(truncl(1e20L)), mix_long(fabsl(-1));
  int e;
  mix_long(frexpl(1e-4940L, &e)), mix(e), mix_long(ldexpl(0.7L, -16400)), mix_long(ldexpl(1, 16000));
  mix_long(copysignl(3, -0.0L)), mix(ilogbl(1e100L)), mix_long(fmaxl(1, 2)), mix_long(fminl(1, 2));
  mix((long)table[4]), mix((unsigned long)1.5e19L), mix((int)-3.99L), mix(lrintl(3.5L));
  mix_long((long double)0xfffffffffffffffful), mix_long((long double)(__int128)-1e35);
  mix_long(sum(4, 1.5, 2.25L, 0.1, 1e-20L));
  struct mixed m = {3, 1.5L, 7};
  for (int i = 0; i < 5; ++i) m = change(m, 1.1L), mix_long(m.x), mix(m.n);
  mix(isnan(table[5] / table[5]) != 0), mix(isinf(1 / table[5]) != 0), mix(signbit(table[5]) != 0);
  long double x = 1;
  for (int i = 0; i < 70; ++i) x /= 2, mix(1 + x == 1);
  return done();
}
