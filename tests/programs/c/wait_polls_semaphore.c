// A binary semaphore as a mutex around the look.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int done;

static void *waits(void *argument) {
  int now = 0;
  while (!now) {
    sem_wait(&s);
    now = done;
    sem_post(&s);
  }
  return argument;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 1);
  pthread_create(&t, 0, waits, 0);
  sem_wait(&s);
  done = 1;
  sem_post(&s);
  pthread_join(t, 0);
  assert(done == 1);
}
