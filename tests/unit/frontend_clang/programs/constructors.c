#include "check.h"
static int order;
__attribute__((constructor(200))) static void second(void) { order = order * 10 + 2; }
__attribute__((constructor(101))) static void first(void) { order = order * 10 + 1; }
__attribute__((constructor)) static void third(void) { order = order * 10 + 3; }
int main(int argc, char** argv) {
  mix(order), mix(argc), mix(argv[0] != 0), mix(argv[1] == 0);
  return done();
}
