// A dissemination barrier of two with flags by parity, two episodes.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=16
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag[2][2];
int data[2][2];
void* t(void* a) {
  int me = (int)(long)a;
  for (int e = 0; e < 2; e++) {
    data[e][me] = 1;
    atomic_store_explicit(&flag[e][1 - me], 1, memory_order_relaxed);
    while (!atomic_load_explicit(&flag[e][me], memory_order_relaxed));
    assert(data[e][1 - me] == 1);  // fails
  }
  return 0;
}

int main(void) {
  pthread_t s, q;
  pthread_create(&s, 0, t, (void*)0);
  pthread_create(&q, 0, t, (void*)1);
  pthread_join(s, 0);
  pthread_join(q, 0);
}
