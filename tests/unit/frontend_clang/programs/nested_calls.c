#include "check.h"
static long f(long a, int b, short c, char d, double e, float g, void* p, unsigned h, long i,
              long j) {
  return a + b * 2 + c * 3 + d * 4 + (long)(e * 5) + (long)(g * 6) + (p != 0) * 7 + h * 8 + i * 9 +
         j * 10;
}
static int id(int x) { return x; }
static char narrow(int x) { return x; }
static unsigned char un(int x) { return x; }
static short sh(int x) { return x; }
static _Bool bo(int x) { return x; }
static float fl(int x) { return x; }
int main(void) {
  mix(f(id(1), id(2), id(3), id(4), fl(5), fl(6), &f, id(-7), id(8), id(id(id(9)))));
  mix(narrow(300)), mix(un(-1)), mix(sh(70000)), mix(bo(256)), mix(narrow(200) + un(200)),
      mix((unsigned)sh(-5));
  int (*k)() = id;
  mix(k(5));
  return done();
}
