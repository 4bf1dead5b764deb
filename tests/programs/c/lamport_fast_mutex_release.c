// The same with release stores and acquire loads: TSO breaks it.
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=assertion line=26
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, b[3], in;
#define S(v, k) atomic_store_explicit(&v, k, memory_order_release)
#define L(v) atomic_load_explicit(&v, memory_order_acquire)

void* t(void* a) {
  int i = (int)(long)a;
  S(b[i], 1);
  S(x, i);
  if (L(y) != 0) {
    S(b[i], 0);
    return 0;
  }
  S(y, i);
  if (L(x) != i) {
    S(b[i], 0);
    for (int j = 1; j <= 2; j++)
      while (L(b[j]));
    if (L(y) != i) return 0;
  }
  assert(in++ == 0);  // fails
  in--;
  S(y, 0);
  S(b[i], 0);
  return 0;
}

int main(void) {
  pthread_t s, q;
  pthread_create(&s, 0, t, (void*)1);
  pthread_create(&q, 0, t, (void*)2);
  pthread_join(s, 0);
  pthread_join(q, 0);
}
