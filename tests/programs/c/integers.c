// Integer arithmetic at all widths: wrap-around, shifts, signedness, promotion, 128 bits.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

volatile int one = 1, minus_one = -1;

int main(void) {
  unsigned char c = 250;
  c += 10;
  assert(c == 4);
  assert((int8_t)200 == -56 && (uint16_t)-1 == 65535);
  assert(UINT_MAX + one == 0 && (unsigned)minus_one > 1u && minus_one < one);
  assert(-7 / 2 == -3 && -7 % 2 == -1 && (minus_one >> 31) == -1 && ((unsigned)minus_one >> 31) == 1);
  assert(INT64_MAX / 10 == 922337203685477580 && (1ull << 63) >> 62 == 2);
  assert((bool)256 == true && (bool)0.5 == true);
  __int128 wide = (__int128)INT64_MAX * 4;
  assert((int64_t)(wide >> 2) == INT64_MAX && (uint64_t)(wide >> 64) == 1);
  assert(__builtin_popcount(0xf0f0) == 8 && __builtin_clz(one) == 31 && __builtin_ctz(8) == 3);
  int overflowed;
  assert(__builtin_add_overflow(INT_MAX, one, &overflowed) && overflowed == INT_MIN);
  assert(_Generic(one, int: 1, default: 2) == 1);
}
