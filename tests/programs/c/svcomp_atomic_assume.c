// A false assume inside an atomic section ends the run: no thread sees what the section has written.
// In the one execution the section comes last.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
void __VERIFIER_assert(int);

int x, go;

void* section(void* arg) {
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_assume(go);
  x = 0;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, section, NULL);
  __VERIFIER_assert(x == 0);
  go = 1;
  pthread_join(t, NULL);
}
