// A semaphore of two for three threads: at most two are inside. trywait and timedwait give up.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>

sem_t places;
atomic_int inside;

void* visit(void* arg) {
  sem_wait(&places);
  assert(atomic_fetch_add(&inside, 1) < 2);
  atomic_fetch_sub(&inside, 1);
  sem_post(&places);
  return arg;
}

int main(void) {
  pthread_t t[3];
  struct timespec soon = {0};
  int value = -1;
  sem_init(&places, 0, 2);
  sem_getvalue(&places, &value);
  assert(value == 2);
  assert(sem_trywait(&places) == 0 && sem_timedwait(&places, &soon) == 0);
  assert(sem_trywait(&places) == -1 && errno == EAGAIN);
  assert(sem_timedwait(&places, &soon) == -1 && errno == ETIMEDOUT);
  sem_post(&places);
  sem_post(&places);
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, visit, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  sem_getvalue(&places, &value);
  assert(value == 2);
}
