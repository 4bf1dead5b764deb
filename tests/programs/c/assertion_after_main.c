// A thread may still assert after main has returned, and before the process has ended.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=7
#include <assert.h>
#include <pthread.h>

static volatile int done;
void* late(void* p) { assert(!done); return p; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, late, 0);
  done = 1;
  return 0;
}
