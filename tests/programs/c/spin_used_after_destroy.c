// A destroyed spin lock must not be used.
// overtake: model=sc,tso,pso verdict=error kind=destroyed-mutex line=10
#include <pthread.h>
#include <semaphore.h>

pthread_spinlock_t lock;

int main(void) {
  pthread_spin_destroy(&lock);
  pthread_spin_lock(&lock);  // fails
}
