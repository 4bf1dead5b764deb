// A thread-local variable that another thread uses while its thread waits for the end of that.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static _Thread_local int mine;
static int* shared;
static sem_t lent, returned;

void* lend(void* arg) {
  mine = 1;
  shared = &mine;
  sem_post(&lent);
  sem_wait(&returned);
  assert(mine == 2);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&lent, 0, 0);
  sem_init(&returned, 0, 0);
  pthread_create(&t, 0, lend, 0);
  sem_wait(&lent);
  *shared = 2;
  sem_post(&returned);
  pthread_join(t, 0);
}
