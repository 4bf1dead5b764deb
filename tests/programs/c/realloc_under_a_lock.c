// Realloc moves a shared array under a lock; the reader holds an index, never a pointer.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct flex {
  int n;
  int v[];
}* p;
void* grow(void* a) {
  pthread_mutex_lock(&m);
  p = realloc(p, sizeof *p + (p->n + 2) * sizeof(int));
  p->v[p->n] = 30;
  p->v[p->n + 1] = 40;
  p->n += 2;
  pthread_mutex_unlock(&m);
  return a;
}

int main(void) {
  pthread_t t;
  p = malloc(sizeof *p + sizeof(int));
  p->n = 1;
  p->v[0] = 20;
  pthread_create(&t, 0, grow, 0);
  pthread_mutex_lock(&m);
  int last = p->v[p->n - 1];
  assert(last == (p->n == 1 ? 20 : 40));
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(p->n == 3 && p->v[0] == 20 && p->v[1] == 30);
  free(p);
}
