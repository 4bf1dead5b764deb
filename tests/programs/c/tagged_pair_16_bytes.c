// A 16-byte compare-exchange replaces pointer and tag at once: no thread sees a half.
// overtake: model=sc,tso,pso verdict=safe
// overtake: args=-- -mcx16
#include <assert.h>
#include <pthread.h>

typedef unsigned __int128 u128;
_Alignas(16) u128 pair;
void* bump(void* a) {
  u128 old = __sync_val_compare_and_swap(&pair, 0, 0), next;
  do {
    next = ((old >> 64) + 1) << 64 | (unsigned long)(old + 1);
    u128 seen = __sync_val_compare_and_swap(&pair, old, next);
    if (seen == old) break;
    old = seen;
  } while (1);
  assert((unsigned long)(old >> 64) == (unsigned long)old);
  return a;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, bump, 0);
  pthread_create(&t, 0, bump, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert((unsigned long)pair == 2 && (unsigned long)(pair >> 64) == 2);
}
