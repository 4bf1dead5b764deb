// A compare-and-swap of a word, an addition to its lower half, a store to its lowest byte: none loses another one's bytes.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

union { uint32_t word; uint16_t half[2]; uint8_t byte[4]; } u;
int seen, taken;

void* stores(void* arg) { __atomic_store_n(&u.byte[0], 1, __ATOMIC_RELEASE); seen = __atomic_load_n(&u.word, __ATOMIC_ACQUIRE); return arg; }
void* adds(void* arg) { __atomic_fetch_add(&u.half[0], 0x0100, __ATOMIC_SEQ_CST); return arg; }
void* swaps(void* arg) {
  uint32_t expected = 0;
  taken = __atomic_compare_exchange_n(&u.word, &expected, 0x02000000, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return arg;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, stores, NULL);
  pthread_create(&t[1], NULL, adds, NULL);
  pthread_create(&t[2], NULL, swaps, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(u.byte[0] == 1 && u.byte[1] == 1);
  assert(u.byte[3] == (taken ? 2 : 0));
  assert(seen & 1);  // its own byte
}
