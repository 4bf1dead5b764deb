// Who wrote last: three writers, one reader after all have ended.
// overtake: model=sc,tso,pso verdict=safe executions=3
#include <assert.h>
#include <pthread.h>

long x;

void* write_it(void* arg) {
  x = (long)arg;
  return NULL;
}

int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], NULL, write_it, (void*)(i + 1));
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  long last = x;
  assert(last >= 1 && last <= 3);
}
