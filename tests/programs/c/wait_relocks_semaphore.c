// The same with a semaphore, and turns: each thread waits until the other has done its part.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int turn, steps;

static void *plays(void *argument) {
  const int me = argument != 0;
  for (int k = 0; k < 2; ++k) {
    sem_wait(&s);
    while (turn != me) {
      sem_post(&s);
      sem_wait(&s);
    }
    assert(steps == 2 * k + me);
    ++steps;
    turn = 1 - me;
    sem_post(&s);
  }
  return 0;
}

int main(void) {
  pthread_t t, u;
  sem_init(&s, 0, 1);
  pthread_create(&t, 0, plays, 0);
  pthread_create(&u, 0, plays, &s);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(steps == 4);
}
