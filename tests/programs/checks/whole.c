#include <assert.h>
#include <pthread.h>
#include <ring.h>

static struct ring r;

static void *producer(void *unused) {
  ring_put(&r, 7);
  return unused;
}

int main(void) {
  pthread_t t;
  int v;
  pthread_create(&t, 0, producer, 0);
  if (ring_get(&r, &v)) assert(v == 7);
  pthread_join(t, 0);
}
