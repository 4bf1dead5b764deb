// A CLH lock whose waiters give up after two looks: an abandoned node leads to the one before it.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define L(v) atomic_load(v)
#define S(v, x) atomic_store(v, x)

enum { WAIT, FREE, GONE };
struct n {
  atomic_int s;
  struct n* _Atomic pred;
};
static struct n first = {FREE, 0}, pool[2];
static struct n* _Atomic tail = &first;
static int count;
static atomic_int got;
static int take(struct n* me) {
  S(&me->s, WAIT);
  struct n* p = atomic_exchange(&tail, me);
  for (int k = 0; k < 2; ++k) {
    int s;
    while ((s = L(&p->s)) == GONE) p = L(&p->pred);
    if (s == FREE) return 1;
  }
  S(&me->pred, p);
  S(&me->s, GONE);
  return 0;
}
static void* w(void* x) {
  struct n* me = x;
  if (take(me)) {
    ++count;
    atomic_fetch_add(&got, 1);
    S(&me->s, FREE);
  }
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, w, &pool[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(count == got && got >= 1);
}
