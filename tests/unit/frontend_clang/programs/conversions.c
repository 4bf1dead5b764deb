#include "check.h"
int main(void) {
  long v[] = {
      0, 1, -1, 127, 128, 255, 256, -129, 32768, 65536, 2147483648, -2147483649, 0x123456789abcdef};
  for (int i = 0; i < 13; ++i) {
    signed char a = v[i];
    unsigned char b = v[i];
    short c = v[i];
    unsigned short d = v[i];
    int e = v[i];
    unsigned f = v[i];
    _Bool g = v[i];
    mix(a), mix(b), mix(c), mix(d), mix(e), mix(f), mix(g);
    mix((unsigned)a), mix((unsigned long)c), mix((long)f), mix((unsigned short)a), mix((int)b),
        mix((long)e);
    mix(a == b), mix(c < d), mix(e < f), mix((a + b) >> 1), mix((unsigned char)(b + 200) > 100);
  }
  return done();
}
