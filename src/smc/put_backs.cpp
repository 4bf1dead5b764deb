#include "smc/put_backs.h"

#include <algorithm>
#include <map>

#include "smc/needs.h"
#include "smc/put_backs_parts.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using exec::Status;
using exec::Value;

namespace {

constexpr std::uint32_t kManySteps = 2'000;
constexpr std::size_t kManyAmounts = 1'000;

// By location, in order of locations.
std::vector<std::pair<std::uint32_t, std::uint64_t>> sums_of(
    std::span<const std::pair<std::uint32_t, std::uint64_t>> owed) {
  std::map<std::uint32_t, std::uint64_t> sums;
  for (const auto& [location, amount] : owed) sums[location] += amount;
  std::erase_if(sums, [](const auto& s) { return s.second == 0; });
  return {sums.begin(), sums.end()};
}

}  // namespace

PutBacks::PutBacks(CurrentExecution& execution)
    : execution_(execution),
      hidden_(execution.trace(), execution.model().base),
      quiet_(execution) {}

// --- coming back ---------------------------------------------------------------------------------

bool PutBacks::futile(ThreadId t, const exec::Value& value, Position source) {
  if (!execution_.thread(t).may_wait()) return false;
  const bool takes_lock = quiet_.takes_lock(t);
  if (takes_lock && quiet_.comes_to_nothing(t, source)) return true;
  ThreadStates::Futile& known = execution_.states(t).futile(trace_.length(t));
  const auto it = std::ranges::find(known, value, &std::pair<exec::Value, bool>::first);
  if (it != known.end()) return it->second;
  Reader reader{t, trace_.last(t)};
  if (execution_.thread(t).may_put_back()) reader.location = execution_.resolve_next(t).location;
  RoundSearch search{
      .at = execution_.thread(t), .index = trace_.length(t), .reader = reader, .others = {}};
  const bool futile = comes_back(search, value);
  // What a round finds after its attempt depends on what others have written by now.
  if (search.found.empty()) known.emplace_back(value, futile);
  left_out_after_look_ |= futile && !search.found.empty() && !execution_.thread(t).at_loop_head();
  return futile;
}

bool PutBacks::comes_back(RoundSearch& search, const Value& value) {
  exec::Thread next = search.at;
  const ThreadId t = next.id();
  const exec::Effect effect = exec::apply(next.next(), value, t);
  if (effect.blocked || effect.error || effect.choices > 1) return false;
  const bool changes = effect.writes && effect.written != value;
  const bool attempt = changes && execution_.rules().reads == Reads::Value &&
                       !execution_.has_mixed_sizes() && is_attempt(next) && value.undefined == 0 &&
                       !quiet_.begins_turn(next, value);
  if (attempt) {
    const std::uint64_t amount = effect.written.lo - value.lo;
    search.found.push_back({t, 0, 0, search.reader.location, amount});
    search.owed.assign(1, {search.reader.location, amount});
    search.assumed.push_back(value);
    executor_.suppose(next);
  }
  executor_.resume(next, effect.result);
  if (!attempt) return quiet_.goes_back_alone(std::move(next), search.at, search.index);
  return goes_on_to_come_back(search, std::move(next));
}

bool PutBacks::goes_on_to_come_back(RoundSearch& search, exec::Thread thread) {
  while (thread.ready() && thread.next().is_fence()) executor_.resume(thread, {});
  if (thread.status() == Status::Spinning) return stays(search, thread);
  if (!thread.ready() || !executor_.is_in_round(thread)) return false;
  if (!search.some_way) {
    RoundSearch::Owed sums = sums_of(search.owed);
    if (std::ranges::any_of(search.checked, [&](const auto& known) {
          return known.second == sums && same(known.first, thread);
        }))
      return true;
    search.checked.emplace_back(thread, std::move(sums));
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
      search.found.push_back({thread.id(), 0, 0, location, owed});
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

}  // namespace overtake::smc
