// Work for `scripts/observe-cost`: work THREADS ROUNDS. Each thread sorts, hashes and multiplies in memory of its
// own, and adds its results under a lock; the main thread waits. THREADS 0: the main thread does one share itself.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kNumbers = 20000, kSlots = 1 << 14, kSide = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t total;
static int rounds;

typedef struct {
  uint32_t numbers[kNumbers];
  uint32_t slots[kSlots];
  double a[kSide][kSide], b[kSide][kSide], c[kSide][kSide];
} Memory;

static uint32_t next(uint32_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  return *state ^= *state << 5;
}

static void sift(uint32_t *heap, int at, int count) {
  for (;;) {
    int child = 2 * at + 1;
    if (child >= count) return;
    if (child + 1 < count && heap[child] < heap[child + 1]) ++child;
    if (heap[at] >= heap[child]) return;
    const uint32_t swap = heap[at];
    heap[at] = heap[child];
    heap[child] = swap;
    at = child;
  }
}

static uint64_t round_of(Memory *m, uint32_t *state) {
  for (int i = 0; i < kNumbers; ++i) m->numbers[i] = next(state);
  for (int i = kNumbers / 2; i-- > 0;) sift(m->numbers, i, kNumbers);
  for (int n = kNumbers - 1; n > 0; --n) {
    const uint32_t swap = m->numbers[0];
    m->numbers[0] = m->numbers[n];
    m->numbers[n] = swap;
    sift(m->numbers, 0, n);
  }
  memset(m->slots, 0, sizeof m->slots);
  uint64_t sum = 0;
  for (int i = 0; i < kSlots / 2; ++i) {
    uint32_t at = m->numbers[i] * 2654435761u % kSlots;
    while (m->slots[at] != 0) at = (at + 1) % kSlots;
    m->slots[at] = m->numbers[i] | 1;
    sum += at;
  }
  for (int i = 0; i < kSide; ++i)
    for (int k = 0; k < kSide; ++k) m->a[i][k] = m->b[k][i] = (double)(next(state) % 10);
  for (int i = 0; i < kSide; ++i)
    for (int k = 0; k < kSide; ++k) {
      m->c[i][k] = 0;
      for (int j = 0; j < kSide; ++j) m->c[i][k] += m->a[i][j] * m->b[j][k];
    }
  return sum + (uint64_t)m->c[1][2];
}

static void *work(void *argument) {
  uint32_t state = 1 + (uint32_t)(uintptr_t)argument;
  Memory *m = malloc(sizeof *m);
  for (int i = 0; i < rounds; ++i) {
    const uint64_t sum = round_of(m, &state);
    pthread_mutex_lock(&lock);
    total += sum;
    pthread_mutex_unlock(&lock);
  }
  free(m);
  return 0;
}

int main(int argc, char **argv) {
  const int threads = argc > 1 ? atoi(argv[1]) : 1;
  rounds = argc > 2 ? atoi(argv[2]) : 20;
  pthread_t t[64];
  if (threads == 0) work(0);
  for (int i = 0; i < threads && i < 64; ++i) pthread_create(&t[i], 0, work, (void *)(uintptr_t)i);
  for (int i = 0; i < threads && i < 64; ++i) pthread_join(t[i], 0);
  printf("%llu\n", (unsigned long long)total);
  return 0;
}
