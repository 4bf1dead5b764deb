// What compilers announce, as fast as can be: accesses to memory that only one thread uses.
#pragma once

#include "observe/runtime/runtime.h"

namespace overtake::observe {

// A thread that reads the same again and again waits for another one. True if others have run: a
// read that is still to happen is announced again, as it may obtain what they wrote.
bool spin(Thread& t);
// So does one that looks very often by atomic loads, without an atomic store; between two looks it
// may write memory of its own. `repeated`: this load tells nothing new.
bool look(Thread& t, bool repeated);

template <std::uint32_t size, bool write>
inline __attribute__((always_inline)) void plain_access(void* at, std::uint8_t flags,
                                                        std::uint64_t pc) {
  Thread* t = enter();
  if (OVERTAKE_UNLIKELY(t == nullptr)) return;
  if (OVERTAKE_UNLIKELY(--runtime.scheduler.budget < 0)) runtime.scheduler.step(*t);
  const Address address = address_of(at);
  const std::uint32_t context = runtime.contexts.number(frames);
  if (t->relaxed_ok != 0) flags |= kRelaxedOk;
  if constexpr (write) {
    if (runtime.watch.write_private(*t->actor, address, size, pc, context, flags)) return;
  } else {
    const Seq before = runtime.watch.history().last();
    if (runtime.watch.read_private(*t->actor, address, size, pc, context, flags)) {
      if (OVERTAKE_UNLIKELY(runtime.watch.history().last() == before) && spin(*t))
        note_access(*t, {.address = address, .pc = pc, .size = size, .flags = flags});
      return;
    }
  }
  access_slowly(*t, address, size, write ? EventKind::Write : EventKind::Read, flags, pc);
}

}  // namespace overtake::observe
