// Message passing with plain variables: right under SC and TSO, where stores reach memory in order;
// under PSO the flag may overtake the data.
// overtake: model=sc verdict=safe executions=3
// overtake: model=tso verdict=safe executions=3
// overtake: model=pso verdict=error kind=assertion line=20
#include <assert.h>
#include <pthread.h>

int data, flag;

void* sender(void* arg) {
  data = 42;
  flag = 1;
  return arg;
}

void* receiver(void* arg) {
  int f = flag;
  int d = data;
  assert(f == 0 || d == 42);  // fails
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sender, NULL);
  pthread_create(&b, NULL, receiver, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
