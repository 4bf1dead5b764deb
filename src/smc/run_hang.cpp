// Hangs: threads spin, and nothing that is left to happen can end it.
//
// A spinning thread has read certain values in its last iteration. It spins for ever if these are
// the values that memory holds at the end of the execution. What is last in memory may depend on
// the run within the class, so the question is whether some run ends like that: the events of the
// execution, then a fence in every thread, then one more read of each of those locations that
// obtains the same value. That is a question of good writes.
#include <algorithm>

#include "smc/run.h"

namespace overtake::smc {

void Run::check_hang() {
  hang_instance_.events.clear();
  hang_instance_.reads_from.clear();
  hang_instance_.order.clear();
  for (auto& t : hang_instance_.threads) t.clear();
  GoodWrites good;
  const auto add = [&](const Event& e, std::vector<EventId> sources) {
    const EventId id = hang_instance_.add(e);
    good.read_class.push_back(GoodWrites::kNoClass);
    if (!e.reads()) return id;
    good.read_class.back() = static_cast<std::uint32_t>(good.classes.size());
    good.classes.push_back(std::move(sources));
    return id;
  };
  for (Position p = 0; p < trace_.size(); ++p) {
    const TraceEvent& e = trace_[p];
    Event x{.kind = e.kind, .drain = drain_of(op_of(p)), .thread = e.thread};
    if (x.reads() || x.writes()) x.location = LocationId{e.location};
    std::vector<EventId> sources;
    if (x.reads()) add_sources(p, sources);
    add(x, std::move(sources));
    if (e.index == 0 && e.predecessor != kInitial)
      hang_instance_.order.emplace_back(EventId{e.predecessor}, EventId{p});
  }
  for (const auto& [from, to] : trace_.edges())
    hang_instance_.order.emplace_back(EventId{from}, EventId{to});

  const ThreadId observer{threads_.size()};
  std::vector<EventId> ends;
  for (std::size_t i = 0; i < threads_.size(); ++i)
    if (started(ThreadId{i}))
      ends.push_back(add({.kind = EventKind::Fence, .thread = ThreadId{i}}, {}));
  const EventId all_done = add({.kind = EventKind::Fence, .thread = observer}, {});
  for (EventId end : ends) hang_instance_.order.emplace_back(end, all_done);
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const ThreadId t{i};
    if (!started(t) || thread(t).status() != exec::Status::Spinning) continue;
    for (const exec::SpinRead& r : thread(t).spin_reads()) {
      const Resolved at =
          resolve(t, {.kind = exec::OpKind::Load, .size = r.size, .address = r.address});
      if (!at.ok) return;
      std::vector<EventId> sources;
      if (r.same(value_at(at.location, kInitial), t)) sources.push_back(kInitialWrite);
      for (Position w : trace_.writes_on(at.location))
        if (r.same(trace_[w].written, t)) sources.push_back(EventId{w});
      add({.kind = EventKind::Read, .thread = observer, .location = LocationId{at.location}},
          std::move(sources));
    }
  }
  hang_instance_.thread_count = static_cast<std::uint32_t>(hang_instance_.threads.size());
  hang_instance_.location_count = static_cast<std::uint32_t>(locations_.size());
  if (!verifier_.realizable(hang_instance_, good, options_.model)) return;
  Order order;
  for (const WitnessStep& s : verifier_.witness())
    if (s.event.index() < trace_.size())
      order.push_back(s.event.value * 2 + (s.memory_write ? 1 : 0));
  report_stuck(memory::Ending::Hang, schedule_of(order));
}

}  // namespace overtake::smc
