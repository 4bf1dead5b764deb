// Store buffering: the smallest program that is right on paper and wrong on the machine.
//
// Each thread announces itself and then looks whether the other one has, too. However the four steps
// are interleaved, the second thread to look must see the other's announcement ... if a store
// is in memory as soon as it is done. On x86 it is not: it waits in the processor's store buffer, and
// the following load overtakes it.
//
//     overtake check examples/store_buffering.c --model sc      no error
//     overtake check examples/store_buffering.c --model tso     both threads read 0
//
// overtake: model=sc verdict=safe executions=3
// overtake: model=tso verdict=error kind=assertion line=38
// overtake: model=pso verdict=error kind=assertion line=38
#include <assert.h>
#include <pthread.h>

int x, y;    // the announcements
int r1, r2;  // what the threads saw

void* left(void* unused) {
  x = 1;
  r1 = y;
  return unused;
}

void* right(void* unused) {
  y = 1;
  r2 = x;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r1 == 1 || r2 == 1);  // fails
}
