#include <stdlib.h>

#include "check.h"
static void leave(int n) {
  if (n == 5) {
    mix(n);
    exit(done());
  }
}
int main(void) {
  for (int i = 0; i < 10; ++i) mix(i), leave(i);
  return 0;
}
