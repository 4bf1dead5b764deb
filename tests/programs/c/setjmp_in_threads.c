// Each thread has its own jump buffer on its stack; a global value is read again after the jump.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

atomic_int tries;
void deep(jmp_buf* b, int n) {
  if (n == 0) longjmp(*b, 3);
  deep(b, n - 1);
}

void* run(void* a) {
  jmp_buf b;
  volatile int mine = 0;
  int r = setjmp(b);
  if (r == 0) {
    mine = 1;
    tries++;
    deep(&b, 2);
    assert(0);
  }
  assert(r == 3 && mine == 1);
  return a;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, run, 0);
  pthread_create(&t, 0, run, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(tries == 2);
}
