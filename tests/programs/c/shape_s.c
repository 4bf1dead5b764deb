// The shape S: only stores of the first thread that change places make it fail.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=27
#include <assert.h>
#include <pthread.h>

int x, y, r;

void* left(void* arg) {
  x = 2;
  y = 1;
  return arg;
}

void* right(void* arg) {
  r = y;
  x = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(!(x == 2 && r == 1));  // fails
}
