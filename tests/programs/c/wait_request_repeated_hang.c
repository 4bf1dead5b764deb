// A client repeats its request until it is answered. The server takes the first request back, and
// waits for the next one to be taken back by another thread; there is none.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>

atomic_int request, answer;

void* client(void* argument) {
  do {
    atomic_store(&request, 1);
  } while (!atomic_load(&answer));
  return argument;
}

void* server(void* argument) {
  while (!atomic_load(&request)) {
  }
  atomic_store(&request, 0);
  while (!atomic_load(&request)) {
  }
  while (atomic_load(&request)) {
  }
  atomic_store(&answer, 1);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, client, 0);
  pthread_create(&b, 0, server, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
