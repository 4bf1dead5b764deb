// A function pointer is published after the argument; under PSO the argument may be late.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=9
#include <assert.h>
#include <pthread.h>

static int argument;
static void nothing(void) {}
static void check(void) { assert(argument == 1); }  // fails under PSO
static void (*volatile action)(void) = nothing;

void* setter(void* p) {
  argument = 1;
  action = check;
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, setter, 0);
  action();
  pthread_join(t, 0);
}
