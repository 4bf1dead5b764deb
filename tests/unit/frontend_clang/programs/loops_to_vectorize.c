#include "check.h"
static int a[64], b[64];
static float f[64];
static unsigned char c[64];
static long l[64];
int main(void) {
  for (int i = 0; i < 64; ++i)
    a[i] = i * 3, b[i] = 100 - i, f[i] = i * 0.5f, c[i] = i * 5, l[i] = i;
  int s = 0;
  unsigned u = 0;
  for (int i = 0; i < 64; ++i) s += a[i] * b[i], u += c[i];
  mix(s), mix(u);
  for (int i = 0; i < 64; ++i)
    a[i] = a[i] > b[i] ? a[i] : b[i], f[i] = f[i] * 2 + 1, c[i] = c[i] ^ 0x55,
    l[i] = l[i] << 3 | l[i] >> 1;
  for (int i = 0; i < 64; ++i) mix(a[i]), mix_double(f[i]), mix(c[i]), mix(l[i]);
  int n = 0;
  for (int i = 0; i < 64; ++i) n += a[i] == b[i];
  mix(n);
  return done();
}
