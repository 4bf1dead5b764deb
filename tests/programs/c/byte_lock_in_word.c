// A lock whose byte is a part of a word, as in Linux's queued spin locks: it is taken by a
// compare-and-swap of the word and released by a store to the byte.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
  uint32_t word;
  struct {
    uint8_t locked;
    uint8_t pending;
    uint16_t tail;
  };
} lock;
static int counter;

static void* work(void* arg) {
  for (;;) {
    uint32_t expected = 0;
    if (__atomic_compare_exchange_n(&lock.word, &expected, 1, 0, __ATOMIC_ACQUIRE,
                                    __ATOMIC_RELAXED))
      break;
    while (__atomic_load_n(&lock.locked, __ATOMIC_RELAXED) != 0) {
    }
  }
  counter++;
  __atomic_store_n(&lock.locked, 0, __ATOMIC_RELEASE);
  return arg;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(counter == 3);
}
