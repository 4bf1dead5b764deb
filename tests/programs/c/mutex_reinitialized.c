// A destroyed mutex may be initialized anew and is then as good as any other.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

void* deposit(void* arg) {
  struct account* a = arg;
  pthread_mutex_lock(&a->lock);
  a->balance += 10;
  pthread_mutex_unlock(&a->lock);
  return NULL;
}

int main(void) {
  struct account* a = calloc(1, sizeof *a);
  for (int round = 1; round <= 2; round++) {
    pthread_t t;
    pthread_mutex_init(&a->lock, NULL);
    pthread_create(&t, NULL, deposit, a);
    deposit(a);
    pthread_join(t, NULL);
    assert(a->balance == 20 * round);
    pthread_mutex_destroy(&a->lock);
  }
  free(a);
}
