#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include "queue.h"

static void *producer(void *unused) {
  queue_put(1);
  queue_put(2);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  int value = 0;
  if (queue_get(&value)) assert(value == 1);
  if (queue_get(&value)) assert(value >= 1);
  pthread_join(thread, NULL);
}
