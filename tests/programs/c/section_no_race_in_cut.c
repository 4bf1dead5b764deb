// The section ends the run where it comes before the store, so its write and the plain read are in no run together.
// overtake: model=sc,tso,pso verdict=safe executions=1
// overtake: args=--check races
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);

int data, flag;

void* first(void* arg) {
  __VERIFIER_atomic_begin();
  if (!flag) { data = 1; __VERIFIER_assume(0); }
  __VERIFIER_atomic_end();
  return arg;
}

void* second(void* arg) { __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST); int copy = data; return copy ? arg : NULL; }

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, first, NULL);
  pthread_create(&u, NULL, second, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
}
