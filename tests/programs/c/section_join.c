// A section waits for a thread that may not have ended yet, and cannot end any more.
// overtake: model=sc,tso,pso verdict=error kind=deadlock line=24
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x;

static void *writes(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  int seen;
  pthread_create(&t, 0, writes, 0);
  seen = x;
  if (!seen) return 0;
  __VERIFIER_atomic_begin();
  // It has written, but perhaps it has not ended.
  x = 2;
  pthread_join(t, 0);
  __VERIFIER_atomic_end();
  return 0;
}
