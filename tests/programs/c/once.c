// pthread_once: whoever comes first initializes, everybody waits for the end of it.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <assert.h>
#include <pthread.h>

pthread_once_t control = PTHREAD_ONCE_INIT;
int initialized;

void initialize(void) { initialized++; }

void* user(void* arg) {
  pthread_once(&control, initialize);
  assert(initialized == 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
