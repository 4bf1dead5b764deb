// A mutex in fresh memory that nobody initialized.
// overtake: model=sc,tso,pso verdict=error kind=uninitialized-lock line=13
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t mutex;
  int balance;
};

int main(void) {
  struct account *a = malloc(sizeof *a);
  pthread_mutex_lock(&a->mutex);
  a->balance = 0;
  pthread_mutex_unlock(&a->mutex);
  pthread_mutex_destroy(&a->mutex);
  free(a);
}
