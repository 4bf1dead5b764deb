// Relaxed store after strcpy. Under PSO the flag overtakes the text.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=20
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

char buf[4];
atomic_int ready;
void* w(void* a) {
  strcpy(buf, "ok");
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  if (atomic_load_explicit(&ready, memory_order_acquire)) assert(strcmp(buf, "ok") == 0);  // fails
  pthread_join(t, 0);
}
