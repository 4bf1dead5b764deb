// Whoever announces itself after a look makes the other one leave the flag alone: hangs.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, busy;
static void* w(void* x) {
  while (!atomic_load(&stop)) {
    atomic_fetch_add(&busy, 1);
    atomic_fetch_sub(&busy, 1);
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  if (atomic_load(&busy) == 0) atomic_store(&stop, 1);
  pthread_join(t, 0);
}
