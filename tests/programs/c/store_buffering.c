// Store buffering, the shape that separates SC from store buffers: each thread writes its own
// variable and reads the other's. Under SC at least one of them sees the other's write.
// overtake: model=sc verdict=safe executions=3
// overtake: model=tso verdict=error kind=assertion line=29
// overtake: model=pso verdict=error kind=assertion line=29
#include <assert.h>
#include <pthread.h>

int x, y, r1, r2;

void* left(void* arg) {
  x = 1;
  r1 = y;
  return arg;
}

void* right(void* arg) {
  y = 1;
  r2 = x;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r1 == 1 || r2 == 1);  // fails
}
