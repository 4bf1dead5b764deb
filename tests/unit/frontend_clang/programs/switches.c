#include "check.h"
static int f(int x) {
  switch (x) {
    case 1:
      return 10;
    case 2:
    case 3:
      x += 5;
    case 4:
      return x;
    case -7:
      return 77;
    default:
      return -1;
    case 100 ... 110:
      return 42;
  }
}
static int g(unsigned char c) {
  switch (c) {
    case 'a':
    case 'e':
      return 1;
    case 200:
      return 2;
  }
  return 0;
}
static int h(long x) {
  int r = 0;
  switch (x) {
    case 1l << 40:
      r = 1;
      break;
    case -1:
      r = 2;
      break;
    case 0:
      for (int i = 0; i < 3; ++i) {
        if (i == 1) continue;
        r += i;
        if (i == 2) break;
      }
  }
  return r;
}
int main(void) {
  for (int i = -10; i < 120; ++i) mix(f(i));
  for (int i = 0; i < 256; ++i) mix(g(i));
  mix(h(0)), mix(h(-1)), mix(h(1l << 40)), mix(h(5));
  int count = 10, n = 0;
  switch (count % 4) {
    case 0:
      do {
        n++;
        case 3:
          n++;
        case 2:
          n++;
        case 1:
          n++;
      } while ((count -= 4) > 0);
  }
  mix(n);
  return done();
}
