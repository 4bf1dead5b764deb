#include "check.h"
int main(void) {
  signed char a = 100;
  unsigned char b = 200;
  a += 100, b += 100;
  mix(a), mix(b);
  a = -128;
  a--, mix(a);
  b = 0;
  b--, mix(b);
  short s = 32767;
  s++, mix(s);
  unsigned short u = 1;
  u -= 2, mix(u);
  a = 1;
  a <<= 7, mix(a);
  b = 0x80;
  b >>= 3, mix(b);
  mix((signed char)0x80 / -1), mix((char)(a * b));
  char c = 'a';
  c ^= 32, mix(c);
  mix('\377' < 0), mix("\x80"[0] < 0);
  return done();
}
