// Two reads of a word and one of its last byte, beside a store to that byte and one to the word. That
// the first two reads find the initial value, and the third a byte of the first store, is another
// class than that the first one finds three bytes of the one and one of the other.
// overtake: model=sc verdict=safe executions=10
// overtake: model=tso verdict=safe executions=10
// overtake: model=pso verdict=safe executions=10
#include <pthread.h>
#include <stdint.h>

static volatile uint32_t word;

static void *writes(void *argument) {
  *((volatile uint8_t *)&word + 3) = 0;
  word = 0;
  return argument;
}

static void *reads(void *argument) {
  uint32_t r = word;
  r = word;
  r = *((volatile uint8_t *)&word + 3);
  return (void *)(uint64_t)r;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, writes, 0);
  pthread_create(&u, 0, reads, 0);
  pthread_exit(0);
}
