// The address of a thread-local variable handed to another thread: it is shared then.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=16
#include <assert.h>
#include <pthread.h>

_Thread_local int mine;

void* meddle(void* arg) {
  *(int*)arg = 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, meddle, &mine);
  assert(mine == 0);  // fails
  pthread_join(t, NULL);
}
