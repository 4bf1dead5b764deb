// Peterson's lock with a fence before the reads: enough for TSO. Under PSO `turn` may reach memory
// before `wants`, which breaks the protocol although the fence is there.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=21
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

int wants[2], turn;
int owner;

void* process(void* arg) {
  const int me = (int)(intptr_t)arg;
  const int other = 1 - me;
  wants[me] = 1;
  turn = other;
  atomic_thread_fence(memory_order_seq_cst);
  if (wants[other] == 0 || turn == me) {
    owner = me;
    assert(owner == me);  // fails
    atomic_thread_fence(memory_order_release);
    wants[me] = 0;
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, process, (void*)0);
  pthread_create(&b, NULL, process, (void*)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
