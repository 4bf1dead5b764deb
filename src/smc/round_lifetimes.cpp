#include "smc/round_lifetimes.h"

#include <algorithm>

#include "exec/rounds.h"
#include "smc/needs.h"
#include "smc/round_changes.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using exec::Status;

namespace {

constexpr std::size_t kManyOperations = 20'000;  // in all ways of a round
constexpr std::size_t kManyLocks = 64;           // combinations of their releases

NeedsExhaustive gives_up(ir::SourceId place) {
  return {.construct = "loops that wait and look at objects that may be gone", .source = place};
}

}  // namespace

RoundLifetimes::RoundLifetimes(CurrentExecution& execution, const RvfInstance& bound,
                               bool by_source, Endings& endings, const Progress& progress)
    : execution_(execution),
      by_source_(by_source),
      endings_(endings),
      progress_(progress),
      hidden_(execution.trace(), execution.model().base),
      own_(execution),
      quiet_(execution),
      instance_(execution, &bound) {}

void RoundLifetimes::judge() {
  if (execution_.lifetimes().ended().empty()) return;
  for (std::size_t i = 0; i < execution_.threads().size(); ++i) {
    const ThreadId t{i};
    if (!execution_.started(t)) continue;
    for (std::uint32_t k = 0; k <= trace_.length(t) && !progress_.stopped(); ++k) {
      const exec::Thread& state = execution_.threads()[i][k];
      if (!state.ready() || !state.at_loop_head()) continue;
      const Place place{t, k, k > 0 ? trace_.position(t, k - 1) : trace_.spawn(t),
                        k < trace_.length(t) ? trace_.position(t, k) : kInitial};
      if (find_ends(place) && follow_rounds(place, false)) follow_rounds(place, true);
    }
  }
}

// Ends of objects that are neither before nor after the place for certain. Of an object that its
// thread alone knows when it ends it, no round of another thread has the address.
bool RoundLifetimes::find_ends(const Place& place) {
  ends_.clear();
  for (const auto& [object, end] : execution_.lifetimes().ended()) {
    const TraceEvent& e = trace_[end];
    if (e.thread == place.thread) continue;
    if (execution_.threads()[e.thread.index()][e.index].is_own(address_of(object))) continue;
    if (place.before != kInitial && trace_.before(end, place.before)) continue;
    if (place.after != kInitial && trace_.before(place.after, end)) continue;
    ends_.emplace_back(object, end);
  }
  return !ends_.empty();
}

// Whether a round that comes back looks at an object whose life ends. First asked of all values in
// all combinations, state by state, which is quick: hardly any round does.
bool RoundLifetimes::follow_rounds(const Place& place, bool apart) {
  if (!apart && is_clear(place)) return false;
  const exec::Thread& state = execution_.threads()[place.thread.index()][place.index];
  seen_ = {.state = state};
  can_be_clear_ = true;
  apart_ = apart;
  found_late_ = false;
  been_.clear();
  heads_.clear();
  todo_.assign(1, {.thread = state, .own = {.begin = place.index}});
  executor_.follow_round_from_head(todo_.front().thread);
  operations_ = 0;
  while (!todo_.empty() && !progress_.stopped()) {
    Way way = std::move(todo_.back());
    todo_.pop_back();
    follow(place, std::move(way));
  }
  if (!found_late_ && can_be_clear_ && !progress_.stopped())
    clear_[seen_.state.hash()].push_back(std::move(seen_));
  return found_late_;
}

bool RoundLifetimes::ends(SlotId object) const {
  return std::ranges::find(ends_, object, &std::pair<SlotId, Position>::first) != ends_.end();
}

// Whether the rounds of that state were followed in another execution, and would be the same here.
bool RoundLifetimes::is_clear(const Place& place) {
  const exec::Thread& state = execution_.threads()[place.thread.index()][place.index];
  const auto known = clear_.find(state.hash());
  if (known == clear_.end()) return false;
  return std::ranges::any_of(known->second, [&](const Clear& c) {
    return c.state == state &&
           std::ranges::none_of(c.objects, [&](SlotId object) { return ends(object); }) &&
           std::ranges::all_of(
               c.looks,
               [&](const Look& look) {
                 const auto at = execution_.resolve_alive(
                     place.thread,
                     {.kind = OpKind::Load, .size = look.size, .address = look.address});
                 return at.ok && values(place, at.location) == look.found;
               }) &&
           std::ranges::all_of(c.own, [&](const OwnObjects::Changes::Write& own) {
             return own_.written_before(place.thread, place.index, own.address, own.size) ==
                    own.value;
           });
  });
}

// To the next look, from which there are several ways on.
void RoundLifetimes::follow(const Place& place, Way way) {
  exec::Thread& thread = way.thread;
  while (thread.ready() && (thread.supposes() || executor_.is_in_round(thread))) {
    const Op op = thread.next();
    if (++operations_ > kManyOperations) throw gives_up(op.source);
    if (!apart_ && thread.at_loop_head() &&
        !heads_.is_new(thread, own_, way.own, {way.stored, way.changed}, way.late.empty() ? 0 : 1))
      return;
    if (op.is_fence()) {
      note_step(way, {Step::Kind::Orders, op});
      executor_.resume(thread, {});
      continue;
    }
    if (thread.is_own(op.address)) {
      if (!own_.perform(thread, way.own, &seen_.own)) {
        can_be_clear_ = false;
        return;
      }
      note_step(way, {Step::Kind::Unclear, op});
      continue;
    }
    note_late(way);
    if (quiet_.store(thread, way.stored)) {
      const bool stores = op.kind == OpKind::Store;
      note_step(way, {stores ? Step::Kind::Stores : Step::Kind::Unclear, op});
    } else if (quiet_.give_back(thread)) {
      note_step(way, {Step::Kind::Gives, op});
      std::erase_if(way.changed, [&](const auto& w) { return same_word(w, op); });
    } else {
      return look(place, std::move(way));
    }
  }
  const exec::Thread& then = execution_.threads()[place.thread.index()][place.index];
  if (way.late.empty() || thread.owes() || !exec::spins_in_loop_of(thread, then)) return;
  found_late_ = true;
  if (apart_) judge(place, way);
}

// Whether no way was there before; or, if they are told apart, this one: what it does in a circle,
// which is nothing but looks, can be left out of a run.
bool RoundLifetimes::is_new(const Way& way) {
  if (apart_) {
    const Way* before = way.last_look.get();
    while (before != nullptr && !same(*before, way)) before = before->last_look.get();
    return before == nullptr;
  }
  const std::uint64_t hash = combine(way.thread.local_hash(), way.late.empty() ? 0 : 1);
  std::vector<Way>& there = been_[hash];
  if (std::ranges::any_of(there, [&](const Way& w) { return same(w, way); })) return false;
  there.push_back(way);
  return true;
}

bool RoundLifetimes::same(const Way& a, const Way& b) const {
  std::vector<exec::Executor::Register> different;
  return executor_.same_but_for(a.thread, b.thread, different) && different.empty() &&
         a.late.empty() == b.late.empty() && a.thread.debts() == b.thread.debts() &&
         a.thread.turns() == b.thread.turns() && a.own == b.own && a.stored == b.stored &&
         a.changed == b.changed &&
         (!a.thread.may_store() || a.thread.spin_reads() == b.thread.spin_reads());
}

void RoundLifetimes::look(const Place& place, Way way) {
  const Op op = way.thread.next();
  if (!op.is_access() || op.kind == OpKind::Store || !is_new(way)) return;
  const CurrentExecution::Resolved at = execution_.resolve_alive(place.thread, op);
  if (!at.ok) {
    can_be_clear_ = false;
    return;
  }
  const auto known =
      std::ranges::find_if(way.changed, [&](const auto& w) { return same_word(w, op); });
  const auto is_known = [&](const Look& l) { return same_word(l, op); };
  if (!apart_ && known == way.changed.end() && std::ranges::none_of(seen_.looks, is_known))
    seen_.looks.push_back({op.address, op.size, values(place, at.location)});
  const std::vector<exec::Value> found = known != way.changed.end()
                                             ? std::vector<exec::Value>{known->value}
                                             : values(place, at.location);
  const auto here = apart_ ? std::make_shared<const Way>(way) : nullptr;
  for (const exec::Value& value : found) {
    const exec::Effect effect = exec::apply(op, value, place.thread);
    if (effect.blocked || effect.error || effect.choices > 1) continue;
    const bool changes = effect.writes && effect.written != value;
    if (changes && !may_change(executor_, way.thread, value)) continue;
    todo_.push_back(way);
    Way& next = todo_.back();
    next.last_look = here;
    Step step{Step::Kind::Looks, op, at.location, value};
    if (known != way.changed.end()) step.kind = Step::Kind::Unclear;
    if (changes) {
      const bool turn = is_own_turn(executor_, way.thread, value);
      step.kind = turn || exec::takes_turn(op) ? Step::Kind::Takes : Step::Kind::Unclear;
      if (op.kind == OpKind::Rmw && !turn && !next.thread.supposes())
        executor_.suppose(next.thread);
      std::erase_if(next.changed, [&](const auto& w) { return same_word(w, op); });
      next.changed.push_back({op.address, op.size, effect.written});
    }
    note_step(next, step);
    executor_.resume(next.thread, effect.result);
  }
}

void RoundLifetimes::note_step(Way& way, const Step& step) const {
  if (apart_) way.steps.push_back(step);
}

void RoundLifetimes::note_late(Way& way) {
  const Op& op = way.thread.next();
  const bool uses = op.is_access() || op.kind == OpKind::ObjectSize;
  if (!uses || exec::only_waits(op)) return;
  const exec::Resolution at = execution_.object_at(op.address, op.size);
  if (!apart_ && std::ranges::find(seen_.objects, at.slot) == seen_.objects.end())
    seen_.objects.push_back(at.slot);
  if (!apart_ && !way.late.empty()) return;
  for (const auto& [object, end] : ends_) {
    if (object != at.slot) continue;
    const exec::Error error{exec::dead_object_error(at.kind), op.source, 0, op.address};
    way.late.push_back({way.steps.size(), op, end, error});
  }
}

// What it may find there, as far as causality says.
std::vector<exec::Value> RoundLifetimes::values(const Place& place, std::uint32_t location) {
  std::vector<exec::Value> found;
  const auto add = [&](Position write) {
    if (hidden_.hides(write)) return;
    if (write != kInitial && place.after != kInitial && trace_.before(place.after, write)) return;
    const exec::Value value = execution_.value_at(location, write);
    if (std::ranges::find(found, value) == found.end()) found.push_back(value);
  };
  hidden_.look_from({place.thread, place.before, location});
  add(kInitial);
  for (const Position w : trace_.writes_on(location)) add(w);
  return found;
}

// --- runs with the round -------------------------------------------------------------------------

void RoundLifetimes::judge(const Place& place, const Way& way) {
  for (const Late& late : way.late) {
    if (endings_.errors().count_again(late.error, way.thread)) continue;
    const auto schedule = find_run(place, way, late);
    if (!schedule && !by_source_) throw gives_up(late.op.source);
    if (schedule) endings_.report_in_round(late.error, way.thread, *schedule);
    if (progress_.stopped()) return;
  }
}

std::optional<memory::Schedule> RoundLifetimes::find_run(const Place& place, const Way& way,
                                                         const Late& late) {
  const std::span steps = std::span(way.steps).first(late.steps);
  const bool clear =
      std::ranges::none_of(steps, [](const Step& s) { return s.kind == Step::Kind::Unclear; });
  if (!clear || execution_.rules().careful || execution_.has_mixed_sizes())
    throw gives_up(late.op.source);
  left_out_.assign(trace_.size(), false);
  for (Position p = 0; p < trace_.size(); ++p) {
    left_out_[p] = place.after != kInitial && (p == place.after || trace_.before(place.after, p));
    if (trace_[p].glued) throw gives_up(late.op.source);
  }
  // A lock is as its last release has left it, until the round gives it back: one release each.
  instance_.begin(left_out_);
  std::vector<std::vector<EventId>> releases;
  std::size_t combinations = 1;
  for (const Step& s : steps)
    if (s.kind == Step::Kind::Takes) combinations *= releases.emplace_back(sources(s)).size();
  if (combinations > kManyLocks) throw gives_up(late.op.source);
  for (std::size_t c = 0; c < combinations; ++c) {
    std::vector<EventId> locks;
    std::size_t rest = c;
    for (const auto& of_lock : releases) {
      locks.push_back(of_lock[rest % of_lock.size()]);
      rest /= of_lock.size();
    }
    if (realizes(place, steps, late, locks)) return schedule(place, steps);
  }
  return std::nullopt;
}

// The writes of the instance with what the step finds.
std::vector<EventId> RoundLifetimes::sources(const Step& step) const {
  std::vector<EventId> found;
  const auto add = [&](Position write, EventId event) {
    if (execution_.value_at(step.location, write) == step.found) found.push_back(event);
  };
  add(kInitial, kInitialWrite);
  for (const Position w : trace_.writes_on(step.location))
    if (!left_out_[w]) add(w, instance_.of(w));
  return found;
}

// Whether there is a run of what does not depend on the thread's next event, with the round up to
// the access after the end of the object. `locks`: the release before each lock that it takes. What
// it takes is modelled by two looks at the same release.
bool RoundLifetimes::realizes(const Place& place, std::span<const Step> steps, const Late& late,
                              std::span<const EventId> locks) {
  const ThreadId t = place.thread;
  instance_.begin(left_out_);
  step_events_.clear();
  const EventId first{instance_.events().events.size()};
  const auto fence = [&] { instance_.add({.kind = EventKind::Fence, .thread = t}); };
  const auto look = [&](std::uint32_t location, std::vector<EventId> from, bool atomic, Drain drain,
                        bool glued = false) {
    return instance_.add({.kind = atomic ? EventKind::AtomicRead : EventKind::Read,
                          .drain = drain,
                          .glued = glued,
                          .thread = t,
                          .location = LocationId{location}},
                         std::move(from));
  };
  struct Held {
    Address address;
    std::uint32_t location;
    EventId release;
  };
  std::vector<Held> held;
  for (const Step& s : steps) {
    EventId event;
    switch (s.kind) {
      case Step::Kind::Orders:
        event = instance_.add(
            {.kind = s.op.kind == OpKind::Fence ? EventKind::Fence : EventKind::StoreFence,
             .thread = t});
        break;
      case Step::Kind::Looks:
        event = look(s.location, sources(s), s.op.kind != OpKind::Load, execution_.drain_of(s.op));
        break;
      case Step::Kind::Takes:
        held.push_back({s.op.address, s.location, locks[held.size()]});
        event = look(s.location, {held.back().release}, true, Drain::All);
        break;
      case Step::Kind::Gives: {
        const auto at = std::ranges::find(held, s.op.address, &Held::address);
        if (at != held.end()) look(at->location, {at->release}, true, Drain::All);
        if (at != held.end()) at->address = 0;
        fence();
        event = EventId{instance_.events().events.size() - 1};
        break;
      }
      case Step::Kind::Stores: {
        const auto at = execution_.resolve_alive(t, s.op);
        event = instance_.add(
            {.kind = EventKind::Write, .thread = t, .location = LocationId{at.location}});
        break;
      }
      case Step::Kind::Unclear:
        return false;
    }
    step_events_.push_back(event.index());
  }
  // Locks that it holds at the access: nothing comes in between.
  const EventId last{instance_.events().events.size()};
  for (const Held& h : held)
    if (h.address != 0) look(h.location, {h.release}, true, Drain::All, true);
  const EventId access = look(instance_.add_location(), {kInitialWrite}, false, Drain::All);
  step_events_.push_back(access.index());
  instance_.order(instance_.of(late.end), last);
  // In its first round the thread has no event before that.
  if (place.before != kInitial) instance_.order(instance_.of(place.before), first);
  return verifier_.realizable(instance_.events(), instance_.good_writes(), execution_.model().base);
}

// The verifier's witness, up to the access.
memory::Schedule RoundLifetimes::schedule(const Place& place, std::span<const Step> steps) {
  memory::Schedule schedule;
  for (const WitnessStep& s : verifier_.witness()) {
    if (const Position p = instance_.position(s.event); p != kInitial) {
      const RunStep step(p, s.memory_write);
      const memory::Schedule one = execution_.schedule_of({&step, 1});
      schedule.insert(schedule.end(), one.begin(), one.end());
      continue;
    }
    const auto at = std::ranges::find(step_events_, s.event.index());
    if (at == step_events_.end()) continue;
    const auto number = static_cast<std::size_t>(at - step_events_.begin());
    const bool pso = execution_.model() == Model::PSO;
    const Address drained = s.memory_write && pso ? steps[number].op.address : 0;
    schedule.push_back({place.thread, s.memory_write, drained, 0});
    if (number == steps.size()) break;
  }
  return schedule;
}

}  // namespace overtake::smc
