#include "check.h"
#define ALL(type)                                                         \
  static void check_##type(type a, type b) {                              \
    mix(a + b), mix(a - b), mix(a* b), mix(a& b), mix(a | b), mix(a ^ b); \
    mix(a << 3), mix(a >> 2), mix(~a), mix(-a), mix(a < b), mix(a <= b);  \
    mix(a > b), mix(a >= b), mix(a == b), mix(a != b), mix(!a);           \
    if (b) mix(a / b), mix(a % b);                                        \
  }
typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned u32;
typedef long i64;
typedef unsigned long u64;
ALL(i8) ALL(u8) ALL(i16) ALL(u16) ALL(i32) ALL(u32) ALL(i64) ALL(u64) int main(void) {
  const long values[] = {0,
                         1,
                         -1,
                         2,
                         -2,
                         127,
                         128,
                         -128,
                         255,
                         32767,
                         -32768,
                         65535,
                         2147483647,
                         -2147483647,
                         4294967295l,
                         9223372036854775807l,
                         12345678901l,
                         -77};
  for (int i = 0; i < sizeof values / sizeof *values; ++i)
    for (int k = 0; k < sizeof values / sizeof *values; ++k) {
      const long a = values[i], b = values[k];
      check_i8(a, b), check_u8(a, b), check_i16(a, b), check_u16(a, b);
      check_i32(a, b), check_u32(a, b), check_i64(a, b), check_u64(a, b);
    }
  return done();
}
