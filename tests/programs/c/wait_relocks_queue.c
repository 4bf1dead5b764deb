// A consumer that gives its mutex back while the queue is empty, and a producer: one element more is
// asked for than there will be.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int queue[2], head, tail;

static void *consumes(void *argument) {
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&m);
    for (;;) {
      if (head < tail) break;
      pthread_mutex_unlock(&m);
      pthread_mutex_lock(&m);
    }
    const int element = queue[head++];
    assert(element == head);
    pthread_mutex_unlock(&m);
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, consumes, 0);
  pthread_mutex_lock(&m);
  queue[tail] = tail + 1;
  ++tail;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
