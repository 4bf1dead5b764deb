// Two locks, taken in opposite order: a transfer from A to B meets one from B to A.
//
//     overtake check examples/deadlock.c --model sc     each thread waits for the other's lock
//
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

struct account a = {PTHREAD_MUTEX_INITIALIZER, 100};
struct account b = {PTHREAD_MUTEX_INITIALIZER, 100};

void transfer(struct account* from, struct account* to, int amount) {
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}

void* forth(void* unused) {
  transfer(&a, &b, 10);
  return unused;
}

void* back(void* unused) {
  transfer(&b, &a, 20);
  return unused;
}

int main(void) {
  pthread_t x, y;
  pthread_create(&x, NULL, forth, NULL);
  pthread_create(&y, NULL, back, NULL);
  pthread_join(x, NULL);
  pthread_join(y, NULL);
}
