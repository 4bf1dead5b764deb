// Two threads take turns through two semaphores: there is only one order of events.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t ping, pong;
int ball;

void* player(void* arg) {
  for (int i = 0; i < 2; i++) {
    sem_wait(&ping);
    assert(ball == 2 * i + 1);
    ball++;
    sem_post(&pong);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&ping, 0, 0);
  sem_init(&pong, 0, 0);
  pthread_create(&t, NULL, player, NULL);
  for (int i = 0; i < 2; i++) {
    ball++;
    sem_post(&ping);
    sem_wait(&pong);
    assert(ball == 2 * i + 2);
  }
  pthread_join(t, NULL);
  sem_destroy(&ping);
  sem_destroy(&pong);
}
