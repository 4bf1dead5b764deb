#include "check.h"
int main(void) {
  unsigned long u = 0x8123456789abcdeful;
  long s = (long)u;
  for (int n = 0; n < 64; ++n) mix(u << n), mix(u >> n), mix(s >> n), mix(1ul << n);
  for (int n = 0; n < 32; ++n)
    mix((unsigned)u << n), mix((unsigned)u >> n), mix((int)u >> n), mix((int)s << n);
  for (int n = 0; n < 32; ++n)
    mix((unsigned char)u >> n), mix((signed char)-3 >> n), mix((short)s >> n);
  for (unsigned n = 1; n < 32; ++n) mix(((unsigned)u << n) | ((unsigned)u >> (32 - n)));
  return done();
}
