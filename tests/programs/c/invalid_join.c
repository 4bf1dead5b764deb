// A join of something that is no thread.
// overtake: model=sc,tso,pso verdict=error kind=invalid-join line=8
#include <pthread.h>

pthread_t never_created;

int main(void) {
  pthread_join(never_created, NULL);  // fails
}
