// Two threads race before sections that no run ever gets through: no execution is complete, and the race is there.
// overtake: model=sc,tso,pso verdict=error kind=race line=13
// overtake: args=--check races
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);

int data, never;

void* first(void* arg) {
  data = 1;
  __VERIFIER_atomic_begin(); __VERIFIER_assume(never); __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, first, NULL);
  pthread_create(&u, NULL, first, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
}
