// Accesses of one, two, four and eight bytes to the same atomics, from two threads.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

_Atomic uint64_t word;

void* bytes(void* p) {
  atomic_fetch_or((_Atomic uint8_t*)&word + 7, 0x80);
  atomic_fetch_add((_Atomic uint16_t*)&word + 1, 1);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, bytes, 0);
  atomic_fetch_add(&word, 1);
  uint32_t low = atomic_load((_Atomic uint32_t*)&word);
  assert(low == 1 || low == 0x10001);
  pthread_join(t, 0);
  assert(word == 0x8000000000010001);
}
