// Exponential back-off in a function of its own, its state in a variable whose address is taken.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int inside;

static void pause_for(int n) {
  for (int i = 0; i < n; ++i) __asm__ volatile("pause");
}
static void back_off(int *n) {
  pause_for(*n);
  if (*n < 64) *n *= 2;
}

void *works(void *argument) {
  int n = 1;
  int expected = 0;
  while (!atomic_compare_exchange_strong(&lock, &expected, 1)) {
    expected = 0;
    back_off(&n);
  }
  assert(inside++ == 0);
  inside--;
  atomic_store(&lock, 0);
  return argument;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; ++i) pthread_create(&t[i], 0, works, 0);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
}
