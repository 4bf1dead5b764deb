#include <stdatomic.h>

#include "check.h"
#define CHECK(type)                                                                               \
  {                                                                                               \
    _Atomic type a = 5;                                                                           \
    type e = 5;                                                                                   \
    mix(atomic_fetch_add(&a, 3)), mix(atomic_fetch_sub(&a, 10)), mix(atomic_fetch_and(&a, 0x3f)), \
        mix(atomic_fetch_or(&a, 0x41));                                                           \
    mix(atomic_fetch_xor(&a, 0x13)), mix(atomic_exchange(&a, 9)), mix(atomic_load(&a));           \
    mix(atomic_compare_exchange_strong(&a, &e, 11)), mix(e),                                      \
        mix(atomic_compare_exchange_weak(&a, &e, 12)), mix(a);                                    \
    atomic_store_explicit(&a, 13, memory_order_release),                                          \
        mix(atomic_load_explicit(&a, memory_order_acquire));                                      \
    mix(a++), mix(--a), mix(a += 5), mix(a *= 3),                                                 \
        a = 2, mix(a), mix(atomic_fetch_add_explicit(&a, 1, memory_order_relaxed));               \
  }
static atomic_flag flag = ATOMIC_FLAG_INIT;
int main(void) {
  CHECK(signed char)
  CHECK(unsigned char) CHECK(short) CHECK(unsigned short) CHECK(int) CHECK(unsigned) CHECK(long)
      CHECK(unsigned long) mix(atomic_flag_test_and_set(&flag)),
      mix(atomic_flag_test_and_set(&flag)), atomic_flag_clear(&flag),
      mix(atomic_flag_test_and_set(&flag));
  _Atomic(char*) p = (char*)&flag;
  char* q = (char*)&flag;
  mix(atomic_compare_exchange_strong(&p, &q, q + 1)), mix(atomic_load(&p) - q),
      mix(atomic_fetch_add(&p, 3) - q), mix(p - q);
  _Atomic _Bool b = 1;
  mix(atomic_exchange(&b, 0)), mix(b), b |= 1, mix(b);
  _Atomic double d = 1.5;
  d += 2, d *= 3, mix_double(d), mix_double(atomic_exchange(&d, 7.5)), mix_double(d);
  _Atomic float f = 2;
  f -= 0.5f, mix_double(f);
  atomic_thread_fence(memory_order_seq_cst), atomic_signal_fence(memory_order_acquire);
  mix(atomic_is_lock_free(&d));
  memory_order o = memory_order_relaxed;
  _Atomic int v = 3;
  atomic_store_explicit(&v, 8, o), mix(atomic_load_explicit(&v, o));
  return done();
}
