// Equal threads that two different threads join: which of them came first shows.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=22
#include <assert.h>
#include <pthread.h>

int count, seen;
pthread_t t[2];

void* adds(void* arg) { __atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST); return arg; }
void* joins(void* arg) {
  pthread_join(t[1], NULL);
  if (__atomic_load_n(&count, __ATOMIC_SEQ_CST) == 1) seen = 1;
  return arg;
}

int main(void) {
  pthread_t u;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, adds, NULL);
  pthread_create(&u, NULL, joins, NULL);
  pthread_join(t[0], NULL);
  pthread_join(u, NULL);
  assert(!seen);
}
