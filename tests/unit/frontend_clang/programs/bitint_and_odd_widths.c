#include "check.h"
struct s {
  unsigned a : 17;
  signed b : 13;
  unsigned long c : 40;
};
int main(void) {
  struct s s = {0};
  for (int i = 0; i < 40; ++i) {
    s.a = s.a * 3 + i, s.b = s.b - s.a, s.c = s.c * 7 + s.b;
    mix(s.a), mix(s.b), mix(s.c), mix(s.a > 1000), mix(s.b < 0);
  }
  return done();
}
