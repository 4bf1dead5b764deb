// A section waits for a thread that it has started itself, which fails before it does anything that
// others could see.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=10
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static void *fails(void *argument) { assert(argument != NULL); return argument; }

static void *starts(void *argument) {
  pthread_t t;
  __VERIFIER_atomic_begin();
  pthread_create(&t, 0, fails, 0);
  pthread_join(t, 0);
  __VERIFIER_atomic_end();
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, starts, 0);
  pthread_join(t, 0);
}
