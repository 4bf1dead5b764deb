#include "check.h"
struct __attribute__((packed)) p {
  char c;
  int i;
  short s;
  long l;
};
struct a {
  char c;
  _Alignas(16) int i;
};
static struct p g = {1, 0x12345678, 3, 4};
static _Alignas(64) char buffer[100];
int main(void) {
  struct p p = g;
  p.i++, p.l *= 3;
  mix(p.i), mix(p.s), mix(p.l), mix(sizeof p), mix(sizeof(struct a)), mix(_Alignof(struct a));
  int* q = (int*)((char*)&g + 1);
  mix(*q);
  *q = 5;
  mix(g.i), mix(((unsigned long)buffer & 63) == 0);
  return done();
}
