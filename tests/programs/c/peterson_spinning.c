// Peterson's lock as it is in the books, spinning, with the fences that PSO needs.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int wants[2], turn;
int counter;

void* process(void* arg) {
  const int me = (int)(intptr_t)arg;
  const int other = 1 - me;
  wants[me] = 1;
  turn = other;
  while (wants[other] == 1 && turn == other) {
  }
  counter++;
  atomic_store_explicit(&wants[me], 0, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, process, (void*)0);
  pthread_create(&b, NULL, process, (void*)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
}
