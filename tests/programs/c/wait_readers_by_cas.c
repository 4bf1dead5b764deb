// A read lock that counts by compare-and-swap, and is polled: the rounds do not count up for ever.
// overtake: model=sc,tso,pso verdict=safe
#include <pthread.h>
#include <stdatomic.h>
static atomic_int state;
static int done;
static void* reader(void* x) {
  for (;;) {
    for (;;) {
      int s = atomic_load(&state);
      if (s >= 0 && atomic_compare_exchange_strong(&state, &s, s + 1)) break;
    }
    int d = done;
    atomic_fetch_sub(&state, 1);
    if (d) break;
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  int z = 0;
  while (!atomic_compare_exchange_strong(&state, &z, -1)) z = 0;
  done = 1;
  atomic_store(&state, 0);
  pthread_join(t, 0);
}
