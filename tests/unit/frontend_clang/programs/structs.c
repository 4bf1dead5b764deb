#include "check.h"
struct small {
  int a, b;
};
struct mixed {
  char c;
  long l;
  short s;
  float f;
};
struct large {
  int a[10];
  double d;
  struct small s;
};
struct two {
  double x;
  long y;
};
struct floats {
  float x, y, z;
};
static struct small make_small(int a, int b) {
  struct small s = {a, b};
  return s;
}
static struct mixed make_mixed(int n) {
  struct mixed m = {n, n * 100000l, n * 3, n / 2.0f};
  return m;
}
static struct large make_large(struct small s, int n) {
  struct large l = {{n, n + 1}, n * 1.5, s};
  for (int i = 2; i < 10; ++i) l.a[i] = l.a[i - 1] + l.a[i - 2];
  return l;
}
static struct two make_two(struct two t) {
  t.x *= 2;
  t.y += 1;
  return t;
}
static struct floats make_floats(struct floats a, struct floats b) {
  struct floats r = {a.x + b.x, a.y * b.y, a.z - b.z};
  return r;
}
static long sum(struct large l, struct mixed m, struct small s) {
  long r = l.d + l.s.a + m.c + m.l + m.s + m.f + s.a * s.b;
  for (int i = 0; i < 10; ++i) r += l.a[i];
  l.a[0] = 99;
  return r;
}
int main(void) {
  struct small s = make_small(3, 4), array[4] = {{1, 2}, {3, 4}};
  struct mixed m = make_mixed(7);
  struct large l = make_large(s, 5);
  mix(sum(l, m, s)), mix(l.a[0]), mix(l.a[9]);
  array[2] = s, array[3] = array[1];
  for (int i = 0; i < 4; ++i) mix(array[i].a), mix(array[i].b);
  struct two t = make_two((struct two){1.5, 8});
  mix_double(t.x), mix(t.y);
  struct floats f = make_floats((struct floats){1, 2, 3}, (struct floats){4, 5, 6});
  mix_double(f.x), mix_double(f.y), mix_double(f.z);
  struct large (*p)(struct small, int) = make_large;
  mix(p(s, 9).a[5]), mix(make_small(8, 9).b);
  return done();
}
