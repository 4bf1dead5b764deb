// Two threads poll with a trylock for a flag; who finds the lock taken does not set it.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>
static atomic_int stop;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* w(void* q) {
  while (!atomic_load(&stop)) {
    if (!pthread_mutex_trylock(&m)) pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, w, 0);
  pthread_create(&u, 0, w, 0);
  if (!pthread_mutex_trylock(&m)) {
    atomic_store(&stop, 1);
    pthread_mutex_unlock(&m);
  }
  pthread_join(t, 0);
  pthread_join(u, 0);
}
