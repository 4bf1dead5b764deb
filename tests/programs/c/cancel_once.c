// An initialization that is cancelled has not happened: the next thread does it.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
sem_t begun;
int done;

static void initialize(void) {
  sem_post(&begun);
  pthread_testcancel();
  done++;
}

void* worker(void* arg) {
  pthread_once(&once, initialize);
  return NULL;
}

int main(void) {
  pthread_t t;
  void* result;
  sem_init(&begun, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  sem_wait(&begun);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(done == (result == NULL));
  pthread_once(&once, initialize);
  assert(done == 1);
}
