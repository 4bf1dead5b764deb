#include <stddef.h>
#include <stdlib.h>

#include "check.h"
struct f {
  int n;
  char c;
  long data[];
};
struct outer {
  int x;
  struct {
    char a;
    struct {
      double d;
    } in;
  } mid;
};
#define container_of(p, t, m) ((t*)((char*)(p) - offsetof(t, m)))
int main(void) {
  struct f* p = malloc(sizeof *p + 5 * sizeof(long));
  p->n = 5;
  for (int i = 0; i < 5; ++i) p->data[i] = i * 9;
  for (int i = 0; i < p->n; ++i) mix(p->data[i]);
  free(p);
  struct outer o = {1, {2, {3.5}}};
  double* d = &o.mid.in.d;
  mix(container_of(d, struct outer, mid.in.d)->x), mix(offsetof(struct outer, mid.in.d));
  mix_double(*d);
  return done();
}
