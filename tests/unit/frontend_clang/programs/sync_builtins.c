#include "check.h"
int main(void) {
  int x = 5;
  long y = 6;
  char c = 1;
  short s = 3;
  void* p = &x;
  mix(__sync_fetch_and_add(&x, 2)), mix(__sync_sub_and_fetch(&y, 9)),
      mix(__sync_fetch_and_or(&c, 6)), mix(__sync_xor_and_fetch(&s, 5));
  mix(__sync_fetch_and_nand(&x, 6)), mix(x), mix(__sync_bool_compare_and_swap(&y, -3, 11)),
      mix(__sync_val_compare_and_swap(&y, 11, 12)), mix(y);
  mix(__sync_lock_test_and_set(&x, 8)), __sync_lock_release(&x), mix(x), __sync_synchronize();
  mix(__sync_bool_compare_and_swap(&p, &x, &y)), mix(p == &y), mix(__sync_and_and_fetch(&c, 3));
  mix(__atomic_fetch_add(&x, 4, __ATOMIC_RELAXED)), mix(__atomic_load_n(&y, __ATOMIC_ACQUIRE)),
      __atomic_store_n(&s, 9, __ATOMIC_RELEASE), mix(s);
  int e = 4, d = 10;
  mix(__atomic_compare_exchange(&x, &e, &d, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)), mix(x);
  mix(__atomic_exchange_n(&x, 3, __ATOMIC_ACQ_REL)),
      mix(__atomic_nand_fetch(&x, 2, __ATOMIC_RELAXED)),
      c = 0, mix(__atomic_test_and_set(&c, __ATOMIC_SEQ_CST)), __atomic_clear(&c, __ATOMIC_RELEASE),
      mix(c);
  long out;
  __atomic_load(&y, &out, __ATOMIC_SEQ_CST), mix(out),
      out = 55, __atomic_store(&y, &out, __ATOMIC_SEQ_CST), mix(y);
  __int128 w = 3;
  mix((long)__sync_val_compare_and_swap(&w, (__int128)3, ((__int128)1 << 70) + 9)),
      mix((long)(w >> 68)), mix((long)w);
  return done();
}
