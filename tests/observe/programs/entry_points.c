// Every kind of access that compilers announce: what the program computes must not change.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

typedef unsigned __int128 wide;

struct __attribute__((packed)) packed {
  char c;
  uint16_t h;
  uint32_t w;
  uint64_t q;
  volatile uint32_t v;
};
struct large {
  unsigned char bytes[200];
};

static struct packed p;
static struct large one, two;
static volatile uint8_t v8;
static volatile uint16_t v16;
static volatile uint32_t v32;
static volatile uint64_t v64;
static wide plain_wide;

#define CHECK_ATOMIC(T, name)                                                                    \
  static void name(void) {                                                                       \
    static _Atomic T a;                                                                          \
    T expected = 1;                                                                              \
    atomic_store(&a, 5);                                                                         \
    assert(atomic_load(&a) == 5);                                                                \
    assert(atomic_fetch_add(&a, 3) == 5);                                                        \
    assert(atomic_fetch_sub(&a, 1) == 8);                                                        \
    assert(atomic_fetch_and(&a, 6) == 7);                                                        \
    assert(atomic_fetch_or(&a, 1) == 6);                                                         \
    assert(atomic_fetch_xor(&a, 3) == 7);                                                        \
    assert(atomic_exchange(&a, 9) == 4);                                                         \
    assert(!atomic_compare_exchange_strong(&a, &expected, 2) && expected == 9);                  \
    assert(atomic_compare_exchange_strong(&a, &expected, 2));                                    \
    expected = 2;                                                                                \
    while (!atomic_compare_exchange_weak_explicit(&a, &expected, (T)-1, memory_order_release,    \
                                                  memory_order_relaxed)) {                       \
    }                                                                                            \
    assert(atomic_load_explicit(&a, memory_order_acquire) == (T)-1);                             \
    atomic_store_explicit(&a, 1, memory_order_release);                                          \
    atomic_store_explicit(&a, 2, memory_order_relaxed);                                          \
    T *raw = (T *)&a;                                                                            \
    assert(__atomic_fetch_nand(raw, 3, __ATOMIC_ACQ_REL) == 2);                                  \
    assert(__atomic_load_n(raw, __ATOMIC_CONSUME) == (T)~2);                                     \
  }

CHECK_ATOMIC(uint8_t, check8)
CHECK_ATOMIC(uint16_t, check16)
CHECK_ATOMIC(uint32_t, check32)
CHECK_ATOMIC(uint64_t, check64)

static void check128(void) {
  static _Atomic wide a;
  const wide big = (wide)1 << 100;
  wide expected = 0;
  atomic_store(&a, big);
  assert(atomic_load(&a) == big);
  assert(!atomic_compare_exchange_strong(&a, &expected, 1) && expected == big);
  assert(atomic_compare_exchange_strong(&a, &expected, big + 7));
  assert(atomic_fetch_add(&a, 1) == big + 7);
  assert(atomic_exchange(&a, 3) == big + 8);
}

static void *all(void *argument) {
  check8();
  check16();
  check32();
  check64();
  check128();
  p.c = 1;
  p.h = 0x1234;
  p.w = 0x12345678;
  p.q = 0x123456789abcdef0;
  p.v += 3;
  p.q++;
  assert(p.h == 0x1234 && p.w == 0x12345678 && p.q == 0x123456789abcdef1 && p.v == 3);
  v8++;
  v16 += 2;
  v32 += 3;
  v64 += 4;
  assert(v8 == 1 && v16 == 2 && v32 == 3 && v64 == 4);
  plain_wide += (wide)1 << 90;
  assert(plain_wide >> 90 == 1);
  for (int i = 0; i < 200; ++i) one.bytes[i] = (unsigned char)i;
  two = one;
  memcpy(&one, &two.bytes[3], 190);
  memmove(&one.bytes[5], &one.bytes[1], 150);
  memmove(&one.bytes[1], &one.bytes[9], 100);
  memset(&two, 7, 101);
  two.bytes[199] = 0;
  assert(one.bytes[1] == 8 && one.bytes[100] == 107 && two.bytes[100] == 7 && two.bytes[101] == 101);
  assert(memcmp(&one, &two, sizeof one) != 0 && strlen((char *)&two.bytes[101]) == 98);
  atomic_signal_fence(memory_order_seq_cst);
  atomic_thread_fence(memory_order_acquire);
  atomic_thread_fence(memory_order_acq_rel);
  return argument;
}

static void *nothing(void *argument) { return argument; }

int main(void) {
  pthread_t a, b;
  pthread_create(&b, 0, nothing, 0);
  pthread_create(&a, 0, all, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
