// A byte order mark, lines that end with CR LF, and a comment in Latin-1 change no line number.
// overtake: model=sc verdict=safe executions=3
// overtake: model=tso,pso verdict=error kind=assertion line=22
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y; /* café */
int r1, r2;
#define STORE(place) \
  atomic_store_explicit(&place, 1, memory_order_relaxed)

void *left(void *p) { STORE(x); r1 = atomic_load_explicit(&y, memory_order_relaxed); return p; }
void *right(void *p) { STORE(y); r2 = atomic_load_explicit(&x, memory_order_relaxed); return p; }

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(r1 == 1 || r2 == 1);
}
