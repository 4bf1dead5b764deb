// Which writes causality hides from a read: writes that another one, which is sure to have reached
// memory before the read, has overwritten.
#pragma once

#include <cstdint>
#include <vector>

#include "base/model.h"
#include "smc/trace.h"

namespace overtake::smc {

// A read of `location` by `thread`, after its event `predecessor`, and after `also`, the release of
// a lock that it holds.
struct Reader {
  ThreadId thread;
  Position predecessor = kInitial;
  std::uint32_t location = 0;
  Position also = kInitial;
};

// Whether what the read p obtained shows that its source had reached memory.
inline bool shows_source(const Trace& trace, Position p) {
  const TraceEvent& e = trace[p];
  return e.source != kInitial && (trace[e.source].thread != e.thread || e.kind != EventKind::Read);
}

// How many of t's first n events have reached memory for sure once the last of them has an effect
// on another thread. Under PSO a write may reach memory after later writes of its thread: only what
// lies before a drain or a store-store fence is certain.
inline std::uint32_t settled(const Trace& trace, ThreadId t, std::uint32_t n) {
  return n == 0 ? 0 : trace[trace.position(t, n - 1)].settled;
}

// Whether every event after `to` finds the write `from` in memory, or a newer one.
bool visible_after(const Trace& trace, const MemoryModel& model, Position from, Position to);

// Whether, of two writes to one location, the first reaches memory before the second in every run.
bool comes_before(const Trace& trace, Position first, Position second);

class HiddenWrites {
 public:
  HiddenWrites(const Trace& trace, Model model) : trace_(trace), model_(model) {}

  // The read that is asked about from now on.
  void look_from(const Reader& reader);
  // Of the thread's writes to the location: how many are there for the read to see, or hidden by
  // later ones of that thread.
  std::uint32_t settled_of(std::size_t thread) const { return settled_[thread]; }
  bool hides(Position write) const;

 private:
  const Trace& trace_;
  const Model model_;
  Reader reader_;
  std::vector<std::uint32_t> settled_;  // by thread
};

}  // namespace overtake::smc
