#include "check.h"
struct bits {
  unsigned a : 3;
  signed b : 5;
  unsigned c : 12;
  unsigned long d : 33;
  _Bool e : 1;
  int : 0;
  signed f : 7;
};
struct packed {
  char x;
  unsigned y : 24;
} __attribute__((packed));
struct bits global = {5, -3, 100, 0x1ffffffff, 1, -20};
int main(void) {
  struct bits b = global;
  for (int i = 0; i < 50; ++i) {
    b.a += i, b.b -= i, b.c ^= i * 77, b.d = b.d * 3 + i, b.e = i & 1, b.f++;
    mix(b.a), mix(b.b), mix(b.c), mix(b.d), mix(b.e), mix(b.f);
    global.b = b.f;
    mix(global.b), mix(global.c);
  }
  struct packed p = {1, 0xabcdef};
  p.y += 3;
  mix(p.x), mix(p.y), mix(sizeof b), mix(sizeof p);
  return done();
}
