// A client repeats its request until it is answered; a late one may come after the server has taken
// back the first.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int request, answer;
int data;

void* client(void* argument) {
  do {
    atomic_store(&request, 1);
  } while (!atomic_load(&answer));
  assert(data == 1);
  return argument;
}

void* server(void* argument) {
  while (!atomic_load(&request)) {
  }
  data = 1;
  atomic_store(&request, 0);
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
