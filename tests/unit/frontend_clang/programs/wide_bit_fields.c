/* Bit-fields whose storage units are integers of 72, 144 or 168 bits, at the end of packed objects:
   no byte beyond the object may be touched, and signed fields keep their sign. */
#include "check.h"
#pragma pack(push, 1)
struct nine {
  signed long a : 37;
  unsigned long b : 33;
};
struct packed {
  unsigned a : 29;
  signed long b : 51;
  unsigned c : 7;
  signed d : 31;
  unsigned long e : 50;
};
#pragma pack(pop)
struct straddling {
  unsigned char first;
  signed long a : 60;
  unsigned long b : 60;
  signed long c : 45;
  signed char last;
};
union both {
  struct packed p;
  unsigned char bytes[sizeof(struct packed)];
};
static struct nine nines[3];
static union both shared = {{5, -3, 100, -70000, 0x3ffffffffffff}};
static struct straddling many[2] = {{1, -1, 2, -3, -4}, {5, 6, 7, -8, 9}};
static struct packed pass(struct packed p, int i) {
  p.b -= i, p.d += 3 * i, p.e ^= 0x15555ul << i;
  return p;
}
int main(void) {
  for (int i = 0; i < 40; ++i) {
    struct nine* n = &nines[i % 3];
    n->a = n->a * 5 - i, n->b = n->b * 7 + n->a;
    mix(n->a), mix(n->b), mix(n->a < 0);
    shared.p = pass(shared.p, i % 17);
    shared.p.a += shared.p.b, shared.p.c = shared.p.a >> 3;
    mix(shared.p.a), mix(shared.p.b), mix(shared.p.c), mix(shared.p.d), mix(shared.p.e);
    for (unsigned k = 0; k < sizeof shared.bytes; ++k) mix(shared.bytes[k]);
    struct straddling* s = &many[i % 2];
    s->a = (s->a << 1) ^ i, s->b += s->a, s->c -= s->b, s->last -= 3;
    mix(s->first), mix(s->a), mix(s->b), mix(s->c), mix(s->last);
    many[1 - i % 2] = *s;
  }
  mix(sizeof(struct nine)), mix(sizeof(struct packed)), mix(sizeof(struct straddling));
  return done();
}
