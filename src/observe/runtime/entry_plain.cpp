// What compilers call for accesses that are not atomic: clang 19 and gcc 12, -fsanitize=thread.
#include "observe/runtime/events.h"
#include "observe/runtime/moves.h"

namespace overtake::observe {
namespace {

// Accesses of 16 bytes, and those that are not aligned to their size.
inline void any_access(void* at, std::uint32_t size, bool write, std::uint8_t flags,
                       std::uint64_t pc) {
  Thread* t = enter();
  if (t == nullptr) return;
  if (--runtime.scheduler.budget < 0) runtime.scheduler.step(*t);
  if (t->relaxed_ok != 0) flags |= kRelaxedOk;
  access_slowly(*t, address_of(at), size, write ? EventKind::Write : EventKind::Read, flags, pc);
}

template <std::uint32_t size, bool write>
inline void unaligned_access(void* at, std::uint8_t flags, std::uint64_t pc) {
  if (size <= 8 && address_of(at) % size == 0)
    plain_access<(size <= 8 ? size : 8), write>(at, flags, pc);
  else
    any_access(at, size, write, flags, pc);
}

}  // namespace
}  // namespace overtake::observe

using namespace overtake::observe;

#define OVERTAKE_ENTRY extern "C" __attribute__((visibility("default")))

#define OVERTAKE_PLAIN(size)                                 \
  OVERTAKE_ENTRY void __tsan_read##size(void* p) {           \
    plain_access<size, false>(p, 0, OVERTAKE_PC());          \
  }                                                          \
  OVERTAKE_ENTRY void __tsan_write##size(void* p) {          \
    plain_access<size, true>(p, 0, OVERTAKE_PC());           \
  }                                                          \
  OVERTAKE_ENTRY void __tsan_read_write##size(void* p) {     \
    plain_access<size, false>(p, 0, OVERTAKE_PC());          \
    plain_access<size, true>(p, 0, OVERTAKE_PC());           \
  }                                                          \
  OVERTAKE_ENTRY void __tsan_volatile_read##size(void* p) {  \
    plain_access<size, false>(p, kVolatile, OVERTAKE_PC());  \
  }                                                          \
  OVERTAKE_ENTRY void __tsan_volatile_write##size(void* p) { \
    plain_access<size, true>(p, kVolatile, OVERTAKE_PC());   \
  }

#define OVERTAKE_UNALIGNED(size)                                       \
  OVERTAKE_ENTRY void __tsan_unaligned_read##size(void* p) {           \
    unaligned_access<size, false>(p, 0, OVERTAKE_PC());                \
  }                                                                    \
  OVERTAKE_ENTRY void __tsan_unaligned_write##size(void* p) {          \
    unaligned_access<size, true>(p, 0, OVERTAKE_PC());                 \
  }                                                                    \
  OVERTAKE_ENTRY void __tsan_unaligned_read_write##size(void* p) {     \
    unaligned_access<size, false>(p, 0, OVERTAKE_PC());                \
    unaligned_access<size, true>(p, 0, OVERTAKE_PC());                 \
  }                                                                    \
  OVERTAKE_ENTRY void __tsan_unaligned_volatile_read##size(void* p) {  \
    unaligned_access<size, false>(p, kVolatile, OVERTAKE_PC());        \
  }                                                                    \
  OVERTAKE_ENTRY void __tsan_unaligned_volatile_write##size(void* p) { \
    unaligned_access<size, true>(p, kVolatile, OVERTAKE_PC());         \
  }

OVERTAKE_PLAIN(1)
OVERTAKE_PLAIN(2)
OVERTAKE_PLAIN(4)
OVERTAKE_PLAIN(8)
OVERTAKE_UNALIGNED(1)
OVERTAKE_UNALIGNED(2)
OVERTAKE_UNALIGNED(4)
OVERTAKE_UNALIGNED(8)
OVERTAKE_UNALIGNED(16)

OVERTAKE_ENTRY void __tsan_read16(void* p) { any_access(p, 16, false, 0, OVERTAKE_PC()); }
OVERTAKE_ENTRY void __tsan_write16(void* p) { any_access(p, 16, true, 0, OVERTAKE_PC()); }
OVERTAKE_ENTRY void __tsan_read_write16(void* p) {
  any_access(p, 16, false, 0, OVERTAKE_PC());
  any_access(p, 16, true, 0, OVERTAKE_PC());
}
OVERTAKE_ENTRY void __tsan_volatile_read16(void* p) {
  any_access(p, 16, false, kVolatile, OVERTAKE_PC());
}
OVERTAKE_ENTRY void __tsan_volatile_write16(void* p) {
  any_access(p, 16, true, kVolatile, OVERTAKE_PC());
}

OVERTAKE_ENTRY void __tsan_vptr_update(void** p, void* value) {
  if (*p != value) plain_access<8, true>(static_cast<void*>(p), 0, OVERTAKE_PC());
}
OVERTAKE_ENTRY void __tsan_vptr_read(void** p) {
  plain_access<8, false>(static_cast<void*>(p), 0, OVERTAKE_PC());
}

// gcc copies a structure after it has announced both sides of it.
OVERTAKE_ENTRY void __tsan_read_range(void* p, unsigned long bytes) {
  Thread* t = enter();
  if (t == nullptr) return;
  visible_step(*t);
  note_range(*t, address_of(p), bytes, false, OVERTAKE_PC());
}
OVERTAKE_ENTRY void __tsan_write_range(void* p, unsigned long bytes) {
  if (Thread* t = enter()) note_range(*t, address_of(p), bytes, true, OVERTAKE_PC());
}

OVERTAKE_ENTRY void* __tsan_memcpy(void* to, const void* from, unsigned long bytes) {
  Thread* t = enter();
  if (t == nullptr) return __builtin_memcpy(to, from, bytes);
  move_bytes(*t, to, from, bytes, OVERTAKE_PC());
  return to;
}
OVERTAKE_ENTRY void* __tsan_memmove(void* to, const void* from, unsigned long bytes) {
  Thread* t = enter();
  if (t == nullptr) return __builtin_memmove(to, from, bytes);
  move_bytes(*t, to, from, bytes, OVERTAKE_PC());
  return to;
}
OVERTAKE_ENTRY void* __tsan_memset(void* to, int value, unsigned long bytes) {
  Thread* t = enter();
  if (t == nullptr) return __builtin_memset(to, value, bytes);
  set_bytes(*t, to, value, bytes, OVERTAKE_PC());
  return to;
}
