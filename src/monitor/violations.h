// Violations, each shown by a run of the weak machine.
//
// A monitor says that event e could overtake the store e'. `Violations` makes that concrete: the
// past of the event before e, in which every store reaches memory as late as possible, then e,
// then the stores. The run is replayed on the machine, and its trace must have a cycle; anything
// else is a fault of ours. Pairs (delayed store, overtaking access) that were shown before are not
// shown again.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "memory/happens_before.h"
#include "memory/replay.h"
#include "monitor/run.h"

namespace overtake::monitor {

struct Violation {
  memory::Schedule schedule;
  memory::ThreadNames names;
  memory::Replay replay;
  std::uint32_t delayed = 0;     // step of the replay that issued the store
  std::uint32_t overtaking = 0;  // step of the access that did not wait for it
  // The cycle: each edge's end is the next one's beginning; it begins with the delayed store, and
  // the last edge leads from the overtaking access back to it.
  std::vector<memory::TraceEdge> cycle;
};

class Violations {
 public:
  Violations(const exec::Executor& executor, const memory::MachineOptions& machine,
             FailedCas failed_cas = FailedCas::Reads)
      : executor_(executor), machine_(machine), failed_cas_(failed_cas) {}

  // Lets the monitor watch the run, whole and in its order.
  void watch(const Run& run);
  // The same for every run with the same trace at once: docs/monitor.md has the proof.
  void watch_class(const Run& run);
  // A run of the weak machine itself, whose trace has a cycle.
  void add_cyclic(const memory::Schedule& schedule, const memory::ThreadNames& names);

  const std::vector<Violation>& found() const { return found_; }
  Places& places() { return places_; }
  const memory::MachineOptions& machine() const { return machine_; }

 private:
  bool may_overtake(const Run& run, std::size_t i) const;
  void show(const Run& run, std::size_t overtaking);
  // Whether the replayed operation is one that has not happened.
  bool waits(const memory::Record& overtaking) const;
  bool must_wait(const Run& run, std::size_t overtaking, std::size_t commit_first);
  void add(const memory::Schedule& schedule, const memory::ThreadNames& names,
           memory::Replay replay, std::uint32_t delayed, std::uint32_t overtaking);

  const exec::Executor& executor_;
  const memory::MachineOptions machine_;
  const FailedCas failed_cas_;
  Places places_;
  std::set<std::pair<PlaceId, PlaceId>> known_;
  std::vector<Violation> found_;
};

}  // namespace overtake::monitor
