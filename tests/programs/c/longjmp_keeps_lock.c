// longjmp leaves a critical section without giving back its lock.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <pthread.h>
#include <setjmp.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local jmp_buf failed;

static void step(int error) {
  pthread_mutex_lock(&mutex);
  if (error) longjmp(failed, error);
  pthread_mutex_unlock(&mutex);
}

static void *worker(void *error) {
  if (setjmp(failed) == 0) step((int)(long)error);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, (void *)3L);
  pthread_join(t, NULL);
  step(0);
}
