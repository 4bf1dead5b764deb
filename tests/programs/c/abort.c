// abort is an error, also in a thread that nobody waits for.
// overtake: model=sc,tso,pso verdict=error kind=abort line=9
#include <pthread.h>
#include <stdlib.h>

int poison;

void* work(void* arg) {
  if (poison) abort();  // fails
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  poison = 1;
}
