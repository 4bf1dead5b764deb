// What programs for CBMC call, often without a declaration. The fence keeps reads behind writes.
// overtake: model=sc,tso,pso verdict=safe
#include <pthread.h>

void __CPROVER_atomic_begin(void);
void __CPROVER_atomic_end(void);

int x, y, r1, r2, count;
__CPROVER_thread_local int mine;

void* left(void* arg) {
  x = 1;
  __CPROVER_fence("WWfence", "RRfence", "RWfence", "WRfence");
  r1 = y;
  __CPROVER_atomic_begin();
  ++count;
  __CPROVER_atomic_end();
  mine = 1;
  return arg;
}

void* right(void* arg) {
  y = 1;
  __CPROVER_fence("WRfence");
  r2 = x;
  __CPROVER_atomic_begin();
  ++count;
  __CPROVER_atomic_end();
  __CPROVER_assert(mine == 0, "thread-local");
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 2);
  __CPROVER_assume(r1 == 0);
  __CPROVER_assert(r2 == 1, "one of them sees the other");
}
