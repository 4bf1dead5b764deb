// A retry by longjmp inside a thread: what was written before the jump stays written.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

atomic_int x;

void* attempt(void* p) {
  jmp_buf again;
  volatile int tries = 0;
  if (setjmp(again) < 2) {
    tries = tries + 1;
    int old = x;
    if (!atomic_compare_exchange_strong(&x, &old, old + 1) || tries < 2) longjmp(again, tries);
  }
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, attempt, 0);
  x++;
  pthread_join(t, 0);
  assert(x >= 2 && x <= 3);
}
