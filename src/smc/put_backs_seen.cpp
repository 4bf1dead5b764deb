// What other threads see of rounds that were left out (put_backs.h).
#include <algorithm>
#include <tuple>

#include "ir/cfg.h"
#include "ir/liveness.h"
#include "smc/needs.h"
#include "smc/put_backs_parts.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using exec::Value;

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
      if (!is_attempt(*op.state) || quiet_.always_begins_turn(*op.state)) continue;
      const std::vector<Round> own = rounds_of(op, others);
      const std::uint32_t begin = own.empty() ? 0 : demand_fixed_looks(op);
      for (Round r : own) {
        r.index = op.index;
        r.begin = begin;
        if (std::ranges::find(rounds, r) != rounds.end()) continue;
        rounds.push_back(r);
        more = true;
      }
    }
  }
  return rounds;
}

// What a round looks at before its attempt must be the same in each round, so that the attempt of
// the execution is that of the rounds that were left out: written before the round began, by all
// that causality says. Returns where the round began.
std::uint32_t PutBacks::demand_fixed_looks(const OpState& op) {
  const ThreadId t = op.reader.thread;
  const ThreadStates& states = threads_[t.index()];
  std::uint32_t begin = op.index;
  while (begin > 0 && !states[begin].at_loop_head()) --begin;
  const Position before = begin > 0 ? trace_.position(t, begin - 1) : trace_.spawn(t);
  for (std::uint32_t k = begin; k < op.index; ++k) {
    const TraceEvent& look = trace_[trace_.position(t, k)];
    if (!look.reads()) continue;
    hidden_.look_from({t, before, look.location});
    std::size_t sources = hidden_.hides(kInitial) ? 0 : 1;
    for (const Position w : trace_.writes_on(look.location)) {
      const bool later = trace_.before(trace_.position(t, k), w);
      const bool earlier = before != kInitial && trace_.before(w, before);
      if (later || hidden_.hides(w)) continue;
      sources += earlier ? 1 : 2;
    }
    if (sources != 1)
      throw NeedsExhaustive{.construct = "attempts after a look at what others write",
                            .source = op.state->next().source,
                            .attempts = true};
  }
  return begin;
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
    RoundSearch some{.at = *op.state,
                     .index = op.index,
                     .reader = op.reader,
                     .others = others,
                     .some_way = true};
    if (!comes_back(some, now)) continue;
    RoundSearch all{.at = *op.state, .index = op.index, .reader = op.reader, .others = others};
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
// thread comes to the attempt, or comes after the thread's next event. `waits`: asked of the time
// in which the operation waits, which begins after its thread's last event.
bool PutBacks::ordered(const Round& round, const OpState& op, bool waits) {
  const ThreadId t = round.thread;
  const Position last = op.event != kInitial && !waits ? op.event : op.reader.predecessor;
  if (round.index < trace_.length(t) && last != kInitial &&
      trace_.before(trace_.position(t, round.index), last))
    return true;
  const Position before = round.begin > 0 ? trace_.position(t, round.begin - 1) : trace_.spawn(t);
  if (op.event == kInitial || before == kInitial) return false;
  if (trace_[op.event].kind != EventKind::Write) return trace_.before(op.event, before);
  // A store is over when it has reached memory.
  hidden_.look_from({t, before, op.reader.location});
  return trace_.writes_before(op.reader.location, op.reader.thread, op.index) <
         hidden_.settled_of(op.reader.thread.index());
}

bool PutBacks::has_attempts() const {
  for (std::size_t i = 0; i < threads_.size(); ++i)
    if (execution_.started(ThreadId{i}))
      for (std::uint32_t k = 0; k <= trace_.length(ThreadId{i}); ++k)
        if (is_attempt(threads_[i][k]) && !quiet_.always_begins_turn(threads_[i][k])) return true;
  return false;
}

// Bits that are set in a word that has none are an attempt as long as turns are effects, and one
// that is seldom taken back by adding the same: they are looked at as turns first.
bool PutBacks::may_be_turns() const {
  if (!executor_.leaves_turns()) return false;
  for (std::size_t i = 0; i < threads_.size(); ++i)
    if (execution_.started(ThreadId{i}))
      for (std::uint32_t k = 0; k <= trace_.length(ThreadId{i}); ++k)
        if (is_attempt(threads_[i][k]) && threads_[i][k].may_begin_turn()) return true;
  return false;
}

void PutBacks::demand_unseen_rounds() {
  quiet_.demand_unseen();
  if (executor_.may_put_back() && has_attempts()) demand_attempts_or_turns();
}

void PutBacks::demand_attempts_or_turns() {
  try {
    demand_unseen_attempts();
  } catch (NeedsExhaustive& needs) {
    needs.turns = needs.attempts && may_be_turns();
    throw;
  }
}

void PutBacks::demand_unseen_after_looks(std::span<const ThreadId> waiting) {
  if (!executor_.may_put_back()) return;
  if (std::ranges::any_of(waiting, [&](ThreadId t) {
        const exec::Thread& thread = execution_.thread(t);
        return is_attempt(thread) && !quiet_.always_begins_turn(thread) && !thread.at_loop_head();
      }))
    demand_attempts_or_turns();
}

void PutBacks::demand_unseen_attempts() {
  const std::vector<OpState> states = op_states();
  if (execution_.has_mixed_sizes())
    throw NeedsExhaustive{.construct = "attempts where words are accessed with different sizes",
                          .attempts = true};
  const std::vector<Round> rounds = find_rounds(states);
  if (rounds.empty()) return;
  for (const Round& r : rounds) quiet_.demand_no_turn(r.location);
  for (const std::uint32_t location : round_locations_) quiet_.demand_no_turn(location);
  for (const OpState& op : states) {
    Meanwhile meanwhile;
    for (const Round& r : rounds) {
      if (r.thread == op.reader.thread || r.location != op.reader.location) continue;
      if (!ordered(r, op, true)) meanwhile.waiting.push_back(r);
      if (!ordered(r, op, false)) meanwhile.done.push_back(r);
    }
    if (meanwhile.waiting.empty()) continue;
    Surroundings key = surroundings(op, rounds);
    add_surroundings(op.reader, meanwhile.waiting, key);
    add_surroundings(op.reader, meanwhile.done, key);
    if (unseen_.contains(key)) continue;
    if (!sees_no_round(op, rounds, meanwhile))
      throw NeedsExhaustive{.construct = "attempts that others see before they are taken back",
                            .source = op.state->next().source,
                            .attempts = true};
    unseen_.insert(std::move(key));
  }
}

bool PutBacks::sees_no_round(const OpState& op, std::span<const Round> rounds,
                             const Meanwhile& meanwhile) {
  const Op& what = op.state->next();
  if (what.kind != OpKind::Load && what.kind != OpKind::Rmw && what.kind != OpKind::Cas)
    return false;
  const auto waits = [&](const Value& v) {
    RoundSearch search{.at = *op.state, .index = op.index, .reader = op.reader, .others = rounds};
    return comes_back(search, v);
  };
  const auto other = [&](const MayBeThere& m) { return plus(m.value, m.amount, what.size); };
  const auto can_be_asked = [&](const MayBeThere& m) {
    return m.value.undefined == 0 && what.size <= 8;
  };
  return std::ranges::all_of(what_may_be_there(op.reader, meanwhile.waiting),
                             [&](const MayBeThere& m) {
                               return m.amount == 0 ||
                                      (can_be_asked(m) && (!waits(m.value) || waits(other(m))));
                             }) &&
         std::ranges::all_of(what_may_be_there(op.reader, meanwhile.done),
                             [&](const MayBeThere& m) {
                               return m.amount == 0 || waits(m.value) || waits(other(m)) ||
                                      makes_no_difference(op, m.value, m.amount);
                             });
}

// Whether it is all the same to the thread, and to the word, if the operation finds the value or as
// much more.
bool PutBacks::makes_no_difference(const OpState& op, const Value& value, std::uint64_t amount) {
  const Op& what = op.state->next();
  const ThreadId t = op.reader.thread;
  const Value other = plus(value, amount, what.size);
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
