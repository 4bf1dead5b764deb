// A false assumption ends the execution without an error: only the runs in which it holds count.
// overtake: model=sc,tso,pso verdict=safe
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_assert(int);
void __VERIFIER_assume(int);
extern void abort(void);

void assume_abort_if_not(int condition) {
  if (!condition) abort();
}

int x;

void* add(void* arg) {
  int seen = x;
  __VERIFIER_assume(seen % 2 == 0);
  x = seen + 2;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  x = 1;
  pthread_join(t, NULL);
  int last = x;
  assume_abort_if_not(last != 1);
  __VERIFIER_assert(last == 2);
}
