#include "check.h"
static const int table[] = {3, 1, 4, 1, 5};
const char* const words[] = {"a", "bc"};
static int next(void) {
  static int n = 10;
  static const int step = 3;
  return n += step;
}
extern int later;
int later = 77;
static int forward(void);
static int (*fp)(void) = forward;
static int forward(void) { return later; }
int tentative;
int tentative;
int main(void) {
  for (int i = 0; i < 5; ++i) mix(table[i]), mix(next());
  mix(words[1][1]), mix(fp()), tentative++, mix(tentative);
  register int r = 3;
  auto int q = r;
  mix(q);
  return done();
}
