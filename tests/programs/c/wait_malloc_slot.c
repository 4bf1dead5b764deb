// A slot for one message. Who finds it full frees the message that it has made, and makes another
// one when it tries again.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int*) slot;

static void* send(void* argument) {
  for (;;) {
    int* message = malloc(sizeof *message);
    *message = argument != NULL ? 1 : 2;
    int* empty = NULL;
    if (atomic_compare_exchange_strong(&slot, &empty, message)) return NULL;
    free(message);
  }
}

static int receive(void) {
  int* message;
  while ((message = atomic_exchange(&slot, NULL)) == NULL) {
  }
  const int text = *message;
  free(message);
  return text;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, send, NULL);
  pthread_create(&b, NULL, send, &a);
  assert(receive() + receive() == 3);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
