#include "check.h"
static void end(int* p) { mix(*p + 100); }
static int f(int n) {
  __attribute__((cleanup(end))) int x = n;
  if (n > 3) return x * 2;
  {
    __attribute__((cleanup(end))) int y = n + 50;
    x++;
  }
  return x;
}
int main(void) {
  mix(f(1)), mix(f(5));
  return done();
}
