#include "check.h"
typedef __int128 w;
typedef unsigned __int128 u;
static void show(w v) { mix((unsigned long)v), mix((unsigned long)(v >> 64)); }
static w global = ((w)0x0123456789abcdef << 64) | 0xfedcba9876543210;
static w identity(w a, int n, w b) { return n ? a : b; }
int main(void) {
  w v[] = {0,
           1,
           -1,
           (w)1 << 64,
           -((w)5 << 70),
           0x7fffffffffffffff,
           (w)0x8000000000000000,
           ((w)123456789 << 90) + 987654321};
  for (int i = 0; i < 8; ++i) {
    for (int k = 0; k < 8; ++k) {
      w a = v[i], b = v[k];
      show(a + b), show(a - b), show(a * b), show(a & b), show(a | b), show(a ^ b);
      mix(a < b), mix(a <= b), mix(a == b), mix((u)a > (u)b), mix(a != b), mix((u)a >= (u)b);
      if (b) show(a / b), show(a % b), show((u)a / (u)b), show((u)a % (u)b);
      show(identity(a, k & 1, b));
    }
    for (int n = 0; n < 128; n += 7) show(v[i] << n), show(v[i] >> n), show((u)v[i] >> n);
    show(-v[i]), show(~v[i]), mix(!v[i]), mix((int)v[i]), mix((_Bool)v[i]);
  }
  global += 5;
  show(global);
  w* p = &global;
  *p *= 3;
  show(*p), show((w)(int)-5), show((u)(unsigned)-5);
  return done();
}
