// A detached thread runs on after main has returned; nobody waits for it.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=9
#include <assert.h>
#include <pthread.h>

int phase;

void* work(void* arg) {
  assert(phase < 2);  // fails
  return arg;
}

int main(void) {
  pthread_t t;
  phase = 1;
  pthread_create(&t, NULL, work, NULL);
  pthread_detach(t);
  phase = 2;
}
