#include "check.h"
struct big {
  long v[20];
};
static struct big step(struct big b, int i) {
  b.v[i % 20] += i;
  return b;
}
static long first(struct big b) {
  b.v[0]++;
  return b.v[0] + b.v[19];
}
int main(void) {
  struct big b = {{0}}, c[2];
  for (int i = 0; i < 300; ++i) b = step(b, i), mix(first(b));
  c[1] = b, c[0] = c[1];
  for (int i = 0; i < 20; ++i) mix(c[0].v[i]);
  return done();
}
