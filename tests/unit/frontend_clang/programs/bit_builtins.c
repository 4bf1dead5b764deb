#include "check.h"
int main(void) {
  unsigned long v[] = {
      1,    2,        3, 0x80, 0xff00, 0x12345678, 0x80000000, 0xffffffff, 0x123456789abcdef0,
      ~0ul, 1ul << 63};
  for (int i = 0; i < 11; ++i) {
    unsigned u = v[i];
    mix(__builtin_popcountl(v[i])), mix(__builtin_clzl(v[i])), mix(__builtin_ctzl(v[i])),
        mix(__builtin_ffsl(v[i]));
    mix(__builtin_parityl(v[i])), mix(__builtin_bswap64(v[i])), mix(__builtin_bswap32(u)),
        mix(__builtin_bswap16(u));
    if (u)
      mix(__builtin_popcount(u)), mix(__builtin_clz(u)), mix(__builtin_ctz(u)),
          mix(__builtin_ffs(u)), mix(__builtin_clrsb((int)u));
    mix(__builtin_abs((int)(u >> 1) - 5)), mix(__builtin_labs((long)(v[i] >> 1) * -1));
    mix(u << 5 | u >> 27), mix(v[i] << 13 | v[i] >> 51);
  }
  return done();
}
