// Atomics of small sizes wrap, and fetch_sub, and, or, xor return the old value.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

_Atomic int8_t c = 127;
_Atomic uint16_t s;
_Atomic _Bool f;
_Atomic(char*) p;
char buf[4];
void* w(void* a) {
  assert(c++ == 127 && c == -128);
  assert(atomic_fetch_sub(&s, 1) == 0 && s == 65535);
  assert((s += 3) == 2);
  assert(atomic_fetch_or(&s, 0x10) == 2 && atomic_fetch_and(&s, 0x1c) == 0x12 &&
         atomic_fetch_xor(&s, 0xff) == 0x10);
  assert(s == 0xef);
  f = 256;
  assert(f == 1 && atomic_exchange(&f, 0));
  p = buf;
  assert(atomic_fetch_add(&p, 3) == buf && p == buf + 3 && --p == buf + 2);
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  pthread_join(t, 0);
}
