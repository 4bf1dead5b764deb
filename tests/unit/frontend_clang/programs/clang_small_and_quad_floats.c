/* _Float16 and __float128. */
#include "check.h"
typedef unsigned __int128 u128;
static void mix_quad(__float128 q) {
  u128 u;
  __builtin_memcpy(&u, &q, 16);
  if (q != q) mix(54321);
  else mix((unsigned long)u), mix((unsigned long)(u >> 64));
}
static void mix_half(_Float16 h) {
  unsigned short u;
  __builtin_memcpy(&u, &h, 2);
  mix(h != h ? 77 : u);
}
int main(void) {
  volatile float seeds[] = {1, -2.5f, 65504, 1e-7f, 0.1f, 3e38f, -0.0f, 1000.7f};
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 8; ++k) {
      _Float16 a = (_Float16)seeds[i], b = (_Float16)seeds[k];
      mix_half(a + b), mix_half(a * b), mix_half(a - b), mix_half(a / b), mix(a < b), mix(a == b);
      mix_double(a), mix((int)(b > 100 ? (_Float16)1 : b)), mix_half((_Float16)(double)seeds[k]);
      __float128 x = seeds[i], y = seeds[k];
      mix_quad(x + y), mix_quad(x * y / 3), mix_quad(x - y * 1e-10), mix_quad(x / y);
      mix(x < y), mix(x == y), mix_double((double)(x / 7)), mix_quad((long double)seeds[i] / 3);
      mix_quad((__float128)(i * 1000003l - k)), mix((long)(x > 1e9 || x < -1e9 ? 0 : x * 1000));
    }
  return done();
}
