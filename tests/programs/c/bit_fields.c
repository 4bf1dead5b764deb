// Bit-fields of one word are written by reading the word and writing it back: two threads that each
// own a field of it lose updates.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=32
#include <assert.h>
#include <pthread.h>

struct flags {
  unsigned low : 4;
  unsigned high : 4;
  int sign : 3;
} flags;

void* set_low(void* arg) {
  flags.low = 5;
  return arg;
}

void* set_high(void* arg) {
  flags.high = 6;
  return arg;
}

int main(void) {
  struct flags local = {.low = 15, .sign = -3};
  local.low++;
  assert(local.low == 0 && local.sign == -3);
  pthread_t a, b;
  pthread_create(&a, NULL, set_low, NULL);
  pthread_create(&b, NULL, set_high, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(flags.low == 5 && flags.high == 6);  // fails
}
