// Nobody sets what two pollers under a read-write lock wait for, one of them as a writer.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int ready;

static void *reads(void *argument) {
  for (int now = 0; !now;) {
    pthread_rwlock_rdlock(&lock);
    now = ready;
    pthread_rwlock_unlock(&lock);
  }
  return argument;
}

static void *writes(void *argument) {
  for (int now = 0; !now;) {
    pthread_rwlock_wrlock(&lock);
    now = ready;
    pthread_rwlock_unlock(&lock);
  }
  return argument;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, reads, 0);
  pthread_create(&t[1], 0, writes, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
}
