// N writers of a word, N writers of one of its bytes, two readers: torn reads.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

union {
  _Atomic uint32_t word;
  _Atomic uint16_t half[2];
  _Atomic uint8_t byte[4];
} shared;

void* write_word(void* argument) {
  atomic_store(&shared.word, (uint32_t)(uintptr_t)argument * 0x01010101u);
  return 0;
}
void* write_byte(void* argument) {
  atomic_store(&shared.byte[(uintptr_t)argument % 4], 0x80);
  return 0;
}
void* look(void* unused) {
  atomic_load(&shared.word);
  atomic_load(&shared.half[0]);
  return unused;
}

int main(void) {
  pthread_t thread;
  for (uintptr_t i = 1; i <= N; ++i) {
    pthread_create(&thread, 0, write_word, (void*)i);
    pthread_create(&thread, 0, write_byte, (void*)i);
  }
  for (int i = 0; i < 2; ++i) pthread_create(&thread, 0, look, 0);
}
