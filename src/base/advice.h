// An error of the input that the user can do something about. Engines name the remedy; how it is
// said on the command line is in report/remarks.h.
#pragma once

#include <cstdint>

#include "base/error.h"

namespace overtake {

enum class Advice : std::uint8_t {
  None,
  BoundLoops,            // check with bounded loops
  LowerBound,            // unroll loops less often
  LowerBoundOrExplore,   // ... or use an engine that does not unroll
  Explore,               // use an engine that does not unroll
  UseTimeline,           // use the shared memory abstraction that has no such limit
  BoundValues,           // wrap values to a few bits
  StartAgain,            // do not resume
  ExplainInconsistency,  // ask why the trace is not sequentially consistent
};

class AdvisedError : public InputError {
 public:
  AdvisedError(const std::string& message, Advice advice) : InputError(message), advice_(advice) {}
  Advice advice() const { return advice_; }

 private:
  Advice advice_;
};

}  // namespace overtake
