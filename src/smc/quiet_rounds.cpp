#include "smc/quiet_rounds.h"

#include <algorithm>

#include "base/hash.h"
#include "exec/rounds.h"
#include "smc/quiet_rounds_parts.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using exec::Status;

namespace {

// Of a search that has to come back on all ways, and of one that remembers where it has been.
constexpr std::uint32_t kManyQuietSteps = 2'000;
constexpr std::uint32_t kManyRememberedSteps = 20'000;

// A lock that was taken elsewhere stays a debt: the round does not come back with it.
bool gives_back_in_round(const exec::Thread& thread) {
  return thread.may_put_back() && exec::gives_back(thread.next());
}

// Of all that tells ways apart (QuietRounds::same): by the thread's state alone, thousands of ways
// that differ in what they have read or changed would be compared with one another.
template <class Way>
std::uint64_t hash_of(const Way& way, std::uint64_t state) {
  std::uint64_t h = state;
  const auto add = [&h](Address address, const exec::Value& v) {
    h = combine(combine(h, address), v.lo ^ v.hi << 1 ^ v.undefined);
  };
  if (way.thread.may_store())
    for (const exec::SpinRead& r : way.thread.spin_reads()) add(r.address, r.value);
  for (const auto& w : way.own.written) add(w.address, w.value);
  for (const auto& w : way.stored) add(w.address, w.value);
  for (const auto& w : way.taken) add(w.address, w.value);
  for (const auto* turns : {&way.thread.turns(), &way.turns})
    for (const exec::Turn& turn : *turns) add(turn.address, turn.left);
  return h;
}

}  // namespace

QuietRounds::QuietRounds(CurrentExecution& execution)
    : execution_(execution), hidden_(execution.trace(), execution.model().base), own_(execution) {}

bool QuietRounds::store(exec::Thread& thread, Words& stored) {
  if (!executor_.is_quiet()) return false;
  const Op& op = thread.next();
  const auto known = std::ranges::find_if(stored, [&](const Word& w) { return same_word(w, op); });
  if (op.kind == OpKind::Load && known != stored.end()) {
    executor_.resume(thread, known->value);
    return true;
  }
  if (op.kind != OpKind::Store || !thread.stores_what_is_there()) return false;
  if (!execution_.resolve(thread.id(), op).ok) return false;  // the error has to be found
  if (known == stored.end()) stored.push_back({op.address, op.size, op.operand});
  executor_.resume(thread, {});
  return true;
}

bool QuietRounds::give_back(exec::Thread& thread) {
  if (!executor_.is_quiet()) return false;
  if (gives_back_in_round(thread)) {
    executor_.resume(thread, {});
    return true;
  }
  if (!executor_.has_quiet_turns()) return false;
  const Op& op = thread.next();
  const exec::Turn* turn = op.is_access() ? thread.turn_at(op) : nullptr;
  if (turn == nullptr || op.kind == OpKind::Sync) return false;
  const exec::Effect effect = op.kind == OpKind::Store
                                  ? exec::Effect{.writes = true, .written = op.operand}
                                  : exec::apply(op, turn->left, thread.id());
  if (effect.error || !effect.writes || effect.written != turn->found) return false;
  if (!execution_.resolve(thread.id(), op).ok) return false;  // the error has to be found
  executor_.resume(thread, effect.result);
  return true;
}

bool QuietRounds::goes_back_alone(exec::Thread thread, const exec::Thread& then,
                                  std::uint32_t event) {
  Way way{.thread = std::move(thread), .own = {.begin = event}};
  go_on_alone(way);
  return exec::spins_in_loop_of(way.thread, then);
}

void QuietRounds::go_on_alone(Way& way) {
  exec::Thread& thread = way.thread;
  while (thread.ready()) {
    // A fence in an iteration without effect only orders what may be in that order anyway.
    if (thread.next().is_fence())
      executor_.resume(thread, {});
    else if (store(thread, way.stored) || give_back(thread))
      continue;
    else if (!thread.is_own(thread.next().address) || !own_.perform(thread, way.own))
      return;
  }
}

bool QuietRounds::takes_lock(ThreadId t) const {
  if (!executor_.is_quiet()) return false;
  const exec::Thread& thread = execution_.thread(t);
  return thread.ready() && ((thread.may_put_back() && exec::takes_turn(thread.next())) ||
                            (executor_.has_quiet_turns() && thread.may_begin_turn()));
}

bool QuietRounds::comes_to_nothing(ThreadId t, Position release) {
  const CurrentExecution::Resolved at = execution_.resolve_next(t);
  if (!at.ok || execution_.overlaps(at.location)) return false;
  exec::Thread thread = execution_.thread(t);
  const exec::Value found = execution_.value_at(at.location, release);
  const exec::Effect effect = exec::apply(thread.next(), found, t);
  if (effect.blocked || effect.error || !effect.writes) return false;
  const bool turn = begins_turn(thread, found);
  if (!turn && !exec::takes_turn(thread.next())) return false;
  if (turn && effect.written == found) return false;  // it only looks
  Search search{.reader = {t, trace_.last(t), at.location, release}, .surely = true};
  executor_.suppose(thread);
  if (turn) executor_.follow_round(thread);
  executor_.resume(thread, effect.result);
  if (!all_come_back(search, std::move(thread), trace_.length(t))) return false;
  changed_.resize(std::max(changed_.size(), execution_.threads().size()));
  add_words(changed_[t.index()].looked, search.looked);
  return true;
}

// Whether it comes back, if all ways are asked for.
bool QuietRounds::all_come_back(Search& search, exec::Thread thread, std::uint32_t event) {
  search.todo.push_back({.thread = std::move(thread), .own = {.begin = event}});
  while (!search.todo.empty()) {
    Way way = std::move(search.todo.back());
    search.todo.pop_back();
    if (!follow(search, std::move(way)) && search.surely) return false;
  }
  return true;
}

// To the next look, from which there are several ways on. False: it does not come back.
bool QuietRounds::follow(Search& search, Way way) {
  exec::Thread& thread = way.thread;
  while (thread.ready() && executor_.is_in_round(thread)) {
    const Op op = thread.next();
    if (!search.surely && thread.at_loop_head() &&
        !search.heads.is_new(thread, own_, way.own, {way.stored, way.taken, way.turns},
                             hash_of(way, 0)))
      return true;
    if (++search.steps > (search.surely ? kManyQuietSteps : kManyRememberedSteps)) {
      if (search.surely) return false;
      throw gives_up("rounds with many ways to go", op.source);
    }
    if (op.is_fence()) {
      executor_.resume(thread, {});
      continue;
    }
    if (!search.surely) demand_still_there(way);
    if (store(thread, way.stored) || give_back(thread)) {
      continue;
    } else if (thread.is_own(op.address)) {
      if (!own_.perform(thread, way.own)) return false;
    } else if (thread.may_put_back() && exec::takes_turn(op) && !search.surely) {
      add_words(way.taken, {{op.address, op.size, {}}});
      if (exec::may_fail(op)) {
        if (!is_new(search, way)) return true;
        search.todo.push_back(way);
        executor_.resume(search.todo.back().thread, {});
        executor_.resume(thread, {1});
      } else {
        executor_.resume(thread, {});
      }
    } else {
      return look(search, way);
    }
  }
  if (thread.status() != Status::Spinning) return false;
  add_words(search.stored, way.stored);
  add_words(search.taken, way.taken);
  add_words(search.turns, way.turns);
  return !search.surely || !thread.spins_inside();
}

bool QuietRounds::look(Search& search, const Way& way) {
  const Op& op = way.thread.next();
  if (!op.is_access() || op.kind == OpKind::Store) return false;
  const CurrentExecution::Resolved at = execution_.resolve(search.reader.thread, op);
  if (!at.ok) return false;
  if (execution_.overlaps(at.location)) {
    if (search.surely) return false;
    throw gives_up("rounds that look at accesses of different sizes", op.source);
  }
  if (search.surely)
    add_words(search.looked, {{op.address, op.size, {}}});
  else if (!is_new(search, way))
    return true;
  for (const exec::Value& value : what_may_be_there(search, at.location)) {
    const exec::Effect effect = exec::apply(op, value, search.reader.thread);
    const bool changes = effect.writes && effect.written != value;
    const bool turn = changes && !search.surely && begins_turn(way.thread, value);
    const bool goes_on =
        !effect.blocked && !effect.error && effect.choices <= 1 && (!changes || turn);
    if (!goes_on && search.surely) return false;
    if (!goes_on) continue;
    search.todo.push_back(way);
    Way& next = search.todo.back();
    if (turn) add_words(next.turns, {{op.address, op.size, value, effect.written}});
    executor_.resume(next.thread, effect.result);
  }
  return true;
}

// Whether no thread was there before on another way, with the same before it and the same changes.
// What it remembers of loops inside the round does not count: it decides only where a way is cut
// that leads back to where the thread has been. What it has read decides whether a store is one of
// what is there.
bool QuietRounds::same(const Way& a, const Way& b) const {
  std::vector<exec::Executor::Register> different;
  return executor_.same_but_for(a.thread, b.thread, different) && different.empty() &&
         a.thread.debts() == b.thread.debts() && a.thread.turns() == b.thread.turns() &&
         (!a.thread.may_store() || a.thread.spin_reads() == b.thread.spin_reads()) &&
         a.own == b.own && a.stored == b.stored && a.taken == b.taken && a.turns == b.turns;
}

bool QuietRounds::is_new(Search& search, const Way& way) const {
  std::vector<Way>& there = search.been[hash_of(way, way.thread.local_hash())];
  if (std::ranges::any_of(there, [&](const Way& w) { return same(w, way); })) return false;
  there.push_back(way);
  return true;
}

// What the thread may find in such a round: as far as causality says in this execution; or in all
// that were visited.
std::vector<exec::Value> QuietRounds::what_may_be_there(const Search& search,
                                                        std::uint32_t location) {
  std::vector<exec::Value> values;
  const auto add = [&](const exec::Value& v) {
    if (std::ranges::find(values, v) == values.end()) values.push_back(v);
  };
  if (!search.surely) {
    if (location < values_.size()) values = values_[location];
    add(execution_.value_at(location, kInitial));
    return values;
  }
  Reader reader = search.reader;
  reader.location = location;
  hidden_.look_from(reader);
  if (!hidden_.hides(kInitial)) add(execution_.value_at(location, kInitial));
  for (const Position w : trace_.writes_on(location))
    if (!hidden_.hides(w)) add(execution_.value_at(location, w));
  return values;
}

}  // namespace overtake::smc
