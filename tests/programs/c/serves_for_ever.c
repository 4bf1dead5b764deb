// A server that works for ever is no thread that waits: each of its rounds leaves something else.
// overtake: model=sc,tso,pso verdict=safe
#include <pthread.h>
#include <stdatomic.h>

atomic_int beat;

void* server(void* argument) {
  for (;;) atomic_fetch_xor(&beat, 1);
  return argument;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, server, 0);
  while (atomic_load(&beat)) {
  }
  pthread_join(a, 0);
}
