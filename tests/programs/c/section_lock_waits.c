// A section takes a lock that another thread may hold: nothing can come into the section, so it waits for ever.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *inside(void *arg) {
  __VERIFIER_atomic_begin();
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, inside, 0);
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
