#include "monitor/run.h"

#include <algorithm>
#include <array>

#include "base/error.h"

namespace overtake::monitor {

using exec::Op;
using exec::OpKind;
using ir::SyncOp;

PlaceId Places::intern(ir::SourceId source, std::span<const ir::SourceId> calls) {
  std::vector<ir::SourceId> key(calls.begin(), calls.end());
  key.push_back(source);
  return ids_.try_emplace(std::move(key), PlaceId{ids_.size()}).first->second;
}

class RunRecorder {
 public:
  RunRecorder(const exec::Executor& executor, PsoRmw pso_rmw, FailedCas failed_cas,
              const memory::ThreadNames& names, Places& places)
      : machine_(executor, {{Model::SC, pso_rmw}}, names),
        failed_cas_(failed_cas),
        places_(places) {}

  Run run(const memory::Schedule& schedule) {
    for (const memory::Step& step : schedule) {
      if (machine_.alternatives(step.thread) <= step.choice)
        throw InternalError("a schedule to be monitored is not a run");
      execute(step);
    }
    for (std::size_t i = 0; i < machine_.thread_count(); ++i) add_waiting(ThreadId{i});
    for (RunEvent& e : failed_) wait(std::move(e));
    finish();
    return std::move(run_);
  }

 private:
  enum class Channel : std::uint64_t { Start, End, Barrier, WakeUp };

  struct Location {
    Address address = 0;
    std::uint8_t size = 0;
    std::vector<std::uint32_t> accesses;  // events
    std::vector<std::uint32_t> overlaps;  // other locations
  };

  ChannelId channel(Channel kind, std::uint64_t a, std::uint64_t b = 0) {
    const std::array<std::uint64_t, 3> key{static_cast<std::uint64_t>(kind), a, b};
    return channels_.try_emplace(key, ChannelId{channels_.size()}).first->second;
  }

  PlaceId place_of_next(ThreadId t) {
    const exec::Thread& thread = machine_.thread(t);
    return places_.intern(thread.next().source, thread.backtrace(machine_.executor().program()));
  }

  LocationId location(const Op& op) {
    const auto [it, added] =
        ids_.try_emplace({op.address, op.size}, static_cast<std::uint32_t>(locations_.size()));
    if (added) {
      Location fresh{op.address, op.size, {}, {}};
      auto other = ids_.lower_bound({op.address < 16 ? 0 : op.address - 15, 0});
      for (; other != ids_.end() && other->first.first < op.address + op.size; ++other) {
        if (other == it || other->first.first + other->first.second <= op.address) continue;
        fresh.overlaps.push_back(other->second);
        locations_[other->second].overlaps.push_back(it->second);
      }
      locations_.push_back(std::move(fresh));
    }
    return LocationId{it->second};
  }

  // The kind and location of an operation that found what `h` says.
  Event event_of(const memory::Happened& h, ThreadId t) {
    const Op& op = h.op;
    Event e{.thread = t};
    switch (op.kind) {
      case OpKind::Load:
        if (h.reads) e.kind = EventKind::Read;
        break;
      case OpKind::Store:
        if (h.wrote_memory) e.kind = EventKind::Write;
        break;
      case OpKind::Rmw:
      case OpKind::Cas:
      case OpKind::Sync:
        if (!h.reads) break;  // an error
        e.kind = op.is(SyncOp::CondAwait)                          ? EventKind::Fence
                 : h.wrote_memory && !op.is(SyncOp::BarrierArrive) ? EventKind::Rmw
                                                                   : EventKind::AtomicRead;
        break;
      case OpKind::Fence:
      case OpKind::Spawn:
      case OpKind::Join:
      case OpKind::End:
        e.kind = EventKind::Fence;
        break;
      case OpKind::StoreFence:
        e.kind = EventKind::StoreFence;
        break;
      case OpKind::AtomicBegin:
      case OpKind::AtomicEnd:
        throw Undecided{"atomic sections", op.source};
      case OpKind::Free:
      case OpKind::Choose:
      case OpKind::ObjectSize:
        break;
    }
    if (e.reads() || e.writes()) e.location = location(op);
    e.drain = drain_of(op);
    return e;
  }

  Drain drain_of(const Op& op) const {
    const bool atomic = op.kind == OpKind::Rmw || op.kind == OpKind::Cas || op.kind == OpKind::Sync;
    return atomic && machine_.options().model.pso_rmw == PsoRmw::Location ? Drain::Location
                                                                          : Drain::All;
  }

  void execute(const memory::Step& step) {
    const ThreadId t = step.thread;
    RunEvent e{.step = step, .place = place_of_next(t)};
    if (machine_.event_count(t) == 0 && t.value != 0)
      e.acquires.push_back(channel(Channel::Start, t.value));
    const memory::Happened h = machine_.execute(step);
    e.op = h.op;
    if (failed_cas_ == FailedCas::Waits && h.op.kind == OpKind::Cas && h.reads && !h.wrote_memory) {
      failed_.push_back(std::move(e));
      return;
    }
    e.event = event_of(h, t);
    add_channels(h, t, e);
    for (ChannelId c : e.acquires) order_.acquire(t, c);
    e.index = order_.count(t);
    keep_past(t);
    if (e.event.location.valid()) check_overlaps(e);
    order_.add(e.event);
    for (ChannelId c : e.releases) order_.release(t, c);
    const auto i = static_cast<std::uint32_t>(run_.events_.size());
    if (e.event.location.valid()) locations_[e.event.location.index()].accesses.push_back(i);
    note_drain(e);
    run_.events_.push_back(std::move(e));
  }

  void add_channels(const memory::Happened& h, ThreadId t, RunEvent& e) {
    const Op& op = h.op;
    if (h.spawned.valid()) e.releases.push_back(channel(Channel::Start, h.spawned.value));
    if (op.kind == OpKind::End) e.releases.push_back(channel(Channel::End, t.value));
    if (op.kind == OpKind::Join) e.acquires.push_back(channel(Channel::End, op.operand.lo));
    if (op.is(SyncOp::BarrierArrive))
      e.releases.push_back(channel(Channel::Barrier, op.address, h.result.lo));
    if (op.is(SyncOp::BarrierAwait))
      e.acquires.push_back(channel(Channel::Barrier, op.address, op.operand.lo));
    if (op.is(SyncOp::CondAwait))
      e.acquires.push_back(channel(Channel::WakeUp, op.address, t.value));
    const bool wakes =
        op.is(SyncOp::CondSignal) || op.is(SyncOp::CondBroadcast) || op.is(SyncOp::CondCancel);
    for (std::uint64_t w = 0; wakes && h.wrote_memory && w < 64; ++w)
      if (((h.found.value.lo & ~h.written.lo) >> w & 1) != 0)
        e.releases.push_back(channel(Channel::WakeUp, op.address, w));
  }

  void keep_past(ThreadId t) {
    const std::span<const std::uint32_t> clock = order_.clock(t);
    past_rows_.emplace_back(clock.begin(), clock.end());
  }

  // Overlapping accesses of other sizes must lie in the past, and stores of others among them must
  // have been drained there: then nothing is left to choose between them.
  void check_overlaps(const RunEvent& e) {
    for (std::uint32_t other : locations_[e.event.location.index()].overlaps)
      for (std::uint32_t i : locations_[other].accesses) {
        const RunEvent& f = run_.events_[i];
        if (!e.event.writes() && !f.event.writes()) continue;
        const ThreadId thread = f.event.thread;
        const std::uint32_t seen = order_.seen(e.event.thread, thread);
        const bool drains_one = e.event.drain == Drain::Location;  // and not the overlapping ones
        const bool pending =
            f.event.kind == EventKind::Write && (thread != e.event.thread || drains_one);
        if (f.index >= seen || (pending && !drained_between(thread, f.index, seen)))
          throw Undecided{"overlapping accesses of different sizes", e.op.source};
      }
  }

  bool drained_between(ThreadId thread, std::uint32_t after, std::uint32_t before) const {
    if (thread.index() >= drains_.size()) return false;
    const auto& own = drains_[thread.index()];
    const auto next = std::upper_bound(own.begin(), own.end(), after);
    return next != own.end() && *next < before;
  }

  void note_drain(const RunEvent& e) {
    const bool atomic = e.event.kind == EventKind::Rmw || e.event.kind == EventKind::AtomicRead;
    if (e.event.kind != EventKind::Fence && !(atomic && e.event.drain == Drain::All)) return;
    if (e.event.thread.index() >= drains_.size()) drains_.resize(e.event.thread.index() + 1);
    drains_[e.event.thread.index()].push_back(e.index);
  }

  void add_waiting(ThreadId t) {
    if (!machine_.exists(t) || !machine_.thread(t).ready()) return;
    const Op& op = machine_.thread(t).next();
    if (op.kind != OpKind::Sync || op.sync() == SyncOp::CondAwait) return;
    RunEvent e{.step = {t}, .op = op, .place = place_of_next(t)};
    if (machine_.event_count(t) == 0 && t.value != 0)
      e.acquires.push_back(channel(Channel::Start, t.value));
    wait(std::move(e));
  }

  // Its thread does nothing more.
  void wait(RunEvent e) {
    const ThreadId t = e.step.thread;
    e.event = {.kind = exec::may_write(e.op) && !e.op.is(SyncOp::BarrierArrive)
                           ? EventKind::Rmw
                           : EventKind::AtomicRead,
               .drain = drain_of(e.op),
               .thread = t,
               .location = location(e.op)};
    for (ChannelId c : e.acquires) order_.acquire(t, c);
    e.index = order_.count(t);
    keep_past(t);
    check_overlaps(e);
    run_.waiting_.push_back(std::move(e));
  }

  void finish() {
    run_.names_ = machine_.names();
    run_.width_ = machine_.thread_count();
    run_.pasts_.assign(past_rows_.size() * run_.width_, 0);
    for (std::size_t i = 0; i < past_rows_.size(); ++i)
      std::copy_n(past_rows_[i].begin(), std::min(past_rows_[i].size(), run_.width_),
                  run_.pasts_.begin() + static_cast<std::ptrdiff_t>(i * run_.width_));
  }

  memory::Machine machine_;
  const FailedCas failed_cas_;
  Places& places_;
  std::vector<RunEvent> failed_;  // compare-and-swaps that wait
  Run run_;
  HappensBefore order_;
  std::map<std::array<std::uint64_t, 3>, ChannelId> channels_;
  std::map<std::pair<Address, std::uint8_t>, std::uint32_t> ids_;
  std::vector<Location> locations_;
  std::vector<std::vector<std::uint32_t>> drains_;  // by thread: indices of events that drain all
  std::vector<std::vector<std::uint32_t>> past_rows_;
};

Run record(const exec::Executor& executor, PsoRmw pso_rmw, FailedCas failed_cas,
           const memory::Schedule& schedule, const memory::ThreadNames& names, Places& places) {
  return RunRecorder(executor, pso_rmw, failed_cas, names, places).run(schedule);
}

}  // namespace overtake::monitor
