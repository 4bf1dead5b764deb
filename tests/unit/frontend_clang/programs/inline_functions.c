#include "check.h"
static inline int a(int x) { return x + 1; }
static inline __attribute__((always_inline)) int b(int x) { return a(x) * 2; }
inline int c(int x);
extern inline int c(int x) { return x - 3; }
__attribute__((noinline)) static int d(int x) { return b(x) + c(x); }
int main(void) {
  for (int i = 0; i < 5; ++i) mix(d(i));
  return done();
}
