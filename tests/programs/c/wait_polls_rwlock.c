// A reader that polls under a read-write lock, while another reader has it, too.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int ready;
static int data;

static void *polls(void *argument) {
  for (;;) {
    pthread_rwlock_rdlock(&lock);
    int now = ready;
    pthread_rwlock_unlock(&lock);
    if (now) break;
  }
  assert(data == 1);
  return argument;
}

static void *looks(void *argument) {
  pthread_rwlock_rdlock(&lock);
  assert(ready == 0 || data == 1);
  pthread_rwlock_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, polls, 0);
  pthread_create(&t[1], 0, looks, 0);
  data = 1;
  pthread_rwlock_wrlock(&lock);
  ready = 1;
  pthread_rwlock_unlock(&lock);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
}
