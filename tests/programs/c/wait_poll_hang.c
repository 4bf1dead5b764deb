// Two threads that each set the other's flag only when their own is set, with pauses by poll.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flags[2];

static void* work(void* argument) {
  const int own = argument != NULL;
  for (int pause = 1; !atomic_load(&flags[own]); pause = pause < 64 ? 2 * pause : 64)
    poll(NULL, 0, pause);
  atomic_store(&flags[1 - own], 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(&t);
  pthread_join(t, NULL);
  return 0;
}
