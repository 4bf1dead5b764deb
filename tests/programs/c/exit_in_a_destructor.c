// Exit from a destructor of thread-specific data: the handlers of atexit run, the assertion after
// the join never.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_key_t k;
int seen;
void bye(void) { assert(seen == 1); }
void d(void* v) {
  seen = 1;
  exit(0);
}

void* run(void* a) {
  pthread_setspecific(k, &k);
  return a;
}

int main(void) {
  pthread_t t;
  atexit(bye);
  pthread_key_create(&k, d);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  assert(0);
}
