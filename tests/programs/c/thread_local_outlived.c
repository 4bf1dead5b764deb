// A thread-local variable ends with its thread; another thread that still has its address must not use it.
// overtake: model=sc,tso,pso verdict=error kind=dead-stack-object line=22
#include <pthread.h>
#include <stdatomic.h>

static _Thread_local int mine;
static _Atomic(int*) shared;

void* lend(void* arg) {
  mine = 1;
  shared = &mine;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, lend, 0);
  int* borrowed = shared;
  pthread_join(t, 0);
  if (borrowed) {
    // fails
    return *borrowed - 1;
  }
}
