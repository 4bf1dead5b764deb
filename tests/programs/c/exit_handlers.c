// atexit handlers run in reverse order, when main returns or someone calls exit.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=11
#include <assert.h>
#include <stdlib.h>

int order;

void first(void) {
  assert(order == 1);
  order = 2;
  assert(order == 1);  // fails
}

void second(void) { order = 1; }

int main(void) {
  atexit(first);
  atexit(second);
  return 0;
}
