#include "check.h"
#define CHECK(type, op)                      \
  {                                          \
    type r;                                  \
    for (int i = 0; i < 12; ++i)             \
      for (int k = 0; k < 12; ++k) {         \
        mix(op((type)v[i], (type)v[k], &r)); \
        mix(r);                              \
      }                                      \
  }
int main(void) {
  long v[] = {0,          1,         -1,         127,         -128,
              32767,      -32768,    2147483647, -2147483648, 9223372036854775807,
              4294967296, 3037000500};
  CHECK(signed char, __builtin_add_overflow)
  CHECK(short, __builtin_sub_overflow) CHECK(int, __builtin_mul_overflow)
      CHECK(long, __builtin_add_overflow) CHECK(long, __builtin_sub_overflow)
          CHECK(long, __builtin_mul_overflow) CHECK(unsigned char, __builtin_mul_overflow)
              CHECK(unsigned, __builtin_add_overflow) CHECK(unsigned, __builtin_sub_overflow)
                  CHECK(unsigned long, __builtin_add_overflow)
                      CHECK(unsigned long, __builtin_sub_overflow)
                          CHECK(unsigned long, __builtin_mul_overflow)
                              CHECK(unsigned, __builtin_mul_overflow)
                                  CHECK(int, __builtin_add_overflow) for (int i = 0; i < 12; ++i) {
    unsigned char c;
    int n;
    mix(__builtin_add_overflow(v[i], 1, &c)), mix(c),
        mix(__builtin_mul_overflow((int)v[i], 3u, &n)), mix(n);
  }
  return done();
}
