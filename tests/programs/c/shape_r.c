// The shape R: the second thread's read overtakes its write.
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=assertion line=27
#include <assert.h>
#include <pthread.h>

int x, y, r;

void* left(void* arg) {
  x = 1;
  y = 1;
  return arg;
}

void* right(void* arg) {
  y = 2;
  r = x;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(!(y == 2 && r == 0));  // fails
}
