// A Schedule: which thread does its next operation, or which buffered store reaches memory, step by
// step. Together with a program and a model it determines an execution completely.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"
#include "ir/address.h"

namespace overtake::memory {

struct Step {
  ThreadId thread;
  bool drain = false;          // false: the thread does its next operation; true: its buffer drains
  Address address = 0;         // drain under PSO: the location whose oldest store reaches memory
  std::uint32_t choice = 0;    // for operations with several alternatives (Choose, CondSignal)

  friend bool operator==(const Step&, const Step&) = default;
};

using Schedule = std::vector<Step>;

}  // namespace overtake::memory
