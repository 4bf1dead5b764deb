// The headers of GenMC and Dartagnan, with their hints for loops that wait.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <dat3m.h>
#include <genmc.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

void* publish(void* arg) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, publish, NULL);
  await_while(atomic_load_explicit(&flag, memory_order_acquire) == 0) {}
  assert(data == 1);
  __VERIFIER_loop_begin();
  for (;;) {
    __VERIFIER_spin_start();
    const int done = atomic_load(&flag) == 1;
    __VERIFIER_spin_end(done);
    if (done) break;
  }
  __VERIFIER_assert(__VERIFIER_tid() == 0);
  pthread_join(t, NULL);
}
