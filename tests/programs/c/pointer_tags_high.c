// A version count in the top 16 bits of a pointer: the compare-exchange of an old version fails.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define TAG_SHIFT 48
#define POINTER(word) ((int*)((word) & ((1ull << TAG_SHIFT) - 1)))

int cell[2] = {10, 20};
_Atomic(uint64_t) word;

void* replace(void* arg) {
  uint64_t old = atomic_load(&word);
  assert(*POINTER(old) == 10 || *POINTER(old) == 20);
  uint64_t tag = (old >> TAG_SHIFT) + 1;
  uint64_t fresh = (uint64_t)(uintptr_t)&cell[tag % 2] | tag << TAG_SHIFT;
  atomic_compare_exchange_strong(&word, &old, fresh);
  return arg;
}

int main(void) {
  pthread_t a, b;
  atomic_store(&word, (uint64_t)(uintptr_t)&cell[0]);
  pthread_create(&a, NULL, replace, NULL);
  pthread_create(&b, NULL, replace, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  uint64_t last = atomic_load(&word);
  assert(last >> TAG_SHIFT == 1 || last >> TAG_SHIFT == 2);
  assert(*POINTER(last) == ((last >> TAG_SHIFT) == 1 ? 20 : 10));
}
