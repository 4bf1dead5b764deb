#include "smc/put_backs.h"

#include <algorithm>
#include <tuple>

#include "ir/cfg.h"
#include "ir/liveness.h"
#include "smc/needs.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using exec::Status;
using exec::Value;

// An operation of the execution: of τ, or one that a thread would do next.
struct PutBacks::OpState {
  Position event = kInitial;  // none: it waits
  std::uint32_t index = 0;
  Reader reader;
  const exec::Thread* state = nullptr;  // before it
};

struct PutBacks::RoundSearch {
  const exec::Thread& at;
  Reader reader;
  std::span<const Round> others;  // rounds of other threads that may be under way
  // Whether it may come back, as far as that can be told; else whether it always does for sure.
  bool some_way = false;
  std::vector<Round> found;                                   // amounts that it owes at some time
  std::vector<std::pair<std::uint32_t, std::uint64_t>> owed;  // now, by location
  // That it always comes back from these, and with these values, is assumed: it is found out.
  std::vector<exec::Thread> checked;
  std::vector<Value> assumed;
  std::uint32_t steps = 0;
};

namespace {

constexpr std::uint32_t kManySteps = 2'000;
constexpr std::size_t kManyAmounts = 1'000;

Value plus(Value v, std::uint64_t amount, unsigned size) {
  v.lo += amount;
  if (size < 8) v.lo &= (std::uint64_t{1} << (8 * size)) - 1;
  return v;
}

bool is_attempt(const exec::Thread& t) {
  return t.ready() && t.next().kind == OpKind::Rmw && t.next().size <= 8 && t.may_put_back() &&
         t.at_loop_head();
}

}  // namespace

PutBacks::PutBacks(CurrentExecution& execution)
    : execution_(execution), hidden_(execution.trace(), execution.model().base), own_(execution) {}

// --- coming back ---------------------------------------------------------------------------------

bool PutBacks::futile(ThreadId t, const exec::Value& value) {
  if (!execution_.thread(t).may_wait()) return false;
  ThreadStates::Futile& known = execution_.states(t).futile(trace_.length(t));
  const auto it = std::ranges::find(known, value, &std::pair<exec::Value, bool>::first);
  if (it != known.end()) return it->second;
  Reader reader{t, trace_.last(t)};
  if (execution_.thread(t).may_put_back()) reader.location = execution_.resolve_next(t).location;
  const bool futile = comes_back(execution_.thread(t), reader, value);
  known.emplace_back(value, futile);
  return futile;
}

bool PutBacks::comes_back(const exec::Thread& at, const Reader& reader, const Value& value) {
  RoundSearch search{.at = at, .reader = reader, .others = {}};
  return comes_back(search, value);
}

bool PutBacks::comes_back(RoundSearch& search, const Value& value) {
  exec::Thread next = search.at;
  const ThreadId t = next.id();
  const exec::Effect effect = exec::apply(next.next(), value, t);
  if (effect.blocked || effect.error || effect.choices > 1) return false;
  const bool changes = effect.writes && effect.written != value;
  const bool attempt = changes && execution_.rules().reads == Reads::Value &&
                       !execution_.has_mixed_sizes() && is_attempt(next) && value.undefined == 0;
  if (attempt) {
    const std::uint64_t amount = effect.written.lo - value.lo;
    search.found.push_back({t, 0, search.reader.location, amount});
    search.owed.assign(1, {search.reader.location, amount});
    search.assumed.push_back(value);
    executor_.suppose(next);
  }
  executor_.resume(next, effect.result);
  if (!attempt) return goes_back_alone(std::move(next));
  return goes_on_to_come_back(search, std::move(next));
}

// Whether the thread comes back without looking at anything that others can change.
bool PutBacks::goes_back_alone(exec::Thread thread) {
  OwnObjects::Changes own;
  while (thread.ready()) {
    // A fence in an iteration without effect only orders what may be in that order anyway.
    if (thread.next().is_fence())
      executor_.resume(thread, {});
    else if (!thread.is_own(thread.next().address) || !own_.perform(thread, own))
      return false;
  }
  return thread.status() == Status::Spinning;
}

bool PutBacks::goes_on_to_come_back(RoundSearch& search, exec::Thread thread) {
  while (thread.ready() && thread.next().is_fence()) executor_.resume(thread, {});
  if (thread.status() == Status::Spinning) return stays(search, thread);
  if (!thread.ready() || !executor_.is_in_round(thread)) return false;
  if (!search.some_way) {
    if (std::ranges::any_of(search.checked, [&](const exec::Thread& t) { return same(t, thread); }))
      return true;
    search.checked.push_back(thread);
  }
  const Op& op = thread.next();
  if ((op.kind != OpKind::Load && op.kind != OpKind::Rmw && op.kind != OpKind::Cas) || op.size > 8)
    return false;
  Reader reader = search.reader;
  const Op& attempt = search.at.next();
  if (op.address != attempt.address || op.size != attempt.size) {
    const CurrentExecution::Resolved r = execution_.resolve(
        thread.id(), {.kind = OpKind::Load, .size = op.size, .address = op.address});
    if (!r.ok || execution_.has_mixed_sizes()) return search.some_way;  // that cannot be told
    reader.location = r.location;
  }
  if (std::ranges::find(round_locations_, reader.location) == round_locations_.end())
    round_locations_.push_back(reader.location);
  std::uint64_t own = 0;
  for (const auto& [location, amount] : search.owed)
    if (location == reader.location) own += amount;
  for (const auto& [value, amount] : what_may_be_there(reader, search.others)) {
    if (value.undefined != 0) return false;
    const bool back =
        does_and_comes_back(search, thread, reader.location, plus(value, own + amount, op.size));
    if (back == search.some_way) return back;
  }
  return !search.some_way;
}

// Its next operation obtains the value.
bool PutBacks::does_and_comes_back(RoundSearch& search, const exec::Thread& thread,
                                   std::uint32_t location, const Value& value) {
  if (++search.steps > kManySteps) return search.some_way;
  const exec::Effect effect = exec::apply(thread.next(), value, thread.id());
  if (effect.blocked || effect.error || effect.choices > 1) return false;
  const bool changes = effect.writes && effect.written != value;
  if (changes && thread.next().kind != OpKind::Rmw) return false;
  if (changes) {
    search.owed.emplace_back(location, effect.written.lo - value.lo);
    std::uint64_t owed = 0;
    for (const auto& [at, amount] : search.owed)
      if (at == location) owed += amount;
    if (plus({}, owed, thread.next().size).lo != 0)
      search.found.push_back({thread.id(), 0, location, owed});
  }
  exec::Thread next = thread;
  executor_.resume(next, effect.result);
  const bool back = goes_on_to_come_back(search, std::move(next));
  if (changes) search.owed.pop_back();
  return back;
}

// It has returned, or waits in a loop inside its round. There it must not wait for ever if the
// attempt would not: it waits for the attempt's own word, while that has a value that the attempt
// fails with.
bool PutBacks::stays(RoundSearch& search, const exec::Thread& thread) {
  if (thread.owes()) return false;
  if (!thread.spins_inside() || search.some_way) return true;
  for (const exec::SpinRead& read : thread.spin_reads()) {
    const Op& op = search.at.next();
    if (read.attempt || read.address != op.address || read.size != op.size) return false;
    if (std::ranges::find(search.assumed, read.value) != search.assumed.end()) continue;
    if (++search.steps > kManySteps) return false;
    const auto owed = std::move(search.owed);
    const bool back = comes_back(search, read.value);
    search.owed = owed;
    if (!back) return false;
  }
  return true;
}

// What an operation may find, as far as causality says: what was written, and the amount by which
// memory differs from it while rounds of other threads are under way. If it has been done, what
// came of it was not there before.
std::vector<PutBacks::MayBeThere> PutBacks::what_may_be_there(const Reader& reader,
                                                              std::span<const Round> rounds) {
  hidden_.look_from(reader);
  const ThreadId t = reader.thread;
  const std::uint32_t index =
      reader.predecessor != kInitial && trace_[reader.predecessor].thread == t
          ? trace_[reader.predecessor].index + 1
          : 0;
  const Position done = index < trace_.length(t) ? trace_.position(t, index) : kInitial;
  std::vector<MayBeThere> found;
  const auto add = [&](Position write) {
    if (done != kInitial && write != kInitial && trace_.before(done, write)) return;
    if (hidden_.hides(write)) return;
    const Value v = execution_.value_at(reader.location, write);
    for (const std::uint64_t amount : amounts(reader, write, rounds)) {
      const bool known = std::ranges::any_of(
          found, [&](const MayBeThere& m) { return m.value == v && m.amount == amount; });
      if (!known) found.push_back({v, amount});
    }
  };
  add(kInitial);
  for (Position w : trace_.writes_on(reader.location)) add(w);
  return found;
}

// Sums of one amount of each other thread, or none of it. A round is over when the thread has gone
// on, and when that was a cause of the write, or of what came before the reader. 0 is the first.
std::vector<std::uint64_t> PutBacks::amounts(const Reader& reader, Position write,
                                             std::span<const Round> rounds) const {
  std::vector<std::uint64_t> sums{0};
  const auto over = [&](const Round& r) {
    if (r.index >= trace_.length(r.thread)) return false;
    const Position next = trace_.position(r.thread, r.index);
    return (write != kInitial && trace_.before(next, write)) ||
           (reader.predecessor != kInitial && trace_.before(next, reader.predecessor));
  };
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    if (ThreadId{i} == reader.thread) continue;
    const std::size_t without = sums.size();
    for (const Round& r : rounds) {
      if (r.thread != ThreadId{i} || r.location != reader.location || over(r)) continue;
      for (std::size_t k = 0; k < without; ++k) {
        const std::uint64_t sum = plus({sums[k]}, r.amount, locations_[reader.location].size).lo;
        if (std::ranges::find(sums, sum) == sums.end()) sums.push_back(sum);
      }
      if (sums.size() > kManyAmounts)
        throw NeedsExhaustive{.construct = "many attempts at once", .attempts = true};
    }
  }
  return sums;
}

// --- what others see -----------------------------------------------------------------------------

// All accesses of the execution.
std::vector<PutBacks::OpState> PutBacks::op_states() {
  std::vector<OpState> states;
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const ThreadId t{i};
    if (!execution_.started(t)) continue;
    for (std::uint32_t k = 0; k < trace_.length(t); ++k) {
      const Position p = trace_.position(t, k);
      const TraceEvent& e = trace_[p];
      if (e.failed || !(e.reads() || e.writes())) continue;
      states.push_back({p, k, {t, e.predecessor, e.location}, &threads_[i][k]});
    }
    if (!execution_.thread(t).ready() || !execution_.thread(t).next().is_access()) continue;
    const CurrentExecution::Resolved r = execution_.resolve_next(t);
    if (r.ok)
      states.push_back(
          {kInitial, trace_.length(t), {t, trace_.last(t), r.location}, &execution_.thread(t)});
  }
  return states;
}

void PutBacks::add_surroundings(const Reader& reader, std::span<const Round> rounds,
                                Surroundings& to) {
  std::vector<MayBeThere> there = what_may_be_there(reader, rounds);
  std::ranges::sort(there, {}, [](const MayBeThere& m) {
    return std::tuple(m.value.lo, m.value.hi, m.value.undefined, m.amount);
  });
  to.words.insert(to.words.end(), {reader.location, there.size()});
  for (const auto& [value, amount] : there)
    to.words.insert(to.words.end(), {value.lo, value.hi, value.undefined, amount});
}

// Everything that decides what an operation may come to, for unseen_ and known_rounds_.
PutBacks::Surroundings PutBacks::surroundings(const OpState& op, std::span<const Round> rounds) {
  Surroundings s{.state = *op.state, .words = {}};
  add_surroundings(op.reader, rounds, s);
  if (!is_attempt(*op.state)) return s;
  Reader reader = op.reader;
  for (const std::uint32_t location : round_locations_) {
    reader.location = location;
    add_surroundings(reader, rounds, s);
  }
  return s;
}

// The rounds that were left out: of each attempt, with each value with which it fails, also with
// those that other rounds make.
std::vector<PutBacks::Round> PutBacks::find_rounds(std::span<const OpState> states) {
  std::vector<Round> rounds;
  for (bool more = true; more;) {
    more = false;
    const std::vector<Round> others = rounds;
    for (const OpState& op : states) {
      if (!is_attempt(*op.state)) continue;
      for (Round r : rounds_of(op, others)) {
        r.index = op.index;
        if (std::ranges::find(rounds, r) != rounds.end()) continue;
        rounds.push_back(r);
        more = true;
      }
    }
  }
  return rounds;
}

std::vector<PutBacks::Round> PutBacks::rounds_of(const OpState& op, std::span<const Round> others) {
  const Surroundings key = surroundings(op, others);
  if (const auto known = known_rounds_.find(key); known != known_rounds_.end()) {
    std::vector<Round> rounds = known->second;
    for (Round& r : rounds) r.thread = op.reader.thread;
    return rounds;
  }
  std::vector<Round> rounds;
  for (const auto& [value, amount] : what_may_be_there(op.reader, others)) {
    const Value now = plus(value, amount, op.state->next().size);
    RoundSearch some{.at = *op.state, .reader = op.reader, .others = others, .some_way = true};
    if (!comes_back(some, now)) continue;
    RoundSearch all{.at = *op.state, .reader = op.reader, .others = others};
    if (!comes_back(all, now))
      throw NeedsExhaustive{.construct = "attempts that are taken back, or not",
                            .source = op.state->next().source,
                            .attempts = true};
    for (const Round& r : all.found)
      if (std::ranges::find(rounds, r) == rounds.end()) rounds.push_back(r);
  }
  // What was met for the first time is part of the key from now on.
  known_rounds_.emplace(surroundings(op, others), rounds);
  return rounds;
}

// Whether the operation is never between the attempt of the round and its end: it is over when the
// thread comes to the attempt, or comes after the thread's next event.
bool PutBacks::ordered(const Round& round, const OpState& op) {
  const ThreadId t = round.thread;
  const Position last = op.event != kInitial ? op.event : op.reader.predecessor;
  if (round.index < trace_.length(t) && last != kInitial &&
      trace_.before(trace_.position(t, round.index), last))
    return true;
  const Position before = round.index > 0 ? trace_.position(t, round.index - 1) : trace_.spawn(t);
  if (op.event == kInitial || before == kInitial) return false;
  if (trace_[op.event].kind != EventKind::Write) return trace_.before(op.event, before);
  // A store is over when it has reached memory.
  hidden_.look_from({t, before, op.reader.location});
  return trace_.writes_before(op.reader.location, op.reader.thread, op.index) <
         hidden_.settled_of(op.reader.thread.index());
}

void PutBacks::demand_unseen_rounds() {
  if (!executor_.may_put_back()) return;
  const std::vector<OpState> states = op_states();
  if (execution_.has_mixed_sizes() &&
      std::ranges::any_of(states, [](const OpState& op) { return is_attempt(*op.state); }))
    throw NeedsExhaustive{.construct = "attempts where words are accessed with different sizes",
                          .attempts = true};
  const std::vector<Round> rounds = find_rounds(states);
  if (rounds.empty()) return;
  for (const OpState& op : states) {
    std::vector<Round> meanwhile;
    for (const Round& r : rounds)
      if (r.thread != op.reader.thread && r.location == op.reader.location && !ordered(r, op))
        meanwhile.push_back(r);
    if (meanwhile.empty()) continue;
    Surroundings key = surroundings(op, rounds);
    add_surroundings(op.reader, meanwhile, key);
    if (unseen_.contains(key)) continue;
    if (!sees_no_round(op, rounds, meanwhile))
      throw NeedsExhaustive{.construct = "attempts that others see before they are taken back",
                            .source = op.state->next().source,
                            .attempts = true};
    unseen_.insert(std::move(key));
  }
}

bool PutBacks::sees_no_round(const OpState& op, std::span<const Round> rounds,
                             std::span<const Round> meanwhile) {
  const Op& what = op.state->next();
  if (what.kind != OpKind::Load && what.kind != OpKind::Rmw && what.kind != OpKind::Cas)
    return false;
  return std::ranges::all_of(what_may_be_there(op.reader, meanwhile), [&](const MayBeThere& m) {
    return m.amount == 0 || makes_no_difference(op, rounds, m.value, m.amount);
  });
}

// Whether it is all the same to the thread, and to the word, if the operation finds the value or as
// much more.
bool PutBacks::makes_no_difference(const OpState& op, std::span<const Round> rounds,
                                   const Value& value, std::uint64_t amount) {
  const Op& what = op.state->next();
  const ThreadId t = op.reader.thread;
  if (value.undefined != 0 || what.size > 8) return false;
  const Value other = plus(value, amount, what.size);
  const auto waits = [&](const Value& v) {
    RoundSearch search{.at = *op.state, .reader = op.reader, .others = rounds};
    return comes_back(search, v);
  };
  if (waits(other)) return true;
  if (waits(value)) return false;
  const exec::Effect without = exec::apply(what, value, t);
  const exec::Effect with = exec::apply(what, other, t);
  if (without.writes != with.writes) return false;
  if (with.writes && with.written != plus(without.written, amount, what.size)) return false;
  exec::Thread a = *op.state;
  exec::Thread b = *op.state;
  executor_.resume(a, without.result);
  executor_.resume(b, with.result);
  return same(a, b);
}

// Whether the threads will do the same if they find the same.
bool PutBacks::same(const exec::Thread& a, const exec::Thread& b) {
  std::vector<exec::Executor::Register> different;
  return executor_.same_but_for(a, b, different) &&
         std::ranges::none_of(different, [&](const auto& r) { return is_needed(r); });
}

// Whether the value of the register may be asked for.
bool PutBacks::is_needed(const exec::Executor::Register& which) {
  const ir::Function& f = executor_.program().functions[which.function.index()];
  std::uint32_t place = which.instruction;
  if (which.calls) {
    const ir::Instruction& call = f.code[place++];
    if (call.unwind != ir::kNoTarget || place >= f.code.size()) return true;
    if (which.number >= call.dst && which.number < call.dst + ir::results(call)) return false;
  }
  std::vector<bool>& live = live_[{which.function.value, place}];
  if (live.empty()) {
    live.resize(f.registers);
    const ir::Cfg cfg = ir::build_cfg(f);
    ir::Liveness liveness(f, cfg);
    liveness.walk(cfg.block_of[place], [&](std::uint32_t k, bool) {
      if (k == place) liveness.for_each_live([&](std::uint32_t r) { live[r] = true; });
    });
  }
  return live[which.number];
}

}  // namespace overtake::smc
