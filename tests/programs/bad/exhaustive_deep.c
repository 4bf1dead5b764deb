// Two threads with long loops: the walk over all states is far deeper than a stack.
// overtake: args=--equivalence exhaustive --timeout 4
// overtake: exit=5
// overtake: stdout=timeout
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *count(void *arg) {
  for (int i = 0; i < 1000000; ++i) ++x;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, count, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
