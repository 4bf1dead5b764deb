// Tries for a while, and then waits for the lock: the number of tries decides what is done next.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count;

void *works(void *argument) {
  int tries = 0;
  while (pthread_mutex_trylock(&m) != 0)
    if (++tries == 2) {
      pthread_mutex_lock(&m);
      break;
    }
  ++count;
  pthread_mutex_unlock(&m);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, works, 0);
  works(0);
  pthread_join(t, 0);
  assert(count == 2);
}
