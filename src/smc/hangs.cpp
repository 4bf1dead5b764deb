#include "smc/hangs.h"

#include <algorithm>

#include "base/hash.h"
#include "exec/rounds.h"
#include "smc/hidden_writes.h"
#include "smc/needs.h"
#include "smc/round_changes.h"

namespace overtake::smc {

Hangs::Hangs(CurrentExecution& execution, const RvfInstance* instance)
    : execution_(execution),
      bound_(instance),
      cells_(execution),
      own_(execution),
      quiet_(execution),
      instance_(execution, instance) {}

// Whether there is a run of τ after which each of these locations holds a value that fits.
bool Hangs::ends_with(std::span<const FinalRead> reads, StepOrder& order) {
  std::vector<consistency::ReadParts> parts;  // of careful explorations
  if (careful_) parts = bound_->parts();
  instance_.begin();
  const ThreadId observer{threads_.size()};
  std::vector<EventId> ends;
  for (std::size_t i = 0; i < threads_.size(); ++i)
    if (execution_.started(ThreadId{i}))
      ends.push_back(instance_.add({.kind = EventKind::Fence, .thread = ThreadId{i}}));
  const EventId all_done = instance_.add({.kind = EventKind::Fence, .thread = observer});
  for (EventId end : ends) instance_.order(end, all_done);
  for (const FinalRead& r : reads) {
    std::vector<EventId> sources;
    if (careful_) {
      parts.resize(instance_.events().events.size());
      parts.push_back(parts_that_fit(r));
    }
    if (r.fits(execution_.value_at(r.location, kInitial))) sources.push_back(kInitialWrite);
    for (Position w : trace_.writes_on(r.location))
      if (r.fits(trace_[w].written)) sources.push_back(EventId{w});
    instance_.add({.kind = EventKind::Read, .thread = observer, .location = LocationId{r.location}},
                  std::move(sources));
  }
  const Execution& events = instance_.events();
  if (careful_) {
    parts.resize(events.events.size());
    if (!overlaps_.realizable(events, cells_.extents(), parts, execution_.model().base))
      return false;
  } else if (!verifier_.realizable(events, instance_.good_writes(), execution_.model().base)) {
    return false;
  }
  order.clear();
  for (const WitnessStep& s : careful_ ? overlaps_.witness() : verifier_.witness())
    if (s.event.index() < trace_.size()) order.push_back(RunStep(s));
  return true;
}

consistency::ReadParts Hangs::parts_that_fit(const FinalRead& read) const {
  if (read.exactly != nullptr) return cells_.parts_with_value(read.location, *read.exactly);
  const std::vector<Cell> cells = cells_.cells_of(read.location);
  if (cells.size() > 1)
    throw NeedsExhaustive{"a loop that spins on accesses of different sizes", {}};
  consistency::ReadPart part{cells.front().begin, cells.front().end, {}};
  for (const Position w : cells.front().writes)
    if (read.fits(execution_.value_at(read.location, w))) part.good.push_back(event_of(w));
  return {std::move(part)};
}

// What the threads that have stopped as spinning read: they continue unless memory ends like that.
// False: some of it is not there any more.
bool Hangs::add_spin_reads(std::vector<FinalRead>& reads) {
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const ThreadId t{i};
    if (!execution_.started(t) || execution_.thread(t).status() != exec::Status::Spinning) continue;
    for (const exec::SpinRead& r : execution_.thread(t).spin_reads()) {
      const CurrentExecution::Resolved at =
          execution_.resolve(t, {.kind = exec::OpKind::Load, .size = r.size, .address = r.address});
      if (!at.ok) return false;
      reads.push_back({t, at.location, [&r, t](const exec::Value& v) { return r.same(v, t); }});
    }
  }
  return true;
}

std::optional<memory::Schedule> Hangs::find_hang() {
  std::vector<FinalRead> reads;
  StepOrder order;
  if (!add_spin_reads(reads) || !ends_with(reads, order)) return std::nullopt;
  return execution_.schedule_of(order);
}

// --- explorations in which waiting threads are at the head of their loop ------------------------

// What a location holds at the end of the run that is asked for, and after the iterations since.
struct Hangs::MayEndWith {
  std::uint32_t location = 0;
  exec::Value chosen;
  exec::Value now;
};

// One thread after the other does an iteration on what memory may hold at the end, which is chosen
// as they look at it.
struct Hangs::StuckSearch {
  MayEndWith* at(std::uint32_t location) {
    const auto known = std::ranges::find(memory, location, &MayEndWith::location);
    return known == memory.end() ? nullptr : &*known;
  }
  // Whether the location may end with something else than it holds now.
  bool may_differ(std::uint32_t location) const {
    return unsettled != nullptr && (*unsettled)(location);
  }
  void choose(std::uint32_t location, const exec::Value& v) { memory.push_back({location, v, v}); }

  std::span<const ThreadId> waiting;
  std::span<const Stuck> known = {};  // other ways are asked for
  std::vector<MayEndWith> memory;     // as far as chosen
  std::vector<exec::Thread> threads;  // that are through
  OwnObjects::Changes own;            // of the thread that is under way
  QuietRounds::Words stored;
  memory::Schedule iterations;
  std::uint32_t steps = 0;
  bool realizable = true;  // whether a run is asked for that ends like that
  const Unsettled* unsettled = nullptr;
  StepOrder order;
};

std::optional<Stuck> Hangs::find_stuck(std::span<const ThreadId> waiting,
                                       std::span<const Stuck> known) {
  StuckSearch search{.waiting = waiting, .known = known};
  if (!all_stuck(search)) return std::nullopt;
  Stuck stuck{std::move(search.threads), execution_.schedule_of(search.order)};
  stuck.schedule.insert(stuck.schedule.end(), search.iterations.begin(), search.iterations.end());
  return stuck;
}

const exec::Thread* Stuck::spins() const {
  const auto spins = std::ranges::find_if(threads, [](const exec::Thread& t) {
    return t.status() == exec::Status::Spinning || is_await(t.next());
  });
  return spins == threads.end() ? nullptr : &*spins;
}

bool Stuck::waits_like(std::span<const exec::Thread> others) const {
  return std::ranges::equal(threads, others, [](const exec::Thread& a, const exec::Thread& b) {
    if (a.status() != b.status()) return false;
    return a.ready() ? a.next().source == b.next().source : a.stopped_at() == b.stopped_at();
  });
}

bool Hangs::may_be_stuck(ThreadId t, const Unsettled& unsettled) {
  StuckSearch search{
      .waiting = {&t, 1}, .realizable = false, .unsettled = unsettled ? &unsettled : nullptr};
  return all_stuck(search);
}

// Whether its next operation changes memory, whatever that may end with, so that no iteration needs
// to be tried: most nodes end here.
bool Hangs::changes_at_once(StuckSearch& search, const exec::Thread& thread) {
  if (!thread.ready() || !exec::may_write(thread.next()) || thread.is_own(thread.next().address))
    return false;
  const exec::Op& op = thread.next();
  if (op.kind != exec::OpKind::Rmw && op.kind != exec::OpKind::Cas) return false;
  const CurrentExecution::Resolved at = execution_.resolve(thread.id(), op);
  if (!at.ok) return false;
  const auto changes = [&](const exec::Value& v) {
    const exec::Effect effect = exec::apply(op, v, thread.id());
    return !effect.blocked && effect.writes && effect.written != v &&
           !may_change(executor_, thread, v);
  };
  if (const MayEndWith* known = search.at(at.location)) return changes(known->now);
  if (search.may_differ(at.location)) return false;
  const std::vector<exec::Value> values = final_values(at.location);
  return std::ranges::all_of(values, changes);
}

bool Hangs::all_stuck(StuckSearch& search) {
  if (search.threads.size() < search.waiting.size()) {
    const exec::Thread& next = execution_.thread(search.waiting[search.threads.size()]);
    search.own = {.begin = trace_.length(next.id())};
    return !changes_at_once(search, next) && stuck_from(search, next, 0);
  }
  if (!search.realizable) return true;
  if (std::ranges::any_of(search.known,
                          [&](const Stuck& s) { return s.waits_like(search.threads); }))
    return false;
  // An iteration that gives back what was taken before it lets others continue.
  if (std::ranges::any_of(search.memory, [](const MayEndWith& m) { return m.now != m.chosen; }))
    return false;
  std::vector<FinalRead> reads;
  if (!add_spin_reads(reads)) return false;
  for (const MayEndWith& m : search.memory)
    reads.push_back(
        {ThreadId{0}, m.location, [&m](const exec::Value& v) { return v == m.chosen; }, &m.chosen});
  return ends_with(reads, search.order);
}

// What a thread writes reaches memory before the next operation of another thread.
void Hangs::drain(StuckSearch& search, ThreadId t, const exec::Op& store) const {
  if (execution_.model() == Model::SC) return;
  const Address address = execution_.model() == Model::PSO ? store.address : 0;
  search.iterations.push_back({t, true, address, 0});
}

namespace {

// How often a thread that looks ahead has been at the head of a loop in the same state, with the
// same memory. If that is often, and it does not wait, its rounds have effects, for ever.
class Rounds {
 public:
  template <class Memory>
  bool repeat(const exec::Thread& thread, const Memory& memory) {
    constexpr unsigned kOften = 4;
    if (!thread.at_loop_head()) return false;
    std::uint64_t h = exec::state_at_head(thread);
    for (const auto& m : memory)
      h = combine(combine(h, m.location), m.now.lo ^ m.now.hi << 1 ^ m.now.undefined);
    const auto known = std::ranges::find(heads_, h, &std::pair<std::uint64_t, unsigned>::first);
    if (known != heads_.end()) return ++known->second >= kOften;
    heads_.emplace_back(h, 1);
    return false;
  }

 private:
  std::vector<std::pair<std::uint64_t, unsigned>> heads_;
};

}  // namespace

// Continues the iteration of the next thread.
bool Hangs::stuck_from(StuckSearch& search, const exec::Thread& from, std::size_t looked) {
  constexpr std::uint32_t kManySteps = 100'000;
  ThreadCopies::Copy copy(copies_, from);
  exec::Thread& thread = *copy;
  const std::size_t chosen = search.memory.size();
  const std::size_t steps = search.iterations.size();
  const OwnObjects::Changes own = search.own;
  const QuietRounds::Words stored = search.stored;
  std::vector<std::pair<std::size_t, exec::Value>> changed;  // of the memory, and what was there
  const auto give_up = [&] {
    for (; !changed.empty(); changed.pop_back())
      search.memory[changed.back().first].now = changed.back().second;
    search.memory.resize(chosen);
    search.iterations.resize(steps);
    search.own = own;
    search.stored = stored;
    return false;
  };
  Rounds rounds;
  while (thread.status() != exec::Status::Spinning) {
    if (rounds.repeat(thread, search.memory)) return give_up();
    if (!thread.ready() || ++search.steps > kManySteps) return give_up();
    if (thread.supposes() && !executor_.is_in_round(thread)) return give_up();
    const exec::Op op = thread.next();
    if (thread.is_own(op.address) && !op.is_fence()) {
      if (!own_.perform(thread, search.own)) return give_up();
      search.iterations.push_back({thread.id(), false, 0, 0});
      if (op.kind == exec::OpKind::Store) drain(search, thread.id(), op);
      continue;
    }
    if (quiet_.store(thread, search.stored)) {
      search.iterations.push_back({thread.id(), false, 0, 0});
      if (op.kind == exec::OpKind::Store) drain(search, thread.id(), op);
      continue;
    }
    const bool puts_back = executor_.has_quiet_turns() && thread.ends_turn();
    const bool looks = op.is_access() && (op.kind != exec::OpKind::Store || puts_back);
    if (!looks && !op.is_fence()) return give_up();
    exec::Value result;
    if (looks) {
      const CurrentExecution::Resolved at = execution_.resolve(thread.id(), op);
      if (!at.ok) return give_up();
      MayEndWith* const known = search.at(at.location);
      if (known == nullptr) {
        if (search.may_differ(at.location)) return true;
        for (const exec::Value& v : final_values(at.location)) {
          search.choose(at.location, v);
          if (stuck_from(search, thread, looked)) return true;
          search.memory.resize(chosen);
        }
        return give_up();
      }
      const exec::Value found = known->now;
      const exec::Effect effect = puts_back ? exec::Effect{.writes = true, .written = op.operand}
                                            : exec::apply(op, found, thread.id());
      // One that it only comes to after it has read something is found where it has read that.
      if (effect.blocked && (is_await(op) || (careful_ && may_block(op))) && looked == 0) break;
      if (effect.blocked || effect.error) return give_up();
      if (effect.writes && effect.written != found) {
        if (!may_change(executor_, thread, found)) return give_up();
        if (op.kind == exec::OpKind::Rmw && !thread.supposes() &&
            !is_own_turn(executor_, thread, found))
          executor_.suppose(thread);
        changed.emplace_back(known - search.memory.data(), found);
        known->now = effect.written;
      }
      result = effect.result;
      ++looked;
    }
    search.iterations.push_back({thread.id(), false, 0, 0});
    if (puts_back) drain(search, thread.id(), op);
    executor_.resume(thread, result);
  }
  if (thread.owes()) return give_up();
  search.threads.push_back(std::move(thread));
  search.stored = {};
  if (finds_the_same(search, 0)) return true;
  search.threads.pop_back();
  return give_up();
}

// An iteration may have begun before: the thread repeats it if it still finds what it found then.
bool Hangs::finds_the_same(StuckSearch& search, std::size_t read) {
  const exec::Thread& thread = search.threads.back();
  if (thread.status() != exec::Status::Spinning || read == thread.spin_reads().size())
    return all_stuck(search);
  const exec::SpinRead r = thread.spin_reads()[read];
  const ThreadId t = thread.id();
  const CurrentExecution::Resolved at =
      execution_.resolve(t, {.kind = exec::OpKind::Load, .size = r.size, .address = r.address});
  if (!at.ok) return false;
  if (const MayEndWith* known = search.at(at.location))
    return r.same(known->now, t) && finds_the_same(search, read + 1);
  if (search.may_differ(at.location)) return true;
  const std::size_t chosen = search.memory.size();
  for (const exec::Value& v : final_values(at.location)) {
    if (!r.same(v, t)) continue;
    search.choose(at.location, v);
    if (finds_the_same(search, read + 1)) return true;
    search.memory.resize(chosen);
  }
  return false;
}

std::vector<exec::Value> Hangs::final_values(std::uint32_t location) const {
  if (careful_ && locations_.overlapping(location).size() > 1) return cells_.final_values(location);
  std::vector<exec::Value> values;
  const std::vector<Position>& writes = trace_.writes_on(location);
  const auto add = [&](const exec::Value& v) {
    if (std::ranges::find(values, v) == values.end()) values.push_back(v);
  };
  // Whether the write reaches memory before another one in every run.
  const auto superseded = [&](Position w) {
    return trace_.writes_on(location, trace_[w].thread).back() != w ||
           std::ranges::any_of(writes, [&](Position other) {
             return other != w && comes_before(trace_, w, other);
           });
  };
  if (writes.empty()) add(execution_.value_at(location, kInitial));
  for (Position w : writes)
    if (!superseded(w)) add(trace_[w].written);
  return values;
}

}  // namespace overtake::smc
