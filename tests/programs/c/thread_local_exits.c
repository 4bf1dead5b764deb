// pthread_exit ends the thread's variables, too; what it hands to join must not be one of them.
// overtake: model=sc,tso,pso verdict=error kind=dead-stack-object line=17
#include <pthread.h>

static _Thread_local int mine;

void* leave(void* arg) {
  mine = (int)(long)arg;
  pthread_exit(&mine);
}

int main(void) {
  pthread_t t;
  void* result;
  pthread_create(&t, 0, leave, (void*)1);
  pthread_join(t, &result);
  return *(int*)result - 1;  // fails
}
