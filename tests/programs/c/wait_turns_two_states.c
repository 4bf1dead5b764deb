// The same by states, with nobody who would set the flag.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, stop;
static void* w(void* q) {
  while (!atomic_load(&stop)) {
    while (atomic_exchange(&x, 1)) {
    }
    atomic_store(&x, 0);
  }
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, w, 0);
  pthread_create(&u, 0, w, 0);

  pthread_join(t, 0);
  pthread_join(u, 0);
}
