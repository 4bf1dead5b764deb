// Message passing: write the data, then raise the flag. The receiver looks at the flag first.
//
// This is right as long as stores reach memory in the order in which they were made, so on x86 (TSO)
// too. A machine with a store buffer for each location (PSO) may let the flag overtake the data. The
// remedy is a release store to the flag.
//
//     overtake check examples/message_passing.c --model tso     no error
//     overtake check examples/message_passing.c --model pso     the flag is up, the data is not there
//
// overtake: model=sc verdict=safe executions=2
// overtake: model=tso verdict=safe executions=2
// overtake: model=pso verdict=error kind=assertion line=26
#include <assert.h>
#include <pthread.h>

int data, flag;

void* sender(void* unused) {
  data = 42;
  flag = 1;
  return unused;
}

void* receiver(void* unused) {
  if (flag == 1) {
    assert(data == 42);  // fails
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sender, NULL);
  pthread_create(&b, NULL, receiver, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
