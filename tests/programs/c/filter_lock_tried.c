// The filter lock with three threads and volatile accesses with fences; try once per level, giving
// up if it must wait.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

volatile int level[3], victim[3];
int in;
int enter(int i) {
  for (int l = 1; l < 3; l++) {
    level[i] = l;
    atomic_thread_fence(memory_order_seq_cst);
    victim[l] = i;
    atomic_thread_fence(memory_order_seq_cst);
    int wait = 0;
    for (int k = 0; k < 3; k++) wait |= k != i && level[k] >= l && victim[l] == i;
    if (wait) {
      level[i] = 0;
      return 0;
    }
  }
  return 1;
}

void* t(void* a) {
  int i = (int)(long)a;
  if (enter(i)) {
    int n = in;
    in = n + 1;
    assert(n == 0);
    in = 0;
    atomic_thread_fence(memory_order_seq_cst);
    level[i] = 0;
  }
  return 0;
}

int main(void) {
  pthread_t q[2];
  for (long i = 0; i < 2; i++) pthread_create(&q[i], 0, t, (void*)i);
  pthread_join(q[0], 0);
  pthread_join(q[1], 0);
}
