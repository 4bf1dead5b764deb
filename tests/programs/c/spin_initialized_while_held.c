// A spin lock that is held, be it by pthread_spin_trylock, must not be initialized again.
// overtake: model=sc,tso,pso verdict=error kind=lock-misuse line=13
#include <pthread.h>

pthread_spinlock_t lock;

int main(void) {
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_trylock(&lock);
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);  // fails
}
