// Coherence: two reads of one variable never see its writes in the wrong order, on any machine.
// The pairs that can be read are the six ascending ones over 0, 1, 2.
// overtake: model=sc,tso,pso verdict=safe executions=6
#include <assert.h>
#include <pthread.h>

int x;

void* writer(void* arg) {
  x = 1;
  x = 2;
  return arg;
}

void* reader(void* arg) {
  int first = x;
  int second = x;
  assert(first <= second);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
