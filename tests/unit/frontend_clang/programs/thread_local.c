#include "check.h"
static _Thread_local int counter = 7;
_Thread_local struct {
  int a[3];
  char* s;
} state = {{1, 2, 3}, "text"};
static __thread long zeroed[4];
static int* where(void) { return &counter; }
int main(void) {
  counter += 3, *where() *= 2, state.a[1] += counter;
  for (int i = 0; i < 4; ++i) zeroed[i] += i, mix(zeroed[i]);
  mix(counter), mix(state.a[0]), mix(state.a[1]), mix(state.s[2]), mix(where() == &counter);
  int* p = &state.a[2];
  *p = 50;
  mix(state.a[2]);
  return done();
}
