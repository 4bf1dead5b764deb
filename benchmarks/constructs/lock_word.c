// A semaphore that is initialized again while N threads wait for it.
#include <pthread.h>
#include <semaphore.h>

sem_t gate;
int count;

void* work(void* unused) {
  sem_wait(&gate);
  ++count;
  sem_post(&gate);
  return unused;
}

int main(void) {
  pthread_t threads[N];
  sem_init(&gate, 0, 0);
  for (int i = 0; i < N; ++i) pthread_create(&threads[i], 0, work, 0);
  sem_init(&gate, 0, 1);
  for (int i = 0; i < N; ++i) pthread_join(threads[i], 0);
}
