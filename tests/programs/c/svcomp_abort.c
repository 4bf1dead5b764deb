// Where __VERIFIER_nondet_* or reach_error are used, abort says that the run does not count.
// overtake: args=--nondet-range 0..3
// overtake: model=sc,tso,pso verdict=safe
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int limit, count;

void* work(void* arg) {
  for (int i = 0; i < limit; ++i) ++count;
  return arg;
}

int main(void) {
  limit = __VERIFIER_nondet_int();
  if (!(limit > 0 && limit < 3)) abort();
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  if (count != limit || count == 3) reach_error();
}
