// Data races of a run of the machine, for searches that have no trace of their own.
#include <algorithm>

#include "memory/replay.h"
#include "smc/races.h"
#include "smc/sources_of_run.h"

namespace overtake::smc {

namespace {

using exec::OpKind;
using ir::SyncOp;
using memory::Record;

// The events of a run, with joins and barriers as edges between them.
class EventsOfRun {
 public:
  explicit EventsOfRun(const memory::Replay& run)
      : last_(run.thread_names.size(), RaceEvent::kNone), sources_(run.thread_names.size()) {
    number_.assign(run.records.size(), RaceEvent::kNone);
    for (std::uint32_t i = 0; i < run.records.size(); ++i) {
      add(i, run.records[i]);
      sources_.note(i, run.records[i]);
      if (!run.records[i].step.drain) {
        number_[i] = static_cast<std::uint32_t>(events.size() - 1);
        steps.push_back(i);
      }
    }
  }

  std::vector<RaceEvent> events;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  std::vector<std::uint32_t> steps;  // by event

 private:
  struct Arrival {
    std::uint32_t event;
    Address barrier;
    std::uint64_t round;
  };

  void add(std::uint32_t i, const Record& r) {
    if (r.step.drain) return;
    const auto event = static_cast<std::uint32_t>(events.size());
    const std::size_t t = r.step.thread.index();
    const bool arrives = r.op.is(SyncOp::BarrierArrive);
    const bool only_waits = exec::only_waits(r.op);
    // Arrivals commute, and an operation that only waits reads nothing.
    const bool access = r.op.is_access() && !arrives && !only_waits;
    RaceEvent e{.op = &r.op, .thread = r.step.thread, .predecessor = last_[t]};
    if (r.op.kind == OpKind::AtomicBegin) section_ = r.step.thread;
    if (r.op.kind == OpKind::AtomicEnd) section_ = ThreadId::none();
    e.section = section_ == r.step.thread;
    e.reads = access && r.reads && exec::learns_from_source(r.op);
    e.writes = access && (r.wrote_memory || (!r.buffer.empty() && r.buffer.back().issued_at == i));
    for (unsigned k = 0; e.reads && k < r.op.size; ++k)
      if (const std::uint32_t s = sources_.of(t, r.op.address + k); s != memory::kNoStep)
        e.torn.push_back(number_[s]);
    if (r.op.kind == OpKind::Join && r.op.operand.lo < last_.size() &&
        last_[r.op.operand.lo] != RaceEvent::kNone)
      edges.emplace_back(last_[r.op.operand.lo], event);
    if (arrives)
      arrivals_.push_back(
          {event, r.op.address, exec::apply(r.op, r.read, r.step.thread).result.lo});
    if (r.op.is(SyncOp::BarrierAwait)) await(r, event);
    if (r.spawned.valid()) {
      if (r.spawned.index() >= last_.size()) last_.resize(r.spawned.index() + 1, RaceEvent::kNone);
      last_[r.spawned.index()] = event;
    }
    events.push_back(std::move(e));
    last_[t] = event;
  }

  // After the arrivals of the round that its thread arrived in last.
  void await(const Record& r, std::uint32_t event) {
    const auto own =
        std::ranges::find_if(arrivals_.rbegin(), arrivals_.rend(), [&](const Arrival& a) {
          return a.barrier == r.op.address && events[a.event].thread == r.step.thread;
        });
    if (own == arrivals_.rend()) return;
    for (const Arrival& a : arrivals_)
      if (a.barrier == own->barrier && a.round == own->round) edges.emplace_back(a.event, event);
  }

  std::vector<std::uint32_t> last_;    // by thread: its last event, or its spawn
  std::vector<std::uint32_t> number_;  // by step: its event
  SourcesOfRun sources_;
  std::vector<Arrival> arrivals_;
  ThreadId section_;  // of this thread something is going on
};

}  // namespace

void find_races(const exec::Executor& executor, const memory::Machine& machine,
                const memory::Schedule& schedule, std::vector<memory::FoundRace>& races) {
  const memory::Replay run = memory::replay(executor, machine.options(), schedule, machine.names());
  const EventsOfRun all(run);
  RaceFinder finder;
  finder.find(
      all.events, all.edges, run.thread_names.size(), [&](std::uint32_t a, std::uint32_t b) {
        const ir::SourceId first = all.events[a].op->source;
        const ir::SourceId second = all.events[b].op->source;
        if (std::ranges::any_of(races, [&](const memory::FoundRace& r) {
              return (r.first.source == first && r.second.source == second) ||
                     (r.first.source == second && r.second.source == first);
            }))
          return;
        races.push_back({.first = {all.events[a].thread, first, all.steps[a]},
                         .second = {all.events[b].thread, second, all.steps[b]},
                         .schedule = {schedule.begin(), schedule.begin() + all.steps[b] + 1},
                         .names = machine.names()});
      });
}

}  // namespace overtake::smc
