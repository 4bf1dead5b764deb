// A call of reach_error is the error, though the program's own reach_error does nothing and the abort
// behind it is none.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=21
#include <pthread.h>
#include <stdlib.h>

void reach_error(void) {}

int x;

void* work(void* arg) {
  ++x;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  ++x;
  pthread_join(t, NULL);
  if (x != 2) reach_error();  // fails
  if (x != 2) abort();
}
