// One producer, one consumer: values come out in the order in which they went in, and none is lost.
// PUT(v): whether there was room. GET(&v): whether there was one.
#include <assert.h>
#include <pthread.h>

static int payload[3];  // written before the value is put

static void* producer(void* unused) {
  for (int v = 1; v <= 2; ++v) {
    payload[v] = 10 * v;
    assert(PUT(v));
  }
  return unused;
}

static int last;

static void take(void) {
  int v = 0;
  if (!GET(&v)) return;
  assert(v == last + 1);
  assert(payload[v] == 10 * v);
  last = v;
}

static void* consumer(void* unused) {
  take();
  take();
  return unused;
}

int main(void) {
  pthread_t a, b;
#ifdef SETUP
  SETUP();
#endif
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  while (last < 2) {
    const int before = last;
    take();
    assert(last == before + 1);
  }
  return 0;
}
