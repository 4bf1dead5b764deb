#include "check.h"
static volatile int v;
static volatile struct {
  char a;
  volatile long b;
} s;
int main(void) {
  v = 3;
  v += v;
  v++;
  mix(v);
  s.a = 1, s.b = v * 2;
  mix(s.a + s.b);
  volatile int* p = &v;
  *p;
  (void)*p;
  *p = 9;
  mix(v);
  for (volatile int i = 0; i < 5; ++i) mix(i);
  return done();
}
