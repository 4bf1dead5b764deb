#include "check.h"
int main(void) {
  int i = 0, j = 0;
again:
  mix(i);
  if (++i < 5) goto again;
  for (i = 0; i < 5; ++i)
    for (j = 0; j < 5; ++j)
      if (i * j == 6) goto out;
out:
  mix(i), mix(j);
  goto inside;
  while (i < 10) {
    mix(100 + i);
  inside:
    ++i;
  }
  do {
    if (j-- == 1) break;
    mix(j);
  } while (1);
  return done();
}
