// The core of Dekker's mutual exclusion: raise your flag, enter if the other's is down. Without
// fences both enter on a machine with store buffers.
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=assertion line=17
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

int wants[2];
int inside;

void* process(void* arg) {
  const int me = (int)(intptr_t)arg;
  wants[me] = 1;
  if (wants[1 - me] == 0) {
    int others = __sync_fetch_and_add(&inside, 1);
    assert(others == 0);  // fails
    __sync_fetch_and_sub(&inside, 1);
  }
  wants[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, process, (void*)0);
  pthread_create(&b, NULL, process, (void*)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
