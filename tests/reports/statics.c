// overtake check statics.c --model sc
// Static and thread-local variables.
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine = 1;
static int *shared;
static pthread_barrier_t met;

static int *next_id(void) {
  static int id;
  id = id + 1;
  return &id;
}

static void *worker(void *unused) {
  shared = &mine;
  next_id();
  pthread_barrier_wait(&met);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&met, 0, 2);
  pthread_create(&t, 0, worker, 0);
  next_id();
  if (shared != 0) *shared = 5;
  pthread_barrier_wait(&met);
  pthread_join(t, 0);
  assert(*next_id() == 3);
}
