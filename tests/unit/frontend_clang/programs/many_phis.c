#include "check.h"
int main(void) {
  unsigned a = 1, b = 2, c = 3, d = 4, e = 5;
  unsigned long f = 6;
  double g = 1.5;
  for (unsigned i = 0; i < 200; ++i) {
    unsigned t = a;
    a = b, b = c, c = d, d = e, e = t + i;
    if (i % 3 == 0) {
      t = a, a = e, e = t;
    } else if (i % 5 == 0) {
      f ^= a, g += b;
    }
    switch (i % 4) {
      case 0:
        c ^= d;
      case 1:
        b += 1;
        break;
      case 2: {
        unsigned u = c;
        c = b, b = u;
      }
    }
    f = f * 31 + a;
  }
  mix(a), mix(b), mix(c), mix(d), mix(e), mix(f), mix_double(g);
  return done();
}
