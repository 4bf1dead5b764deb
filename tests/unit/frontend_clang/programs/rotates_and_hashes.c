#include "check.h"
static unsigned rotl(unsigned x, int k) { return x << k | x >> (32 - k); }
static unsigned long rotr(unsigned long x, int k) { return x >> k | x << (64 - k); }
static unsigned char rot8(unsigned char x, int k) { return x << k | x >> (8 - k); }
int main(void) {
  unsigned h = 0x811c9dc5;
  unsigned long g = 1;
  for (int i = 1; i < 31; ++i)
    h = rotl(h, i) * 16777619, g = rotr(g, i) + h, mix(h), mix(g), mix(rot8(h, i % 7 + 1));
  return done();
}
