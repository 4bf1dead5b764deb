// What other threads see of rounds that were left out (quiet_rounds.h).
#include <algorithm>
#include <optional>

#include "exec/rounds.h"
#include "smc/quiet_rounds_parts.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using exec::Status;

namespace {

constexpr const char* kSeen = "words that are put back, and that other rounds look at";
constexpr std::size_t kManyTurns = 1'000;

}  // namespace

// What rounds leave in a word until they put it back, others may find there: so their rounds are
// looked at again.
void QuietRounds::demand_unseen() {
  if (!executor_.is_quiet()) return;
  note_values();
  const std::size_t threads = execution_.threads().size();
  changed_.resize(std::max(changed_.size(), threads));
  for (std::uint32_t before = 0; before != now_;) {
    before = now_;
    for (std::size_t i = 0; i < threads; ++i)
      if (execution_.started(ThreadId{i})) examine(ThreadId{i});
  }
  for (std::size_t i = 0; i < threads; ++i) {
    const ThreadId t{i};
    if (!execution_.started(t)) continue;
    for (const Word& word : changed_[i].stored) demand_single_writer(t, word);
    for (const Word& lock : changed_[i].taken) demand_lock_unseen(t, lock);
    for (const exec::Turn& turn : changed_[i].turns) demand_turn_unseen(t, turn);
  }
}

// Rounds of all threads found the same in the word (part of demand_apart).
void QuietRounds::demand_found_alike(const exec::Turn& turn) const {
  for (const Changed& other : changed_)
    for (const exec::Turn& o : other.turns)
      if (shares_bytes(o, turn) && !(same_word(o, turn) && o.found == turn.found))
        throw gives_up(kSeen);
}

// A state is looked at once for all values that are known: what is found stays found.
void QuietRounds::examine(ThreadId t) {
  for (std::uint32_t k = 0; k <= trace_.length(t); ++k) {
    std::uint32_t& examined = execution_.states(t).examined(k);
    if (examined == now_) continue;
    examined = now_;
    const exec::Thread& state = execution_.threads()[t.index()][k];
    const bool may_change = state.may_store() || state.may_put_back() || state.may_turn();
    if (!state.ready() || !may_change || !state.at_loop_head()) continue;
    Search search{.reader = {.thread = t}};
    exec::Thread thread = state;
    executor_.follow_round(thread);
    all_come_back(search, std::move(thread), k);
    Changed& changed = changed_[t.index()];
    add_words(changed.stored, search.stored);
    add_words(changed.taken, search.taken);
    for (const exec::Turn& turn : search.turns) {
      if (std::ranges::find(changed.turns, turn) != changed.turns.end()) continue;
      // What a round of a counter leaves is what the next one finds, and so on for ever.
      demand_found_alike(turn);
      if (changed.turns.size() >= kManyTurns)
        throw gives_up("rounds with many ways to go", state.next().source);
      changed.turns.push_back(turn);
      const CurrentExecution::Resolved at =
          execution_.resolve(t, {.kind = OpKind::Load, .size = turn.size, .address = turn.address});
      if (at.ok) note_value(at.location, turn.left);
    }
  }
}

void QuietRounds::note_values() {
  for (Position p = 0; p < trace_.size(); ++p)
    if (trace_[p].writes()) note_value(trace_[p].location, trace_[p].written);
}

void QuietRounds::note_value(std::uint32_t location, const exec::Value& value) {
  if (location >= values_.size()) values_.resize(location + 1);
  std::vector<exec::Value>& values = values_[location];
  if (std::ranges::find(values, value) != values.end()) return;
  values.push_back(value);
  ++now_;
}

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

// Whether no other thread knows of the object that operation number k of its maker accesses: since
// it was made, the maker has done nothing that others could see. If it has gone on to something
// that they see, the access has reached memory by then.
bool QuietRounds::is_unknown(ThreadId maker, std::uint32_t k) const {
  const ThreadStates& states = execution_.threads()[maker.index()];
  const auto number = [&](Address a) {
    const bool own = is_thread_object(a) && owner(SlotId{slot_bits(a)}) == maker;
    return own ? std::optional(number_in_thread(SlotId{slot_bits(a)})) : std::nullopt;
  };
  const std::optional<std::uint32_t> object = number(states[k].next().address);
  if (!object || *object >= states[k].objects().size()) return false;
  std::uint32_t made = k;
  while (made > 0 && states[made - 1].objects().size() > *object) --made;
  const std::size_t known = made == 0 ? 0 : states[made - 1].objects().size();
  const auto is_unseen = [&](const Op& op) {
    if (op.is_fence() || op.kind == OpKind::Load || op.kind == OpKind::ObjectSize) return true;
    const std::optional<std::uint32_t> changed = number(op.address);
    return op.is_access() && changed && *changed >= known;
  };
  std::uint32_t seen = made;
  while (seen < trace_.length(maker) && is_unseen(states[seen].next())) ++seen;
  if (seen < k) return false;
  return seen == trace_.length(maker) || settled(trace_, maker, seen + 1) > k;
}

void QuietRounds::demand_single_writer(ThreadId t, const Word& word) {
  constexpr const char* kWritten = "stores of what is there to words that others write";
  const CurrentExecution::Resolved at =
      execution_.resolve(t, {.kind = OpKind::Load, .size = word.size, .address = word.address});
  if (!at.ok || execution_.overlaps(at.location)) throw gives_up(kWritten);
  for (const Position w : trace_.writes_on(at.location)) {
    const TraceEvent& e = trace_[w];
    if (e.thread != t && !is_over(t, e.thread, e.index) && !is_unknown(e.thread, e.index))
      throw gives_up(kWritten, execution_.op_of(w).source);
  }
}

// A way loads what it has stored there. A thread that finds something else may come back where this
// way goes on, so that no way that comes back tells of the store.
void QuietRounds::demand_still_there(const Way& way) {
  const Op& op = way.thread.next();
  const auto stored =
      std::ranges::find_if(way.stored, [&](const Word& w) { return same_word(w, op); });
  if (op.kind == OpKind::Load && stored != way.stored.end())
    demand_single_writer(way.thread.id(), *stored);
}

// Others wait for the lock, or give it back; or, if they do not obtain it, try again. What they do
// to parts of its word, such as to initialize it, is over before the thread begins, or knows of it;
// or comes after its end.
void QuietRounds::demand_lock_unseen(ThreadId t, const Word& lock) {
  for (std::size_t u = 0; u < execution_.threads().size(); ++u) {
    const ThreadId other{u};
    if (other == t || !execution_.started(other)) continue;
    for (std::uint32_t k = 0; k <= trace_.length(other); ++k) {
      const exec::Thread& state = execution_.threads()[u][k];
      const Op& op = state.next();
      if (!state.ready() || !op.is_access() || !shares_bytes(op, lock)) continue;
      if (same_word(lock, op) && cannot_tell(state, k)) continue;
      if (is_unknown(other, k)) continue;
      if (k == trace_.length(other) || !is_over(t, other, k))
        throw gives_up("locks that are taken to look, and tried by others", op.source);
    }
  }
}

// Whether the thread, whose next operation is at a lock that another one takes and gives back,
// would do the same without that.
bool QuietRounds::cannot_tell(const exec::Thread& thread, std::uint32_t event) {
  const Op& op = thread.next();
  if (exec::gives_back(op) || (exec::takes_turn(op) && !exec::may_fail(op))) return true;
  if (!exec::may_fail(op)) return false;
  exec::Thread fails = thread;
  executor_.resume(fails, {});
  return goes_back_alone(std::move(fails), thread, event);
}

// --- words that rounds change and put back -------------------------------------------------------

// The word is a lock: all threads change it from what the round found, and only then, and put that
// back before they do anything else to it; and who finds it changed waits.
void QuietRounds::demand_turn_unseen(ThreadId t, const exec::Turn& turn) {
  demand_apart(t, turn);
  for (std::size_t i = 0; i < execution_.threads().size(); ++i) {
    const ThreadId u{i};
    if (!execution_.started(u)) continue;
    bool holds = false;
    for (std::uint32_t k = 0; k <= trace_.length(u); ++k) {
      const exec::Thread& state = execution_.threads()[i][k];
      if (!state.ready() || !state.next().is_access() || !shares_bytes(state.next(), turn))
        continue;
      if (!keeps_to_turns(t, turn, u, k, holds))
        throw gives_up("words that are put back, and that others change or look at",
                       state.next().source);
    }
  }
}

// `holds`: u has changed the word, and has not put it back yet.
bool QuietRounds::keeps_to_turns(ThreadId t, const exec::Turn& turn, ThreadId u, std::uint32_t k,
                                 bool& holds) {
  const exec::Thread& state = execution_.threads()[u.index()][k];
  const Op& op = state.next();
  const bool done = k < trace_.length(u);
  const bool word = same_word(turn, op) && (op.kind != OpKind::Sync || op.is(ir::SyncOp::SpinLock));
  const auto changes = [](const TraceEvent& e) {
    return e.writes() && !(e.reads() && e.written == e.read);
  };
  const bool writes = done ? changes(trace_[trace_.position(u, k)]) : op.kind == OpKind::Store;
  const bool may_be_seen = u != t && !(done && is_over(t, u, k)) && !is_unknown(u, k);
  if (word && !writes) return holds || !may_be_seen || waits_for_turn(state, k, turn);
  if (word && done && !trace_[trace_.position(u, k)].failed) {
    const TraceEvent& e = trace_[trace_.position(u, k)];
    const bool was_held = holds;
    if (was_held && e.written == turn.found) {
      holds = false;
      return true;
    }
    if (!was_held && op.kind != OpKind::Store && e.read == turn.found) {
      holds = e.written != turn.found;
      return !may_be_seen || waits_for_turn(state, k, turn);
    }
    holds = false;
  }
  // Something else: it is over before any other thread begins, or knows of the word.
  if (is_unknown(u, k)) return true;
  for (std::size_t x = 0; done && x < execution_.threads().size(); ++x)
    if (ThreadId{x} != u && execution_.started(ThreadId{x}) && !is_over(ThreadId{x}, u, k))
      return false;
  return done;
}

// Whether the thread, if its next operation finds the word changed, looks only at that word until
// it is back where it was: it may wait in a loop inside as long as the word is changed, not when it
// has been put back.
bool QuietRounds::waits_for_turn(const exec::Thread& state, std::uint32_t event,
                                 const exec::Turn& turn) {
  if (state.next().is(ir::SyncOp::SpinLock))
    return exec::apply(state.next(), turn.left, state.id()).blocked;
  constexpr std::uint32_t kManyLooks = 100;
  std::vector<std::pair<Way, bool>> todo;  // ... and whether it has just found the word changed
  const auto looks = [&](const Way& way, const exec::Value& value) {
    const exec::Effect effect = exec::apply(way.thread.next(), value, state.id());
    if (effect.blocked || effect.error || effect.choices > 1) return false;
    if (effect.writes && effect.written != value) return false;
    todo.emplace_back(way, value == turn.left);
    executor_.resume(todo.back().first.thread, effect.result);
    return true;
  };
  if (!looks({.thread = state, .own = {.begin = event}}, turn.left)) return false;
  for (std::uint32_t steps = 0; !todo.empty(); ++steps) {
    auto [way, changed] = std::move(todo.back());
    todo.pop_back();
    go_on_alone(way);
    if (way.thread.status() == Status::Spinning) {
      if (!changed && !exec::spins_in_loop_of(way.thread, state)) return false;
      continue;
    }
    if (!way.thread.ready() || steps > kManyLooks) return false;
    const Op& op = way.thread.next();
    if (!same_word(turn, op) || op.kind == OpKind::Store || op.kind == OpKind::Sync) return false;
    if (!looks(way, turn.left) || !looks(way, turn.found)) return false;
  }
  return true;
}

// What others do in rounds that were left out is not in the execution.
void QuietRounds::demand_apart(ThreadId t, const exec::Turn& turn) const {
  demand_found_alike(turn);
  for (std::size_t i = 0; i < changed_.size(); ++i) {
    const Changed& other = changed_[i];
    const auto shares = [&](const auto& w) { return shares_bytes(w, turn); };
    if (std::ranges::any_of(other.taken, shares)) throw gives_up(kSeen);
    if (ThreadId{i} == t) continue;
    if (std::ranges::any_of(other.stored, shares) || std::ranges::any_of(other.looked, shares))
      throw gives_up(kSeen);
  }
}

void QuietRounds::demand_no_turn(std::uint32_t location) const {
  const LocationInfo& info = execution_.locations()[location];
  const Word word{address_of(info.object, info.offset), static_cast<std::uint8_t>(info.size), {}};
  for (const Changed& changed : changed_)
    for (const exec::Turn& turn : changed.turns)
      if (shares_bytes(word, turn))
        throw gives_up("words that are put back, and that attempts look at");
}

}  // namespace overtake::smc
