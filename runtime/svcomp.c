/* The functions of the software verification competition.
 *
 * A nondeterministic integer cannot be enumerated over all its values. Those below take the values
 * from __overtake_nondet_low to __overtake_nondet_high, two constants of nondet_range.c that
 * --nondet-range sets. A program that calls one of them is therefore not covered completely, and
 * the command line says so; booleans are enumerated completely. */
#include "internal.h"

extern const int64_t __overtake_nondet_low, __overtake_nondet_high;

void __VERIFIER_assert(int condition) {
  if (!condition) __overtake_fail("assertion", "__VERIFIER_assert");
}

void __VERIFIER_assume(int condition) { __overtake_assume(condition != 0); }
void assume_abort_if_not(int condition) { __overtake_assume(condition != 0); }
/* What abort means in programs that use these functions. */
void __overtake_competition_abort(void) { __overtake_assume(false); }
void __VERIFIER_error(void) { __overtake_fail("assertion", "__VERIFIER_error is reached"); }
void reach_error(void) { __overtake_fail("assertion", "reach_error is reached"); }
void __VERIFIER_atomic_begin(void) { __overtake_atomic_begin(); }
void __VERIFIER_atomic_end(void) { __overtake_atomic_end(); }

static int64_t any(void) {
  const uint64_t count = (uint64_t)(__overtake_nondet_high - __overtake_nondet_low) + 1;
  return __overtake_nondet_low + (int64_t)__overtake_choose(count);
}

_Bool __VERIFIER_nondet_bool(void) { return __overtake_choose(2) != 0; }
_Bool __VERIFIER_nondet__Bool(void) { return __overtake_choose(2) != 0; }

#define NONDET(name, type) \
  type __VERIFIER_nondet_##name(void) { return (type)any(); }

NONDET(char, char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(unsigned, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(size_t, size_t)
NONDET(loff_t, long long)
NONDET(sector_t, unsigned long)
NONDET(pthread_t, unsigned long)
NONDET(S8, int8_t)
NONDET(S16, int16_t)
NONDET(S32, int32_t)
NONDET(S64, int64_t)
NONDET(U8, uint8_t)
NONDET(U16, uint16_t)
NONDET(U32, uint32_t)
NONDET(U64, uint64_t)
NONDET(u8, uint8_t)
NONDET(u16, uint16_t)
NONDET(u32, uint32_t)
NONDET(u64, uint64_t)
NONDET(float, float)
NONDET(double, double)

/* There is no object that an arbitrary pointer could point to. */
void* __VERIFIER_nondet_pointer(void) { return NULL; }
char* __VERIFIER_nondet_pchar(void) { return NULL; }
