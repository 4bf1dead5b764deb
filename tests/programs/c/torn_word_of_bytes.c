// A word is written whole by one thread and one of its bytes by another: a reader can find a word
// that no thread wrote.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=25
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
  uint32_t word;
  uint8_t bytes[4];
} shared;

static void* write_word(void* arg) {
  *(volatile uint32_t*)&shared.word = 0x01010101u;
  return arg;
}

static void* write_byte(void* arg) {
  ((volatile uint8_t*)shared.bytes)[2] = 9;
  return arg;
}

static void* read_word(void* arg) {
  const uint32_t found = *(volatile uint32_t*)&shared.word;
  assert(found != 0x01090101u);
  return arg;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, write_word, NULL);
  pthread_create(&t[1], NULL, write_byte, NULL);
  pthread_create(&t[2], NULL, read_word, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
}
