// Static locals are shared by all threads that call the function.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=24
#include <assert.h>
#include <pthread.h>

int next_id(void) {
  static int last;
  return ++last;
}

int id[2];

void* work(void* arg) {
  id[(long)arg] = next_id();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void*)0);
  pthread_create(&b, NULL, work, (void*)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(id[0] != id[1]);  // fails
}
