// Independent reads of independent writes: two readers agree on the order of two writes, because
// a store reaches all threads at once when it leaves its buffer.
// overtake: model=sc,tso,pso verdict=safe executions=15
#include <assert.h>
#include <pthread.h>

int x, y, a1, a2, b1, b2;

void* write_x(void* arg) {
  x = 1;
  return arg;
}

void* write_y(void* arg) {
  y = 1;
  return arg;
}

void* read_xy(void* arg) {
  a1 = x;
  a2 = y;
  return arg;
}

void* read_yx(void* arg) {
  b1 = y;
  b2 = x;
  return arg;
}

int main(void) {
  void* (*body[4])(void*) = {write_x, write_y, read_xy, read_yx};
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, body[i], NULL);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  assert(!(a1 == 1 && a2 == 0 && b1 == 1 && b2 == 0));
}
