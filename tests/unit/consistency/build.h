// Small executions in few words.
#pragma once

#include "trace/execution.h"

namespace overtake::test {

inline constexpr int x = 0, y = 1, z = 2;

class Build {
 public:
  Build& thread() {
    ++thread_;
    execution.threads.resize(thread_ + 1);
    execution.thread_count = static_cast<std::uint32_t>(thread_ + 1);
    return *this;
  }
  Build& write(int location) { return add(EventKind::Write, location); }
  Build& fence() { return add(EventKind::Fence, -1); }
  Build& store_fence() { return add(EventKind::StoreFence, -1); }
  Build& atomic_write(int location) { return add(EventKind::AtomicWrite, location); }
  Build& read(int location, int from) { return add(EventKind::Read, location, from); }
  Build& atomic_read(int location, int from) { return add(EventKind::AtomicRead, location, from); }
  Build& rmw(int location, int from) { return add(EventKind::Rmw, location, from); }
  // The last event and the next one are one block.
  Build& glued() {
    execution.events.back().glued = true;
    return *this;
  }

  Execution execution;

 private:
  Build& add(EventKind kind, int location, int from = kInitial) {
    Event e;
    e.kind = kind;
    e.thread = ThreadId{thread_};
    if (location >= 0) e.location = LocationId{static_cast<std::size_t>(location)};
    const EventId id = execution.add(e);
    if (from != kInitial)
      execution.reads_from[id.index()] = EventId{static_cast<std::size_t>(from)};
    return *this;
  }
  static constexpr int kInitial = -1;
  std::size_t thread_ = static_cast<std::size_t>(-1);
};

inline constexpr int initial = -1;

}  // namespace overtake::test
