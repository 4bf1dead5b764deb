// pthread spin locks. Releasing one is a release store: it publishes what was written inside.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <assert.h>
#include <pthread.h>

pthread_spinlock_t lock;
int a, b;

void* work(void* arg) {
  pthread_spin_lock(&lock);
  assert(a == b);
  a++;
  b++;
  pthread_spin_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(a == 2 && b == 2);
  assert(pthread_spin_trylock(&lock) == 0);
  assert(pthread_spin_trylock(&lock) != 0);
  pthread_spin_unlock(&lock);
  pthread_spin_destroy(&lock);
}
