// The round of a wait is an atomic section, and nobody sets both flags at the same time for good.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

volatile int first, second, message;

static void *waits(void *arg) {
  int a, b;
  (void)arg;
  do {
    __VERIFIER_atomic_begin();
    a = first;
    b = second;
    __VERIFIER_atomic_end();
  } while (a == 0 || b == 0);
  assert(message == 1);
  return 0;
}

static void *announces(void *arg) {
  (void)arg;
  message = 1;
  __sync_synchronize();
  first = 1;
  second = 1;
  first = 0;
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, waits, 0);
  pthread_create(&t[1], 0, announces, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
