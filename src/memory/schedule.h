// A Schedule: which thread does its next operation, or which buffered store reaches memory, step by
// step. Together with a program and a model it determines an execution completely.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "ir/address.h"

namespace overtake::memory {

struct Step {
  ThreadId thread;
  bool drain = false;        // false: the thread does its next operation; true: its buffer drains
  Address address = 0;       // drain under PSO: the location whose oldest store reaches memory
  std::uint32_t choice = 0;  // for operations with several alternatives (Choose, CondSignal)

  friend bool operator==(const Step&, const Step&) = default;
};

using Schedule = std::vector<Step>;

// Threads are named by their parent and spawn number; ids are handed out in the order in which an
// exploration first meets the names. A schedule is meaningful together with the names of its ids.
class ThreadNames {
 public:
  // The id of `parent`'s number-th child (from 0); a new one if the name is new.
  ThreadId child(ThreadId parent, std::uint32_t number);
  bool knows(ThreadId parent, std::uint32_t number) const;
  std::size_t size() const { return names_.size() + 1; }
  // By id, from 1: its parent, and its number there.
  const std::pair<ThreadId, std::uint32_t>& parent_of(ThreadId thread) const {
    return names_[thread.index() - 1];
  }
  // "main", "T1", "T2", ..., "T1.1" for the first child of T1.
  std::string name(ThreadId thread) const;
  // A number that depends on the name only, not on the id.
  std::uint64_t identity(ThreadId thread) const;

 private:
  std::vector<std::pair<ThreadId, std::uint32_t>> names_;  // of ids 1, 2, ...
};

}  // namespace overtake::memory
