/* _BitInt of all kinds of widths: arithmetic, shifts, comparisons, conversions, division. */
#include "check.h"
#define WIDTHS(X) X(3) X(7) X(17) X(33) X(47) X(63) X(64) X(65) X(72) X(100) X(127) X(128) \
  X(129) X(168) X(200) X(256)
static unsigned long state = 88172645463325252ul;
static unsigned long next(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}
#define DEFINE(N)                                                                              \
  static void mix_##N(unsigned _BitInt(N) v) {                                                 \
    for (int i = 0; i < N; i += 64) mix((unsigned long)(v >> i));                              \
  }                                                                                            \
  static unsigned _BitInt(N) random_##N(void) {                                                \
    unsigned _BitInt(N) v = 0;                                                                 \
    for (int i = 0; i < N; i += 32)                                                            \
      v = (unsigned _BitInt(N))(v << (N > 32 ? 32 : 0)) ^ (unsigned _BitInt(N))(next() >> 20); \
    return next() % 3 ? v : (unsigned _BitInt(N))(v >> next() % N);                            \
  }                                                                                            \
  static void test_##N(void) {                                                                 \
    unsigned _BitInt(N) a = random_##N(), b = random_##N();                                    \
    signed _BitInt(N) s = (signed _BitInt(N))a, t = (signed _BitInt(N))b;                      \
    int n = (int)(next() % N);                                                                 \
    mix_##N(a + b), mix_##N(a - b), mix_##N(a * b), mix_##N(a & b), mix_##N(a | b);            \
    mix_##N(a ^ b), mix_##N(a << n), mix_##N(a >> n), mix_##N((unsigned _BitInt(N))(s >> n));  \
    mix_##N(-a), mix_##N(~a);                                                                  \
    mix(a < b), mix(a <= b), mix(a == b), mix(a > b), mix(a != b);                             \
    mix(s < t), mix(s <= t), mix(s > t), mix(s >= t), mix(!a);                                 \
    if (b != 0) mix_##N(a / b), mix_##N(a % b);                                                \
    if (t != 0 && t != -1)                                                                     \
      mix_##N((unsigned _BitInt(N))(s / t)), mix_##N((unsigned _BitInt(N))(s % t));            \
    mix((unsigned long)(unsigned _BitInt(65))s), mix((unsigned char)a), mix((long)s);          \
    mix_double((double)a), mix_double((double)s), mix_double((float)(N < 128 ? a : 1));         \
    double d = (double)(a >> (N > 4 ? N / 2 : 1));                                             \
    mix_##N((unsigned _BitInt(N))d), mix_##N((unsigned _BitInt(N))(signed _BitInt(N))-(d / 2));\
    struct { char c; unsigned _BitInt(N) v[2]; } box = {1, {a, b}}, other;                     \
    other = box;                                                                               \
    mix_##N(other.v[0] ^ other.v[1]);                                                          \
    switch (a) { case 0: mix(1); break; case 1: mix(2); break; case 3: mix(3); break; default: mix(4); } \
  }
WIDTHS(DEFINE)
#define RUN(N) test_##N();
int main(void) {
  for (int i = 0; i < 3; ++i) { WIDTHS(RUN) }
  return done();
}
