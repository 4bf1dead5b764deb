// A sequence lock in plain stores: a reader that saw the same even number twice must have seen both
// halves of one write. Under PSO the writer's stores change places.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=23
#include <assert.h>
#include <pthread.h>

int seq, low, high;

void* writer(void* arg) {
  seq = 1;
  low = 5;
  high = 5;
  seq = 2;
  return arg;
}

void* reader(void* arg) {
  int before = seq;
  int l = low;
  int h = high;
  int after = seq;
  if (before == after && before % 2 == 0) assert(l == h);  // fails
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
