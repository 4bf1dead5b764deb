// How a run that cannot continue has ended, from what has become of its threads: one rule for the
// machine and for the explorers.
#pragma once

#include <cstdint>

#include "exec/thread.h"

namespace overtake::memory {

enum class Ending : std::uint8_t { Complete, Blocked, Bounded, Deadlock, Hang, Interrupted };

struct ThreadEnds {
  bool waiting = false;
  bool spinning = false;  // reads the same values for ever
  bool stopped = false;   // by an assumption, or where other executions go on
  bool bounded = false;
  bool failed = false;
  bool exited = false;
  bool interrupted = false;

  void add(exec::Status status);
  Ending ending() const;
};

}  // namespace overtake::memory
