// A section races with a plain read, and then assumes something false.
// overtake: model=sc,tso,pso verdict=error kind=race
// overtake: args=--check races
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);

int data, never;

void* first(void* arg) {
  __VERIFIER_atomic_begin(); data = 1; __VERIFIER_assume(never); __VERIFIER_atomic_end();
  return arg;
}

void* second(void* arg) { int copy = data; return copy ? arg : NULL; }

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, first, NULL);
  pthread_create(&u, NULL, second, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
}
