// Each thread reads its own write back before it reads the other's variable. The first read is
// served from the thread's own store buffer, so it is no fence.
// overtake: model=sc verdict=safe executions=3
// overtake: model=tso verdict=error kind=assertion line=32
// overtake: model=pso verdict=error kind=assertion line=32
#include <assert.h>
#include <pthread.h>

int x, y, own1, own2, r1, r2;

void* left(void* arg) {
  x = 1;
  own1 = x;
  r1 = y;
  return arg;
}

void* right(void* arg) {
  y = 1;
  own2 = y;
  r2 = x;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(own1 == 1 && own2 == 1);
  assert(r1 == 1 || r2 == 1);  // fails
}
