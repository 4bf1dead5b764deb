// An SC run of a program as the monitors see it: events with locations, order between threads, and
// what each event has in its past.
//
// Two things are not what they seem. Arrivals at a barrier commute, so they conflict with ordinary
// stores to its word but not with each other; a thread that waits for a barrier or a signal
// continues at some time after it came, so that it comes after the arrivals, or the wake-up, and
// not after whatever was written last. These orders are channels (monitor/happens_before.h).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "memory/machine.h"
#include "monitor/monitor.h"

namespace overtake::monitor {

// A place in the program with the calls that lead there.
using PlaceId = Id<struct PlaceTag>;

class Places {
 public:
  PlaceId intern(ir::SourceId source, std::span<const ir::SourceId> calls);

 private:
  std::map<std::vector<ir::SourceId>, PlaceId> ids_;
};

struct RunEvent {
  Event event;
  std::uint32_t index = 0;  // among the events of its thread
  memory::Step step;
  exec::Op op;
  PlaceId place;
  std::vector<ChannelId> acquires;  // before it
  std::vector<ChannelId> releases;  // after it
};

// Thrown when a run has what the monitors do not decide: atomic sections, and accesses of different
// sizes to the same bytes unless one is over before the other begins.
struct Undecided {
  const char* construct;
  ir::SourceId source;
};

class Run {
 public:
  const std::vector<RunEvent>& events() const { return events_; }
  // The next operations of threads that wait for ever.
  const std::vector<RunEvent>& waiting() const { return waiting_; }
  // By thread: how many events happen before, or are, the event before event i (of
  // events().size() + k for the k-th waiting one).
  std::span<const std::uint32_t> past(std::size_t i) const {
    return std::span(pasts_).subspan(i * width_, width_);
  }
  bool in_past(std::size_t event, std::size_t of) const {
    const RunEvent& e = events_[event];
    return past(of)[e.event.thread.index()] > e.index;
  }
  // Event i, or the waiting one.
  const RunEvent& at(std::size_t i) const {
    return i < events_.size() ? events_[i] : waiting_[i - events_.size()];
  }
  std::size_t size() const { return events_.size() + waiting_.size(); }
  const memory::ThreadNames& names() const { return names_; }

 private:
  friend class RunRecorder;

  std::vector<RunEvent> events_;
  std::vector<RunEvent> waiting_;
  std::vector<std::uint32_t> pasts_;
  std::size_t width_ = 0;
  memory::ThreadNames names_;
};

// What a compare-and-swap is that does not find its value. In C it has read. In guarded commands it
// has not happened: the process waits, before it, and does nothing more in this run.
enum class FailedCas : std::uint8_t { Reads, Waits };

// Executes the schedule, which must be a run of the SC machine.
Run record(const exec::Executor& executor, PsoRmw pso_rmw, FailedCas failed_cas,
           const memory::Schedule& schedule, const memory::ThreadNames& names, Places& places);

}  // namespace overtake::monitor
