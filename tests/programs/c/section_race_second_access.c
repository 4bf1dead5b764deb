// The second access of a section races with a plain read that comes before the section in the first execution.
// overtake: model=sc,tso,pso verdict=error kind=race
// overtake: args=--check races
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);

int data, other;

void* first(void* arg) { int copy = data; return copy ? arg : NULL; }

void* second(void* arg) {
  __VERIFIER_atomic_begin(); int copy = other; data = 1; other = copy; __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, first, NULL);
  pthread_create(&u, NULL, second, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
}
