// An open-addressing hash set with compare-exchange; two threads insert the same and different
// keys.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int* table;
int insert(int k) {
  for (int i = k % 4;; i = (i + 1) % 4) {
    int old = 0;
    if (atomic_compare_exchange_strong(&table[i], &old, k)) return 1;
    if (old == k) return 0;
  }
}

void* w(void* a) { return (void*)(long)(insert(5) + 2 * insert(1 + 8 * (int)(long)a)); }
int main(void) {
  pthread_t s, t;
  void *r, *q;
  table = calloc(4, sizeof *table);
  pthread_create(&s, 0, w, (void*)0);
  pthread_create(&t, 0, w, (void*)1);
  pthread_join(s, &r);
  pthread_join(t, &q);
  assert(((long)r & 1) + ((long)q & 1) == 1);
  assert((long)r & 2 && (long)q & 2);
  free(table);
}
