// trylock: two threads try the same mutex; at least one gets it, and they never hold it together.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside, entered;

void* work(void* arg) {
  int error = pthread_mutex_trylock(&m);
  if (error == 0) {
    inside++;
    assert(inside == 1);
    inside--;
    entered++;
    pthread_mutex_unlock(&m);
  } else {
    assert(error == EBUSY);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(entered == 1 || entered == 2);
}
