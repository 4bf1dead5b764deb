// A store of 0 to the word of a lock that two threads take: six classes. With L1 first: L2 reads the unlock of the first
// (and the store is anywhere where nobody reads it) or the store; or L1 reads the store, and L2 the unlock. So with L2 first.
// overtake: model=sc,tso,pso verdict=safe executions=6
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void* breaks(void* arg) { *(volatile long*)&m = 0; return arg; }
void* first(void* arg) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return arg; }
void* second(void* arg) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return arg; }

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, breaks, NULL);
  pthread_create(&t[1], NULL, first, NULL);
  pthread_create(&t[2], NULL, second, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
}
