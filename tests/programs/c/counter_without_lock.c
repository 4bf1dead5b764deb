// The lost update: two unprotected increments may count once.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=19
#include <assert.h>
#include <pthread.h>

int counter;

void* count(void* arg) {
  counter++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, count, NULL);
  pthread_create(&b, NULL, count, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);  // fails
}
