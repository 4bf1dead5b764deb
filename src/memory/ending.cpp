#include "memory/ending.h"

namespace overtake::memory {

void ThreadEnds::add(exec::Status status) {
  using exec::Status;
  switch (status) {
    case Status::Ready:
      waiting = true;
      break;
    case Status::Spinning:
      spinning = true;
      break;
    case Status::Assumed:
      stopped = true;
      break;
    case Status::Bounded:
      bounded = true;
      break;
    case Status::Failed:
      failed = true;
      break;
    case Status::Exited:
      exited = true;
      break;
    case Status::Interrupted:
      interrupted = true;
      break;
    case Status::Ended:
      break;
  }
}

// A thread that waits may wait for one that was stopped: that is no deadlock.
Ending ThreadEnds::ending() const {
  if (interrupted) return Ending::Interrupted;
  if (bounded) return Ending::Bounded;
  if (stopped) return Ending::Blocked;
  if ((waiting || spinning) && !failed && !exited)
    return spinning ? Ending::Hang : Ending::Deadlock;
  return spinning ? Ending::Blocked : Ending::Complete;
}

}  // namespace overtake::memory
