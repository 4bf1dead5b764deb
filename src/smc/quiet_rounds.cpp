#include "smc/quiet_rounds.h"

#include <algorithm>
#include <unordered_set>

#include "base/hash.h"
#include "smc/needs.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using exec::Status;

namespace {

constexpr std::uint32_t kManyQuietSteps = 2'000;

NeedsExhaustive gives_up(const char* construct, ir::SourceId source = {}) {
  return {.construct = construct, .source = source, .attempts = true};
}

bool same_word(const QuietRounds::Word& w, const Op& op) {
  return w.address == op.address && w.size == op.size;
}

// A lock that was taken elsewhere stays a debt: the round does not come back with it.
bool gives_back_in_round(const exec::Thread& thread) {
  return thread.may_put_back() && exec::gives_back(thread.next());
}

void add_words(QuietRounds::Words& to, const QuietRounds::Words& words) {
  for (const QuietRounds::Word& w : words)
    if (std::ranges::find(to, w) == to.end()) to.push_back(w);
}

}  // namespace

// The ways in which a thread that is at the head of a loop may come back to it.
struct QuietRounds::Search {
  // Where a way has come to, if it has no objects of its own. What it changes from there on does
  // not depend on how it came there.
  struct Place {
    exec::Thread thread;
    Words stored;
    Words taken;
    friend bool operator==(const Place&, const Place&) = default;
  };
  struct PlaceHash {
    std::size_t operator()(const Place& p) const {
      return combine(p.thread.hash(), p.stored.size() << 32 | p.taken.size());
    }
  };

  Reader reader;        // the location is that of each look
  bool surely = false;  // whether all ways come back is asked for; else what they change
  Words stored = {};    // of ways that come back
  Words taken = {};
  std::uint32_t steps = 0;
  std::unordered_set<Place, PlaceHash> looked_from = {};
};

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
  if (!executor_.is_quiet() || !gives_back_in_round(thread)) return false;
  executor_.resume(thread, {});
  return true;
}

bool QuietRounds::takes_lock(ThreadId t) const {
  if (!executor_.is_quiet()) return false;
  const exec::Thread& thread = execution_.thread(t);
  return thread.ready() && thread.may_put_back() && exec::takes_turn(thread.next());
}

bool QuietRounds::comes_to_nothing(ThreadId t, Position release) {
  const CurrentExecution::Resolved at = execution_.resolve_next(t);
  if (!at.ok || execution_.has_mixed_sizes(at.object)) return false;
  exec::Thread thread = execution_.thread(t);
  const exec::Effect effect =
      exec::apply(thread.next(), execution_.value_at(at.location, release), t);
  if (effect.blocked || effect.error || !effect.writes) return false;
  Search search{.reader = {t, trace_.last(t), at.location, release}, .surely = true};
  executor_.suppose(thread);
  executor_.resume(thread, effect.result);
  return follow(search, std::move(thread), {}, {}, {});
}

// A state is looked at once for all values that are known: what is found stays found.
void QuietRounds::demand_unseen() {
  if (!executor_.is_quiet()) return;
  note_values();
  changed_.resize(std::max(changed_.size(), execution_.threads().size()));
  for (std::size_t i = 0; i < execution_.threads().size(); ++i) {
    const ThreadId t{i};
    if (!execution_.started(t)) continue;
    for (std::uint32_t k = 0; k <= trace_.length(t); ++k) {
      std::uint32_t& examined = execution_.states(t).examined(k);
      if (examined == now_) continue;
      examined = now_;
      const exec::Thread& state = execution_.threads()[i][k];
      if (!state.ready() || !(state.may_store() || state.may_put_back()) || !state.at_loop_head())
        continue;
      Search search{.reader = {.thread = t}};
      exec::Thread thread = state;
      executor_.follow_round(thread);
      follow(search, std::move(thread), {}, {}, {});
      add_words(changed_[i].first, search.stored);
      add_words(changed_[i].second, search.taken);
    }
    for (const Word& word : changed_[i].first) demand_single_writer(t, word);
    for (const Word& lock : changed_[i].second) demand_lock_unseen(t, lock);
  }
}

void QuietRounds::note_values() {
  for (Position p = 0; p < trace_.size(); ++p) {
    const TraceEvent& e = trace_[p];
    if (!e.writes()) continue;
    if (e.location >= values_.size()) values_.resize(e.location + 1);
    std::vector<exec::Value>& values = values_[e.location];
    if (std::ranges::find(values, e.written) != values.end()) continue;
    values.push_back(e.written);
    ++now_;
  }
}

// Whether it comes back, if all ways are asked for.
bool QuietRounds::follow(Search& search, exec::Thread thread, OwnObjects::Changes own, Words stored,
                         Words taken) {
  while (thread.ready() && executor_.is_in_round(thread)) {
    const Op op = thread.next();
    if (++search.steps > kManyQuietSteps) {
      if (search.surely) return false;
      throw gives_up("rounds with many ways to go", op.source);
    }
    if (op.is_fence()) {
      executor_.resume(thread, {});
    } else if (store(thread, stored) || give_back(thread)) {
      continue;
    } else if (thread.is_own(op.address)) {
      if (!own_.perform(thread, own)) return false;
    } else if (thread.may_put_back() && exec::takes_turn(op) && !search.surely) {
      taken.push_back({op.address, op.size, {}});
      if (exec::may_fail(op)) {
        exec::Thread fails = thread;
        executor_.resume(fails, {});
        follow(search, std::move(fails), own, stored, taken);
        executor_.resume(thread, {1});
      } else {
        executor_.resume(thread, {});
      }
    } else {
      return look(search, thread, own, stored, taken);
    }
  }
  if (thread.status() != Status::Spinning) return false;
  add_words(search.stored, stored);
  add_words(search.taken, taken);
  return !search.surely || !thread.spins_inside();
}

bool QuietRounds::look(Search& search, const exec::Thread& thread, const OwnObjects::Changes& own,
                       const Words& stored, const Words& taken) {
  const Op& op = thread.next();
  if (!op.is_access() || op.kind == OpKind::Store) return false;
  if (!search.surely && own.written.empty() && own.ended.empty() &&
      !search.looked_from.insert({thread, stored, taken}).second)
    return true;
  const CurrentExecution::Resolved at = execution_.resolve(search.reader.thread, op);
  if (!at.ok) return false;
  if (execution_.overlaps(at.location)) {
    if (search.surely) return false;
    throw gives_up("rounds that look at accesses of different sizes", op.source);
  }
  for (const exec::Value& value : what_may_be_there(search, at.location)) {
    const exec::Effect effect = exec::apply(op, value, search.reader.thread);
    const bool goes_on = !effect.blocked && !effect.error && effect.choices <= 1 &&
                         !(effect.writes && effect.written != value);
    if (!goes_on && search.surely) return false;
    if (!goes_on) continue;
    exec::Thread next = thread;
    executor_.resume(next, effect.result);
    if (!follow(search, std::move(next), own, stored, taken) && search.surely) return false;
  }
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

// --- what others see -----------------------------------------------------------------------------

// Whether the event of another thread is over when t begins, and has reached memory; or comes after
// t's end.
bool QuietRounds::is_over(ThreadId t, ThreadId other, std::uint32_t index) {
  const Position p = trace_.position(other, index);
  const TraceEvent& e = trace_[p];
  if (execution_.thread(t).status() == Status::Ended && trace_.before(trace_.last(t), p))
    return true;
  const Position spawn = trace_.spawn(t);
  if (spawn == kInitial || !trace_.before(p, spawn)) return false;
  if (!e.writes()) return true;
  hidden_.look_from({t, spawn, e.location});
  return trace_.writes_before(e.location, other, index) < hidden_.settled_of(other.index());
}

void QuietRounds::demand_single_writer(ThreadId t, const Word& word) {
  constexpr const char* kWritten = "stores of what is there to words that others write";
  const CurrentExecution::Resolved at =
      execution_.resolve(t, {.kind = OpKind::Load, .size = word.size, .address = word.address});
  if (!at.ok || execution_.overlaps(at.location)) throw gives_up(kWritten);
  for (const Position w : trace_.writes_on(at.location)) {
    const TraceEvent& e = trace_[w];
    if (e.thread != t && !is_over(t, e.thread, e.index))
      throw gives_up(kWritten, execution_.op_of(w).source);
  }
}

// Others wait for the lock, or give it back; or, if they do not obtain it, try again. What they do
// to parts of its word, such as to initialize it, is over before the thread begins, or comes after
// its end.
void QuietRounds::demand_lock_unseen(ThreadId t, const Word& lock) {
  for (std::size_t u = 0; u < execution_.threads().size(); ++u) {
    const ThreadId other{u};
    if (other == t || !execution_.started(other)) continue;
    for (std::uint32_t k = 0; k <= trace_.length(other); ++k) {
      const exec::Thread& state = execution_.threads()[u][k];
      const Op& op = state.next();
      const bool shares =
          op.address < lock.address + lock.size && lock.address < op.address + op.size;
      if (!state.ready() || !op.is_access() || !shares) continue;
      if (same_word(lock, op) && cannot_tell(state)) continue;
      if (k == trace_.length(other) || !is_over(t, other, k))
        throw gives_up("locks that are taken to look, and tried by others", op.source);
    }
  }
}

// Whether the thread, whose next operation is at a lock that another one takes and gives back,
// would do the same without that.
bool QuietRounds::cannot_tell(const exec::Thread& thread) const {
  const Op& op = thread.next();
  if (exec::gives_back(op) || (exec::takes_turn(op) && !exec::may_fail(op))) return true;
  if (!exec::may_fail(op)) return false;
  exec::Thread fails = thread;
  executor_.resume(fails, {});
  while (fails.ready() && (fails.next().is_fence() || gives_back_in_round(fails)))
    executor_.resume(fails, {});
  return fails.status() == Status::Spinning;
}

}  // namespace overtake::smc
