#include "smc/equal_groups.h"

#include <algorithm>

namespace overtake::smc {

using exec::OpKind;

namespace {

bool frees(const exec::Op& op) { return op.kind == OpKind::Free; }

}  // namespace

EqualGroups::EqualGroups(CurrentExecution& execution)
    : execution_(execution), bodies_(execution.executor().program()) {
  if (!bodies_.any()) throw NotEqual{"no thread's code is free of its identity"};
}

void EqualGroups::note(Position p, std::span<const Position> good) {
  const TraceEvent& e = trace_[p];
  const exec::Op& op = execution_.op_of(p);
  if (execution_.has_mixed_sizes()) throw NotEqual{"accesses of different sizes"};
  if (op.kind == OpKind::Spawn) find_equals(p);
  if (!owned_.empty() && touches(op)) {
    const auto owned = owned_.find(touched(op).value);
    if (owned != owned_.end() && owned->second != e.thread)
      throw NotEqual{"an object that is used between spawns or joins is shared"};
  }
  // A lock's word says which thread holds it.
  if (e.reads() && (op.kind != OpKind::Sync || is_await(op)))
    for (const Position w : good)
      if (w != kInitial && leaves_id(execution_.op_of(w)) && first_of(trace_[w].thread).valid())
        throw NotEqual{"the word of a lock is read"};
  const exec::Thread& now = execution_.thread(e.thread);
  if (now.ready() && now.next().kind == OpKind::Join) demand_joins_together(e.thread);
}

ThreadId EqualGroups::first_of(ThreadId t) const {
  return t.index() < first_of_.size() && execution_.started(t) ? first_of_[t.index()]
                                                               : ThreadId::none();
}

// Whether it accesses an object, or ends its life.
bool EqualGroups::touches(const exec::Op& op) { return op.is_access() || frees(op); }

SlotId EqualGroups::touched(const exec::Op& op) const {
  return execution_.object_at(op.address, op.size).slot;
}

// Whether what the thread does there may stand between spawns or joins of equal threads, if the
// object is its own.
bool EqualGroups::is_quiet(const exec::Op& op) {
  return op.is_fence() || (touches(op) && op.kind != OpKind::Sync);
}

// The thread that this event spawned may be equal to the one spawned before it.
void EqualGroups::find_equals(Position spawn) {
  const ThreadId parent = trace_[spawn].thread;
  const ThreadStates& states = threads_[parent.index()];
  const auto child_of = [&](std::uint32_t index) {
    return execution_.child(parent, states[index].spawned());
  };
  const std::uint32_t at = trace_[spawn].index;
  const ThreadId child = child_of(at);
  if (child.index() >= first_of_.size()) first_of_.resize(child.index() + 1);
  first_of_[child.index()] = ThreadId::none();
  const exec::Op& op = states[at].next();
  const EqualThreads::Body* body = bodies_.body(op.address);
  if (body == nullptr) return;
  first_of_[child.index()] = child;
  std::uint32_t before = at;
  while (before > 0 && is_quiet(states[before - 1].next())) --before;
  if (before == 0 || states[before - 1].next().kind != OpKind::Spawn) return;
  const exec::Op& other = states[before - 1].next();
  if (other.address != op.address || (body->uses_argument && other.operand != op.operand)) return;
  for (std::uint32_t k = before; k < at; ++k)
    if (touches(states[k].next())) own(touched(states[k].next()), parent);
  first_of_[child.index()] = first_of_[child_of(before - 1).index()];
  met_ = true;
}

// No other thread may touch the object.
void EqualGroups::own(SlotId object, ThreadId owner) {
  const auto [it, added] = owned_.try_emplace(object.value, owner);
  bool shared = it->second != owner;
  for (Position p = 0; added && p < trace_.size(); ++p)
    shared = shared || (trace_[p].thread != owner && touches(execution_.op_of(p)) &&
                        touched(execution_.op_of(p)) == object);
  if (shared) throw NotEqual{"an object that is used between spawns or joins is shared"};
}

void EqualGroups::collect(std::vector<std::vector<ThreadId>>& groups) const {
  groups.clear();
  if (!met_) return;
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const ThreadId first = first_of(ThreadId{i});
    if (!first.valid()) continue;
    const auto own = std::ranges::find(groups, first, [](const auto& g) { return g.front(); });
    if (own != groups.end())
      own->push_back(ThreadId{i});
    else
      groups.push_back({ThreadId{i}});
  }
  std::erase_if(groups, [](const auto& g) { return g.size() < 2; });
}

// What the thread does to its own objects, and obtains there, on a way ahead. False: an error.
bool EqualGroups::work_ahead(OwnWork& work, const exec::Op& op, exec::Value& result) {
  if (op.is_fence()) return true;
  const exec::Resolution object = execution_.object_at(op.address, frees(op) ? 0 : op.size);
  const auto ended = [&] {
    return std::ranges::find(work.ended, object.slot) != work.ended.end() ||
           execution_.lifetimes().has_ended(work.thread, object.slot);
  };
  if (frees(op)) {
    if (exec::free_error(op, object, ended)) return false;
    own(object.slot, work.thread);
    work.ended.push_back(object.slot);
    return true;
  }
  const CurrentExecution::Resolved r = execution_.resolve(work.thread, op);
  if (!r.ok || ended() || execution_.has_mixed_sizes()) return false;
  own(r.object, work.thread);
  const auto known = std::ranges::find(work.written, r.location, &OwnWork::Write::first);
  const std::vector<Position>& writes = trace_.writes_on(r.location, work.thread);
  exec::Value now =
      known != work.written.end()
          ? known->second
          : execution_.value_at(r.location, writes.empty() ? kInitial : writes.back());
  const exec::Effect effect = exec::apply(op, now, work.thread);
  if (effect.error) return false;
  result = effect.result;
  if (op.kind != OpKind::Store && !effect.writes) return true;
  now = op.kind == OpKind::Store ? op.operand : effect.written;
  if (known != work.written.end())
    known->second = now;
  else
    work.written.emplace_back(r.location, now);
  return true;
}

// The thread is about to join. If that is one of several equal threads, it must continue and join
// the others, and do nothing else that others could see, even if it has to wait meanwhile: so it is
// run ahead as if they all had ended.
void EqualGroups::demand_joins_together(ThreadId joiner) {
  constexpr unsigned kManySteps = 10'000;
  collect(groups_);
  const auto group_of = [&](ThreadId t) {
    return std::ranges::find_if(groups_,
                                [&](const auto& g) { return std::ranges::find(g, t) != g.end(); });
  };
  exec::Thread ahead = execution_.thread(joiner);
  if (group_of(ThreadId{ahead.next().operand.lo}) == groups_.end()) return;
  std::vector<ThreadId> joined;
  for (std::uint32_t k = 0; k < trace_.length(joiner); ++k)
    if (threads_[joiner.index()][k].next().kind == OpKind::Join)
      joined.push_back(ThreadId{threads_[joiner.index()][k].next().operand.lo});
  std::vector<ThreadId> awaited;  // others of the groups that it has begun to join
  OwnWork work{joiner, {}, {}};
  for (unsigned step = 0; step < kManySteps && ahead.ready(); ++step) {
    const exec::Op op = ahead.next();
    exec::Value result;
    if (op.kind == OpKind::Join) {
      const ThreadId target{op.operand.lo};
      const auto group = group_of(target);
      if (group == groups_.end() || execution_.names().parent_of(target).first != joiner) break;
      joined.push_back(target);
      for (const ThreadId t : *group)
        if (std::ranges::find(awaited, t) == awaited.end()) awaited.push_back(t);
      std::erase_if(awaited,
                    [&](ThreadId t) { return std::ranges::find(joined, t) != joined.end(); });
      if (awaited.empty()) return;
      const Position spawn = trace_.spawn(target);
      result = bodies_.body(execution_.op_of(spawn).address)->result;
    } else if (!is_quiet(op) || !work_ahead(work, op, result)) {
      break;
    }
    execution_.executor().resume(ahead, result);
  }
  throw NotEqual{"equal threads are not joined one right after the other"};
}

}  // namespace overtake::smc
