#include "check.h"
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char b8 __attribute__((vector_size(8)));
static v4 add(v4 a, v4 b) { return a + b * 2; }
static f4 scale(f4 a, float k) { return a * k; }
int main(void) {
  v4 a = {1, 2, 3, 4}, b = {5, -6, 7, 8}, c = add(a, b), m = a < b;
  f4 f = scale((f4){1, 2, 3, 4}, 1.5f);
  b8 x = {1, 2, 3, 4, 5, 6, 7, 250};
  x += 10;
  union {
    b8 v;
    unsigned long u;
  } pun = {x};
  for (int i = 0; i < 4; ++i) mix(c[i]), mix(m[i]), mix_double(f[i]);
  for (int i = 0; i < 8; ++i) mix(x[i]);
  mix(pun.u);
  c[2] = 9, mix(c[2]);
  return done();
}
