#include "check.h"
int value = 3;
extern int alias __attribute__((alias("value")));
static int impl(int x) { return x * 5; }
int named(int x) __attribute__((alias("impl")));
__attribute__((weak)) int weak_function(void) { return 8; }
extern int missing(void) __attribute__((weak));
extern int absent __attribute__((weak));
int main(void) {
  alias += 4, mix(value), mix(named(6)), mix(weak_function()), mix(missing == 0), mix(&absent == 0);
  return done();
}
