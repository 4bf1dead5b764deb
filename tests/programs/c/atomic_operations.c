// Every operation of stdatomic.h, at several widths and orders.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

atomic_flag flag = ATOMIC_FLAG_INIT;
_Atomic uint8_t small = 250;
_Atomic int64_t wide = INT64_MAX;
_Atomic double real = 0.5;
_Atomic(int*) pointer;
atomic_bool truth;
int array[4];

int main(void) {
  assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
  atomic_flag_clear_explicit(&flag, memory_order_release);
  assert(!atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
  assert(atomic_fetch_add(&small, 10) == 250 && small == 4);
  assert(atomic_fetch_sub_explicit(&small, 5, memory_order_acq_rel) == 4 && small == 255);
  assert(++wide == INT64_MIN && wide-- == INT64_MIN && wide == INT64_MAX);
  real += 0.25;
  assert(real == 0.75);
  atomic_init(&pointer, &array[1]);
  atomic_fetch_add(&pointer, 2);
  assert(pointer == &array[3] && atomic_fetch_sub(&pointer, 1) == &array[3]);
  truth = true;
  assert(atomic_exchange(&truth, false) && !truth);
  uint8_t expected = 1;
  assert(!atomic_compare_exchange_strong(&small, &expected, 9) && expected == 255);
  assert(atomic_compare_exchange_strong_explicit(&small, &expected, 9, memory_order_acq_rel,
                                                 memory_order_relaxed));
  assert(atomic_fetch_or(&small, 6) == 9 && atomic_fetch_and(&small, 7) == 15);
  assert(atomic_fetch_xor(&small, 2) == 7 && atomic_load_explicit(&small, memory_order_consume) == 5);
  assert(atomic_is_lock_free(&wide));
}
