// overtake check philosophers.c --model sc
// A deadlock.
#include <pthread.h>

struct table {
  pthread_mutex_t forks[2];
} table = {{PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER}};

static void eat(int left, int right) {
  pthread_mutex_lock(&table.forks[left]);
  pthread_mutex_lock(&table.forks[right]);
  pthread_mutex_unlock(&table.forks[right]);
  pthread_mutex_unlock(&table.forks[left]);
}

static void *philosopher(void *unused) {
  eat(1, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, philosopher, 0);
  eat(0, 1);
  pthread_join(t, 0);
}
