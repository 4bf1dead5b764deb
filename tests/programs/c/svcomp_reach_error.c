// The conventions of the verification competition: reach_error is the program's own function, and
// its call is the error, whatever it does.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=27
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x, y;

void* both(void* arg) {
  __VERIFIER_atomic_begin();
  x = 1;
  y = 1;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, both, NULL);
  int a = x;
  int b = y;
  if (a != b) reach_error();  // fails
  pthread_join(t, NULL);
}
