// Two producers and main as a consumer: each value comes out once. PUT(v) and GET(&v) as in
// shape_fifo.h.
#include <assert.h>
#include <pthread.h>

static int payload[3];  // written before the value is put
static int seen[3];

static void* producer(void* argument) {
  const int v = argument != 0 ? 2 : 1;
  payload[v] = 10 * v;
  assert(PUT(v));
  return 0;
}

static int take(void) {
  int v = 0;
  if (!GET(&v)) return 0;
  assert(v == 1 || v == 2);
  assert(payload[v] == 10 * v);
  assert(seen[v]++ == 0);
  return 1;
}

int main(void) {
  pthread_t a, b;
#ifdef SETUP
  SETUP();
#endif
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, producer, &payload);
  int count = take();
  pthread_join(a, 0);
  pthread_join(b, 0);
  while (count < 2) {
    const int one = take();
    assert(one == 1);
    count += one;
  }
  int v;
  assert(!GET(&v));
  return 0;
}
