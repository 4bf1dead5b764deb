// A condition over two variables.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int a, b;
int x, y;

void *sets_a(void *argument) {
  x = 1;
  atomic_store(&a, 1);
  return argument;
}
void *sets_b(void *argument) {
  y = 1;
  atomic_store(&b, 1);
  return argument;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, sets_a, 0);
  pthread_create(&t, 0, sets_b, 0);
  while (!atomic_load(&a) || !atomic_load(&b)) {
  }
  assert(x + y == 2);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
