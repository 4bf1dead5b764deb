#include "monitor/violations.h"

#include <algorithm>

#include "base/error.h"
#include "monitor/cycle.h"

namespace overtake::monitor {

using memory::Step;

namespace {

// Feeds events of a run to a monitor and writes down the simulated run of the weak machine.
class Simulation {
 public:
  Simulation(const Run& run, Model model) : run_(run), model_(model), monitor_(model) {}

  std::span<const EventIndex> feed(std::size_t i) {
    const RunEvent& e = run_.at(i);
    for (ChannelId c : e.acquires) monitor_.acquire(e.event.thread, c);
    const auto delayed = monitor_.feed(e.event);
    for (ChannelId c : e.releases) monitor_.release(e.event.thread, c);
    add_commits();
    schedule_.push_back(e.step);
    events_.push_back(i);
    return delayed;
  }

  // e comes before the pending stores to its location, of which the oldest may reach memory first;
  // then everything does. Returns the stores that were overtaken; none: nothing was done.
  std::vector<std::size_t> overtake(std::size_t i, std::size_t commit_first) {
    const RunEvent& e = run_.at(i);
    const bool buffered = e.event.kind == EventKind::Write;
    for (ChannelId c : e.acquires) monitor_.acquire(e.event.thread, c);
    monitor_.forget_commits();
    std::vector<std::size_t> delayed;
    for (EventIndex d : monitor_.overtaken_by(e.event)) delayed.push_back(events_[d]);
    if (delayed.size() <= commit_first) return {};
    delayed.erase(delayed.begin(), delayed.begin() + static_cast<std::ptrdiff_t>(commit_first));
    for (std::size_t k = 0; k < commit_first; ++k) monitor_.commit_oldest(e.event.location);
    if (buffered) {
      monitor_.flush(e.event.thread);
    } else {
      // It finds another value than in the SC run, so it may write although it did not there.
      Event overtaking = e.event;
      if (overtaking.kind == EventKind::AtomicRead && exec::may_write(e.op))
        overtaking.kind = EventKind::Rmw;
      monitor_.drain_for(overtaking);
    }
    add_commits();
    overtaking_ = static_cast<std::uint32_t>(schedule_.size());
    schedule_.push_back({e.event.thread});
    if (buffered) schedule_.push_back(drain(e));
    monitor_.forget_commits();
    for (std::size_t t = 0; t < run_.past(i).size(); ++t) monitor_.flush(ThreadId{t});
    add_commits();
    return delayed;
  }

  const memory::Schedule& schedule() const { return schedule_; }
  std::uint32_t overtaking_step() const { return overtaking_; }
  EventIndex event(EventIndex i) const { return static_cast<EventIndex>(events_[i]); }

 private:
  Step drain(const RunEvent& store) const {
    return {store.event.thread, true, model_ == Model::PSO ? store.op.address : 0, 0};
  }
  void add_commits() {
    for (EventIndex c : monitor_.commits()) schedule_.push_back(drain(run_.events()[events_[c]]));
  }

  const Run& run_;
  Model model_;
  Monitor monitor_;
  memory::Schedule schedule_;
  std::vector<std::size_t> events_;  // by the monitor's numbers: in the run
  std::uint32_t overtaking_ = memory::kNoStep;
};

}  // namespace

void Violations::watch(const Run& run) {
  Simulation simulation(run, machine_.model.base);
  for (std::size_t i = 0; i < run.size(); ++i) {
    // What has to wait is late in an SC run, maybe too late: it could have come any time since the
    // event before it.
    const bool late = run.at(i).op.kind == exec::OpKind::Sync || i >= run.events().size();
    if (late && may_overtake(run, i)) show(run, i);
    if (i >= run.events().size()) continue;
    for (EventIndex d : simulation.feed(i)) {
      const auto pair = std::pair(run.at(simulation.event(d)).place, run.at(i).place);
      if (!known_.contains(pair)) show(run, i);
    }
  }
}

void Violations::watch_class(const Run& run) {
  for (std::size_t i = 0; i < run.size(); ++i)
    if (may_overtake(run, i)) show(run, i);
}

// A cheap necessary condition: the accesses to the location in the past of the event before i
// end with accesses of one other thread, a store among them that this thread has not drained since,
// and the pair is not known.
bool Violations::may_overtake(const Run& run, std::size_t i) const {
  const RunEvent& e = run.at(i);
  if (!e.event.location.valid()) return false;
  ThreadId holder;
  std::uint64_t drained = 0;  // threads; those from 64 on do not take part
  for (std::size_t j = std::min(i, run.events().size()); j-- > 0;) {
    const RunEvent& f = run.at(j);
    const ThreadId thread = f.event.thread;
    if (!run.in_past(j, i)) continue;
    const bool here = f.event.location == e.event.location;
    const bool atomic = f.event.kind == EventKind::Rmw || f.event.kind == EventKind::AtomicRead;
    if (f.event.kind == EventKind::Fence ||
        (atomic && (here || machine_.model == Model::TSO || f.event.drain == Drain::All)))
      drained |= thread.value < 64 ? std::uint64_t{1} << thread.value : 0;
    if (!here) continue;
    if (thread == e.event.thread || (holder.valid() && thread != holder)) return false;
    holder = thread;
    if (thread.value < 64 && (drained >> thread.value & 1) != 0) return false;
    if (f.event.kind == EventKind::Write && !known_.contains({f.place, e.place})) return true;
  }
  return false;
}

// An operation that has to wait for a value may need some of the stores: then it overtakes the
// rest.
void Violations::show(const Run& run, std::size_t overtaking) {
  for (std::size_t commit_first = 0;; ++commit_first)
    if (!must_wait(run, overtaking, commit_first)) return;
}

bool Violations::waits(const memory::Record& overtaking) const {
  return failed_cas_ == FailedCas::Waits && overtaking.op.kind == exec::OpKind::Cas &&
         !overtaking.wrote_memory;
}

// Returns true if the overtaking operation is blocked when so many of the stores have reached
// memory.
bool Violations::must_wait(const Run& run, std::size_t overtaking, std::size_t commit_first) {
  Simulation simulation(run, machine_.model.base);
  for (std::size_t j = 0; j < std::min(overtaking, run.events().size()); ++j)
    if (run.in_past(j, overtaking)) simulation.feed(j);
  std::vector<std::size_t> delayed = simulation.overtake(overtaking, commit_first);
  const RunEvent& e = run.at(overtaking);
  std::erase_if(delayed,
                [&](std::size_t d) { return known_.contains({run.at(d).place, e.place}); });
  if (delayed.empty()) return false;
  const memory::Replay replay =
      memory::replay(executor_, machine_, simulation.schedule(), run.names());
  if (!replay.valid) {
    if (replay.records.size() == simulation.overtaking_step() && e.op.kind == exec::OpKind::Sync)
      return true;
    throw InternalError("a violation does not replay: " + replay.invalid_reason);
  }
  if (waits(replay.records[simulation.overtaking_step()])) return true;
  std::vector<std::vector<std::uint32_t>> steps(run.past(overtaking).size());  // by thread
  for (std::uint32_t s = 0; s < replay.records.size(); ++s)
    if (!replay.records[s].step.drain) steps[replay.records[s].step.thread.index()].push_back(s);
  for (std::size_t d : delayed) {
    const RunEvent& store = run.at(d);
    known_.insert({store.place, e.place});
    add(simulation.schedule(), run.names(), replay, steps[store.event.thread.index()][store.index],
        simulation.overtaking_step());
  }
  return false;
}

void Violations::add(const memory::Schedule& schedule, const memory::ThreadNames& names,
                     memory::Replay replay, std::uint32_t delayed, std::uint32_t overtaking) {
  const std::vector<memory::TraceEdge> edges = memory::happens_before(replay);
  const std::size_t nodes = replay.records.size();
  std::vector<memory::TraceEdge> cycle = cycle_through(edges, nodes, delayed, overtaking);
  if (cycle.empty())
    throw InternalError("a violation replays to a run that is sequentially consistent");
  found_.push_back({schedule, names, std::move(replay), delayed, overtaking, std::move(cycle)});
}

// In the order of issue some edge of a cycle leads backwards: from an access to a store that was
// issued before it and reached memory after it.
void Violations::add_cyclic(const memory::Schedule& schedule, const memory::ThreadNames& names) {
  memory::Replay replay = memory::replay(executor_, machine_, schedule, names);
  if (!replay.valid) throw InternalError("a violation does not replay: " + replay.invalid_reason);
  const std::vector<memory::TraceEdge> edges = memory::happens_before(replay);
  for (const memory::TraceEdge& e : edges) {
    if (e.to > e.from || !reaches(edges, replay.records.size(), e.to, e.from)) continue;
    const memory::Record& store = replay.records[e.to];
    const memory::Record& access = replay.records[e.from];
    const auto pair = std::pair(places_.intern(store.op.source, store.calls),
                                places_.intern(access.op.source, access.calls));
    if (!known_.insert(pair).second) continue;
    add(schedule, names, replay, e.to, e.from);
  }
}

}  // namespace overtake::monitor
