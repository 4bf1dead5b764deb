// A union's word is written by halves; a reader of the whole may see one new half only. Under TSO
// the low half is always there first, under PSO it need not be.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=22
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

volatile union { uint32_t word; struct { uint16_t low, high; } half; } u;

void* writer(void* p) {
  u.half.low = 1;
  u.half.high = 1;
  return p;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, writer, 0);
  uint32_t w = u.word;
  pthread_join(a, 0);
  assert(w != 0x10000);  // fails under PSO
}
