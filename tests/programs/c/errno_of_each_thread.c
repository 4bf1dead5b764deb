// Errno is each thread's own: a failing call of another thread does not change it.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

int* where;
void* fails(void* a) {
  sem_t s;
  sem_init(&s, 0, 0);
  assert(sem_trywait(&s) == -1 && errno == EAGAIN);
  return &errno == where ? a : (void*)1;
}

int main(void) {
  pthread_t t;
  void* r;
  errno = 77;
  where = &errno;
  pthread_create(&t, 0, fails, 0);
  assert(errno == 77);
  pthread_join(t, &r);
  assert(errno == 77 && r == (void*)1);
}
