// A thread that starts another one and goes on: starting is a fence, so only the part after it
// races.
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=assertion line=30
#include <assert.h>
#include <pthread.h>

int x, y, z, r1, r2;
void* grandchild(void* a) {
  assert(z == 1);
  y = 1;
  r2 = x;
  return a;
}

void* child(void* a) {
  pthread_t t;
  z = 1;
  pthread_create(&t, 0, grandchild, 0);
  x = 1;
  r1 = y;
  pthread_join(t, 0);
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, child, 0);
  pthread_join(t, 0);
  assert(r1 + r2 > 0);  // fails
}
