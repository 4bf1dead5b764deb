// Locks may be initialized in memory that holds nothing yet: that nobody holds them there is no
// question about values that were never set.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <threads.h>

struct locks {
  pthread_mutex_t mutex;
  pthread_rwlock_t rwlock;
  pthread_spinlock_t spin;
  pthread_cond_t cond;
  pthread_barrier_t barrier;
  sem_t semaphore;
  mtx_t mtx;
};

static void use(struct locks *l) {
  assert(pthread_mutex_init(&l->mutex, NULL) == 0);
  assert(pthread_rwlock_init(&l->rwlock, NULL) == 0);
  assert(pthread_spin_init(&l->spin, 0) == 0);
  assert(pthread_cond_init(&l->cond, NULL) == 0);
  assert(pthread_barrier_init(&l->barrier, NULL, 1) == 0);
  assert(sem_init(&l->semaphore, 0, 1) == 0);
  assert(mtx_init(&l->mtx, mtx_plain) == thrd_success);
  assert(pthread_mutex_lock(&l->mutex) == 0 && pthread_mutex_unlock(&l->mutex) == 0);
  assert(pthread_rwlock_rdlock(&l->rwlock) == 0 && pthread_rwlock_unlock(&l->rwlock) == 0);
  assert(pthread_spin_lock(&l->spin) == 0 && pthread_spin_unlock(&l->spin) == 0);
  assert(pthread_cond_signal(&l->cond) == 0);
  assert(pthread_barrier_wait(&l->barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  assert(sem_wait(&l->semaphore) == 0);
  assert(mtx_lock(&l->mtx) == thrd_success && mtx_unlock(&l->mtx) == thrd_success);
}

int main(void) {
  struct locks local;
  struct locks *heap = malloc(sizeof *heap);
  use(&local);
  use(heap);
  free(heap);
  return 0;
}
