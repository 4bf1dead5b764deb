// 2+2W: two threads write two variables in opposite order. That both first writes win needs stores
// of one thread to change places: PSO only.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=28
#include <assert.h>
#include <pthread.h>

int x, y;

void* left(void* arg) {
  x = 1;
  y = 2;
  return arg;
}

void* right(void* arg) {
  y = 1;
  x = 2;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(!(x == 1 && y == 1));  // fails
}
