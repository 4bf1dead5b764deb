// ISA2 with plain stores: under PSO the first two stores change places.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=18
#include <assert.h>
#include <pthread.h>

volatile int x, y, z;
void* a1(void* a) {
  x = 1;
  y = 1;
  return a;
}
void* a2(void* a) {
  if (y) z = 1;
  return a;
}
void* a3(void* a) {
  if (z) assert(x == 1);  // fails
  return a;
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, a1, 0);
  pthread_create(&t[1], 0, a2, 0);
  pthread_create(&t[2], 0, a3, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}
