// A thread takes and gives back a mutex for ever, after a loop that is over at once. Another one
// tries the mutex: if it obtains it and keeps it, the first waits for ever; if not, it iterates.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdint.h>

static volatile uint32_t x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *iterates(void *argument) {
  uint32_t n, found = 0;
  for (n = 0; n != 0; ++n) {
    x = 0;
    found = x;
    if (found == 0) break;
  }
  while (n == 0) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
  return (void *)(uintptr_t)found;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, iterates, 0);
  if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m);
  pthread_exit(0);
}
