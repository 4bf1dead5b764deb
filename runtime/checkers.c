/* What programs written for other checkers call: CBMC, GenMC, Dartagnan. They are often called
 * without a declaration, so conditions are words, and arguments that are not given are 0. */
#include <stdatomic.h>

#include "internal.h"

/* CBMC. Without <assert.h>, assert is a function to it. */
void assert(uint64_t condition) {
  if (!condition) __overtake_fail("assertion", "assert");
}

void __CPROVER_assume(uint64_t condition) { __overtake_assume(condition != 0); }

void __CPROVER_assert(uint64_t condition, const char* description) {
  if (!condition) __overtake_fail("assertion", description);
}

void __CPROVER_precondition(uint64_t condition, const char* description) {
  if (!condition) __overtake_fail("assertion", description);
}

void __CPROVER_atomic_begin(void) { __overtake_atomic_begin(); }
void __CPROVER_atomic_end(void) { __overtake_atomic_end(); }

/* __CPROVER_ASYNC_n: a block (src/frontend/clang/async_labels.h) runs in a thread of its own. One
 * that holds copies of locals lies in the frame of its function, which may end first. */
struct block {
  void* type;
  int flags;
  int reserved;
  void (*invoke)(struct block* self);
  const struct {
    uint64_t reserved;
    uint64_t size;
  } * descriptor;
  uint32_t copies[];
};

#define BLOCK_IS_GLOBAL (1 << 28)

void* _NSConcreteStackBlock[32];
void* _NSConcreteGlobalBlock[32];

static void* run_block(void* block) {
  ((struct block*)block)->invoke(block);
  return NULL;
}

void __overtake_async(struct block* block) {
  if (!(block->flags & BLOCK_IS_GLOBAL)) {
    const uint64_t size = block->descriptor->size;
    const uint64_t words = (size - sizeof(struct block)) / 4;
    struct block* copy = __overtake_alloc(size);
    copy->invoke = block->invoke;
    for (uint64_t i = 0; i < words; ++i) copy->copies[i] = block->copies[i];
    for (uint64_t i = sizeof(struct block) + 4 * words; i < size; ++i)
      ((char*)copy)[i] = ((const char*)block)[i];
    block = copy;
  }
  __overtake_spawn(run_block, block);
}

static bool orders(const char* fence, char before, char after) {
  return fence != NULL && fence[0] == before && fence[1] == after;
}

/* __CPROVER_fence("WWfence", "WRfence", ...): a full fence if it keeps reads after writes. */
void __CPROVER_fence(const char* a, const char* b, const char* c, const char* d, const char* e,
                     const char* f, const char* g, const char* h) {
  const char* const all[] = {a, b, c, d, e, f, g, h};
  bool full = false, stores = false;
  for (int i = 0; i < 8; ++i) {
    full |= orders(all[i], 'W', 'R');
    stores |= orders(all[i], 'W', 'W');
  }
  if (full)
    atomic_thread_fence(memory_order_seq_cst);
  else if (stores)
    atomic_thread_fence(memory_order_release);
}

#define NONDET(name, type)                 \
  type __VERIFIER_nondet_##name(void);     \
  type nondet_##name(void) { return __VERIFIER_nondet_##name(); }

NONDET(bool, _Bool)
NONDET(char, char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(unsigned, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(size_t, size_t)

/* GenMC, Dartagnan: loops that wait are found without these hints. */
void __VERIFIER_loop_begin(void) {}
void __VERIFIER_loop_bound(void) {}
void __VERIFIER_spin_start(void) {}
void __VERIFIER_spin_end(void) {}

unsigned __VERIFIER_tid(void) { return (unsigned)__overtake_self(); }
