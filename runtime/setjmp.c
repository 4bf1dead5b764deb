/* The far ends of setjmp and longjmp; see src/frontend/clang/jumps.cpp. A token is smaller than any
 * address, and unique among the live ones of a thread. */
#include "internal.h"

enum { kFirst = 1, kTokens = 1 << 20 };

_Noreturn void __overtake_throw(void* object, void* type);

uint64_t __overtake_jump_token(void) {
  static _Thread_local uint64_t last;
  last = last + 1 < kTokens ? last + 1 : kFirst;
  return last;
}

static _Noreturn void jump(const uint64_t* buffer, int value) {
  __overtake_throw((void*)(uint64_t)(unsigned)(value == 0 ? 1 : value), (void*)buffer[1]);
}

_Noreturn void longjmp(void* buffer, int value) { jump(buffer, value); }
_Noreturn void _longjmp(void* buffer, int value) { jump(buffer, value); }
_Noreturn void siglongjmp(void* buffer, int value) { jump(buffer, value); }
_Noreturn void __longjmp_chk(void* buffer, int value) { jump(buffer, value); }
