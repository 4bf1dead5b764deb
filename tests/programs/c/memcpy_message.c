// A message is copied by memcpy, then announced: under PSO the announcement overtakes it.
// overtake: model=sc,tso verdict=safe executions=2
// overtake: model=pso verdict=error kind=assertion line=24
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

char box[8];
atomic_int full;

void* writer(void* p) {
  memcpy(box, "message", 8);
  atomic_store_explicit(&full, 1, memory_order_relaxed);
  return p;
}

int main(void) {
  pthread_t t;
  char copy[8];
  pthread_create(&t, 0, writer, 0);
  if (atomic_load_explicit(&full, memory_order_acquire)) {
    memcpy(copy, box, 8);
    assert(strcmp(copy, "message") == 0);  // fails under PSO
  }
  pthread_join(t, 0);
}
