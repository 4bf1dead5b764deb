// A free list in an array: each change of its head takes a new tag, so that a head that has gone
// and come back is not taken for the same.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#define N 3
typedef struct {
  uint32_t index, tag;
} head_t;
static struct {
  _Atomic uint32_t next;
} pool[N + 1];
static _Atomic(head_t) freelist;
#ifdef WITHOUT_TAGS
#define NEXT(tag) 0
#else
#define NEXT(tag) ((tag) + 1)
#endif
static void push(_Atomic(head_t)* s, uint32_t i) {
  head_t old = atomic_load(s), new;
  do {
    atomic_store_explicit(&pool[i].next, old.index, memory_order_relaxed);
    new.index = i;
    new.tag = NEXT(old.tag);
  } while (!atomic_compare_exchange_weak(s, &old, new));
}
static uint32_t pop(_Atomic(head_t)* s) {
  head_t old = atomic_load(s), new;
  do {
    if (old.index == 0) return 0;
    new.index = atomic_load_explicit(&pool[old.index].next, memory_order_relaxed);
    new.tag = NEXT(old.tag);
  } while (!atomic_compare_exchange_weak(s, &old, new));
  return old.index;
}
static _Atomic int owned[N + 1];
static uint32_t take(void) {
  uint32_t i = pop(&freelist);
  if (i) assert(atomic_fetch_add(&owned[i], 1) == 0);
  return i;
}
static void* take_two(void* a) {
  take();
  take();
  return a;
}
static void* take_two_and_return_one(void* a) {
  uint32_t i = take();
  take();
  if (i) {
    atomic_fetch_sub(&owned[i], 1);
    push(&freelist, i);
  }
  return a;
}
int main(void) {
  pthread_t a, b;
  for (uint32_t i = 1; i <= N; i++) push(&freelist, i);
  pthread_create(&a, 0, take_two, 0);
  pthread_create(&b, 0, take_two_and_return_one, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
