// A function whose name starts with __VERIFIER_atomic_ is an atomic section.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <assert.h>
#include <pthread.h>

int taken;

int __VERIFIER_atomic_take(void) {
  if (taken) return 0;
  taken = 1;
  return 1;
}

int winners[2];

void* compete(void* arg) {
  winners[(long)arg] = __VERIFIER_atomic_take();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, compete, (void*)0);
  pthread_create(&b, NULL, compete, (void*)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(winners[0] + winners[1] == 1);
}
