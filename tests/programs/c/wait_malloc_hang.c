// Two messages for a slot that is emptied once: the second sender allocates and frees for ever, if
// the receiver was there before it.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int*) slot;

static void* send(void* argument) {
  for (;;) {
    int* message = malloc(sizeof *message);
    *message = 1;
    int* empty = NULL;
    if (atomic_compare_exchange_strong(&slot, &empty, message)) return argument;
    free(message);
  }
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, send, NULL);
  pthread_create(&b, NULL, send, NULL);
  free(atomic_exchange(&slot, NULL));
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
