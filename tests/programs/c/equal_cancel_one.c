// One of two equal threads is cancelled while both wait for one unit.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=21
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;
int x;

void* waits(void* arg) { sem_wait(&s); x = 1; sem_post(&s); return arg; }

int main(void) {
  pthread_t t[2];
  void* result[2];
  sem_init(&s, 0, 0);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, waits, NULL);
  pthread_cancel(t[1]);
  sem_post(&s);
  for (int i = 0; i < 2; i++) pthread_join(t[i], &result[i]);
  assert(result[0] == NULL);  // nobody cancels it
  assert(result[1] == NULL);
}
