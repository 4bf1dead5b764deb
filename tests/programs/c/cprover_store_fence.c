// A fence that orders writes only does not help against store buffering; assert is a function here.
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=assertion line=26
#include <pthread.h>

int x, y, r1, r2;

void* left(void* arg) {
  x = 1;
  __CPROVER_fence("WWfence");
  r1 = y;
  return arg;
}

void* right(void* arg) {
  y = 1;
  __CPROVER_fence("WWfence");
  r2 = x;
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  assert(r1 == 1 || r2 == 1);  // fails
}
