// A pointer to a local variable outlives the call.
// overtake: model=sc,tso,pso verdict=error kind=dead-stack-object line=10
#include <pthread.h>

int* published;

void* reader(void* arg) {
  int* p = published;
  if (p != NULL) {
    int value = *p;  // fails
    (void)value;
  }
  return arg;
}

void publish(void) {
  int local = 5;
  published = &local;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reader, NULL);
  publish();
  pthread_join(t, NULL);
}
