#include "check.h"
union number {
  unsigned long u;
  double d;
  unsigned char bytes[8];
  struct {
    unsigned lo, hi;
  } half;
};
struct tagged {
  int kind;
  union {
    int i;
    double d;
    char s[12];
  };
};
int main(void) {
  union number n;
  n.d = 3.25;
  mix(n.u), mix(n.half.hi), mix(n.half.lo);
  for (int i = 0; i < 8; ++i) mix(n.bytes[i]), n.bytes[i] ^= 0x5a;
  mix(n.u);
  n.half.lo = 77;
  mix(n.u);
  struct tagged t[3] = {{1, .i = 5}, {2, .d = 2.5}, {3, .s = "hello"}}, copy;
  for (int i = 0; i < 3; ++i) {
    copy = t[i];
    mix(copy.kind);
    if (copy.kind == 1) mix(copy.i);
    if (copy.kind == 2) mix_double(copy.d);
    if (copy.kind == 3)
      for (char* s = copy.s; *s; ++s) mix(*s);
  }
  return done();
}
