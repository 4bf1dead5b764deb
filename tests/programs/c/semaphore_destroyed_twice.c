// A semaphore can be destroyed once.
// overtake: model=sc,tso,pso verdict=error kind=destroyed-mutex line=10
#include <pthread.h>
#include <semaphore.h>

sem_t lock;

int main(void) {
  sem_destroy(&lock);
  sem_destroy(&lock);  // fails
}
