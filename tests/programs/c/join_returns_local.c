// The thread returns the address of its local; main reads it after the join.
// overtake: model=sc,tso,pso verdict=error kind=dead-stack-object line=17
#include <pthread.h>

int* volatile leak;
void* w(void* a) {
  int local = 5;
  leak = &local;
  return leak;
}

int main(void) {
  pthread_t t;
  void* r;
  pthread_create(&t, 0, w, 0);
  pthread_join(t, &r);
  return *(int*)r;  // fails
}
