// Lamport's fast mutex for two threads, seq_cst, bounded by trying once: a thread that meets
// contention gives up.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, b[3], in;
void* t(void* a) {
  int i = (int)(long)a;
  b[i] = 1;
  x = i;
  if (y != 0) {
    b[i] = 0;
    return 0;
  }
  y = i;
  if (x != i) {
    b[i] = 0;
    for (int j = 1; j <= 2; j++)
      while (b[j]);
    if (y != i) return 0;
  }
  assert(in++ == 0);
  in--;
  y = 0;
  b[i] = 0;
  return 0;
}

int main(void) {
  pthread_t s, q;
  pthread_create(&s, 0, t, (void*)1);
  pthread_create(&q, 0, t, (void*)2);
  pthread_join(s, 0);
  pthread_join(q, 0);
}
