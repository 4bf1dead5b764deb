// Synchronization operations as data: what engines ask about all of them, once. What each does to
// the word that it finds is exec/effect.cpp; what it means stands at ir::SyncOp.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "ir/shape.h"

namespace overtake::ir {

enum class Waits : std::uint8_t {
  Never,
  ForValue,  // while its word has certain values
  ForEvent,  // until an event of another thread lets it go; from then on it ignores its word
};

enum class When : std::uint8_t {
  Never,
  IfItWrites,  // an attempt that fails does not
  IfItFails,
  Always,
};

struct SyncRow {
  std::string_view name;  // in the text form
  Use operand;            // b
  Waits waits;
  bool writes;       // it may change its word
  bool takes_turns;  // at a lock, a semaphore or a once: each operation begins with what the last
                     // one left there
  When acquires;     // what was released at the word happened before what follows it
  bool releases;
  bool learns;  // of the write that it reads from: that it comes after it means something
  When looks;   // the thread keeps doing nothing but looking (exec/clock.cpp)
};

// clang-format off
inline constexpr std::array kSyncTable = [] {
  constexpr Use none = Use::None, needed = Use::Needed, optional = Use::Optional;
  constexpr Waits never = Waits::Never, value = Waits::ForValue, event = Waits::ForEvent;
  constexpr bool yes = true, no = false;
  constexpr When no_time = When::Never, written = When::IfItWrites, failed = When::IfItFails,
                 always = When::Always;
  return std::array{
      //       name               b         waits  writes turns acquires rel. learns looks
      SyncRow{"mutex_lock",      none,     value, yes,   yes,  written, no,  yes,   always},
      SyncRow{"mutex_try_lock",  none,     never, yes,   yes,  written, no,  yes,   always},
      SyncRow{"mutex_unlock",    none,     never, yes,   yes,  no_time, yes, no,    always},
      SyncRow{"mutex_held",      none,     never, no,    no,   no_time, no,  yes,   no_time},
      SyncRow{"spin_lock",       none,     value, yes,   yes,  written, no,  yes,   always},
      SyncRow{"read_lock",       none,     value, yes,   yes,  written, no,  yes,   always},
      SyncRow{"read_try_lock",   none,     never, yes,   yes,  written, no,  yes,   always},
      SyncRow{"write_lock",      none,     value, yes,   yes,  written, no,  yes,   always},
      SyncRow{"write_try_lock",  none,     never, yes,   yes,  written, no,  yes,   always},
      SyncRow{"rw_unlock",       none,     never, yes,   yes,  no_time, yes, yes,   always},
      SyncRow{"sem_wait",        optional, value, yes,   yes,  written, no,  yes,   no_time},
      SyncRow{"sem_try_wait",    none,     never, yes,   yes,  written, no,  yes,   failed},
      SyncRow{"sem_post",        none,     never, yes,   yes,  no_time, yes, yes,   no_time},
      SyncRow{"once_begin",      none,     value, yes,   yes,  always,  no,  yes,   no_time},
      SyncRow{"once_end",        none,     never, yes,   yes,  no_time, yes, no,    no_time},
      SyncRow{"cond_enqueue",    none,     never, yes,   no,   no_time, no,  yes,   always},
      SyncRow{"cond_await",      optional, event, no,    no,   no_time, no,  no,    always},
      SyncRow{"cond_cancel",     none,     never, yes,   no,   no_time, no,  yes,   always},
      SyncRow{"cond_signal",     none,     never, yes,   no,   no_time, no,  yes,   no_time},
      SyncRow{"cond_broadcast",  none,     never, yes,   no,   no_time, no,  yes,   no_time},
      SyncRow{"barrier_arrive",  needed,   never, yes,   no,   no_time, no,  no,    no_time},
      SyncRow{"barrier_await",   needed,   event, no,    no,   no_time, no,  no,    no_time},
      SyncRow{"await_not_equal", needed,   value, no,    no,   always,  no,  yes,   no_time},
      SyncRow{"destroy",         needed,   never, yes,   no,   no_time, no,  yes,   no_time},
  };
}();
// clang-format on
static_assert(kSyncTable.size() == static_cast<unsigned>(SyncOp::Destroy) + 1);

constexpr const SyncRow& sync_row(SyncOp op) { return kSyncTable[static_cast<std::size_t>(op)]; }
constexpr bool may_wait(SyncOp op) { return sync_row(op).waits != Waits::Never; }

}  // namespace overtake::ir
