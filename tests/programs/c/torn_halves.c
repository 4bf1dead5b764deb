// Two halves are written by two threads, one after the other; who finds the second finds the first,
// too, whatever the size of the access.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
  uint32_t word;
  uint16_t halves[2];
} shared;

static void* write_halves(void* arg) {
  ((volatile uint16_t*)shared.halves)[0] = 1;
  ((volatile uint16_t*)shared.halves)[1] = 2;
  return arg;
}

static void* read_word(void* arg) {
  const uint32_t found = *(volatile uint32_t*)&shared.word;
  assert(found != 0x00020000u);
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, write_halves, NULL);
  pthread_create(&t[1], NULL, read_word, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
}
