// Equal threads once: which threads are interchangeable in this program, found as it runs.
//
// Threads that one thread spawned one right after the other, with the same plain body
// (equal_threads.h) and the same argument, are equal, if nothing else tells them apart. Two things
// could: what their parent does between the spawns, which the first of them sees and the last one
// does not, and what it does between the joins. So between spawns it may only touch objects that no
// other thread ever touches, and its joins of them must follow each other in the same way, whatever
// happens. Whatever turns out to be otherwise ends the exploration: it starts again without.
//
// Each of these conditions is one on the history of a single thread, and the same for all renamings
// of an execution; so if any execution breaks one, an execution that is visited does.
// docs/rvf-smc.md has the argument.
#include <algorithm>

#include "smc/rvf_explorer.h"

namespace overtake::smc {

using exec::OpKind;

void RvfExplorer::visit_equal_threads_once() {
  equal_ = std::make_unique<EqualThreads>(executor_.program());
  if (!equal_->any()) throw NotEqual{"no thread's code is free of its identity"};
}

// The event was just executed; `good`: what it may have obtained.
void RvfExplorer::note_for_equality(Position p, std::span<const Position> good) {
  const TraceEvent& e = trace_[p];
  const exec::Op& op = execution_.op_of(p);
  if (sections_) throw NotEqual{"atomic sections"};
  if (execution_.has_mixed_sizes()) throw NotEqual{"accesses of different sizes"};
  if (op.kind == OpKind::Spawn) find_equals(p);
  if (!owned_.empty() && op.is_access() && !e.failed) {
    const auto owned = owned_.find(execution_.accessed(p).value);
    if (owned != owned_.end() && owned->second != e.thread)
      throw NotEqual{"an object that is used between spawns or joins is shared"};
  }
  // A lock's word says who holds it.
  if (e.reads() && (op.kind != OpKind::Sync || is_await(op)))
    for (const Position w : good)
      if (w != kInitial && leaves_id(execution_.op_of(w)) && first_of(trace_[w].thread).valid())
        throw NotEqual{"the word of a lock is read"};
  const exec::Thread& now = execution_.thread(e.thread);
  if (now.ready() && now.next().kind == OpKind::Join) demand_joins_together(e.thread);
}

ThreadId RvfExplorer::first_of(ThreadId t) const {
  return t.index() < first_of_.size() && execution_.started(t) ? first_of_[t.index()]
                                                               : ThreadId::none();
}

// Whether what the thread does there may stand between spawns or joins of equal threads, if the
// object is its own.
bool RvfExplorer::is_quiet(const exec::Op& op) {
  return op.is_fence() || op.kind == OpKind::Load || op.kind == OpKind::Store;
}

// The thread that this event spawned may be equal to the one spawned before it.
void RvfExplorer::find_equals(Position spawn) {
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
  const EqualThreads::Body* body = equal_->body(op.address);
  if (body == nullptr) return;
  first_of_[child.index()] = child;
  std::uint32_t before = at;
  while (before > 0 && is_quiet(states[before - 1].next())) --before;
  if (before == 0 || states[before - 1].next().kind != OpKind::Spawn) return;
  const exec::Op& other = states[before - 1].next();
  if (other.address != op.address || (body->uses_argument && other.operand != op.operand)) return;
  for (std::uint32_t k = before; k < at; ++k)
    if (states[k].next().is_access()) own(execution_.accessed(trace_.position(parent, k)), parent);
  first_of_[child.index()] = first_of_[child_of(before - 1).index()];
  equals_met_ = true;
}

// No other thread may touch the object.
void RvfExplorer::own(SlotId object, ThreadId owner) {
  const auto [it, added] = owned_.try_emplace(object.value, owner);
  bool shared = it->second != owner;
  for (Position p = 0; added && p < trace_.size(); ++p)
    shared = shared || (trace_[p].thread != owner && execution_.accessed(p) == object);
  if (shared) throw NotEqual{"an object that is used between spawns or joins is shared"};
}

// The groups of equal threads that there are now, of two at least.
void RvfExplorer::collect_groups(std::vector<std::vector<ThreadId>>& groups) const {
  groups.clear();
  if (!equals_met_) return;
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

// The thread is about to join. If that is one of several equal threads, it must go on to join the
// others, and do nothing else that others could see, even if it has to wait meanwhile: so it is run
// ahead as if they all had ended.
void RvfExplorer::demand_joins_together(ThreadId joiner) {
  constexpr unsigned kManySteps = 10'000;
  collect_groups(groups_);
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
  for (unsigned step = 0; step < kManySteps && ahead.ready(); ++step) {
    const exec::Op op = ahead.next();
    exec::Value result;
    if (op.kind == OpKind::Join) {
      const ThreadId target{op.operand.lo};
      const auto group = group_of(target);
      if (group == groups_.end() || names_.parent_of(target).first != joiner) break;
      joined.push_back(target);
      for (const ThreadId t : *group)
        if (std::ranges::find(awaited, t) == awaited.end()) awaited.push_back(t);
      std::erase_if(awaited,
                    [&](ThreadId t) { return std::ranges::find(joined, t) != joined.end(); });
      if (awaited.empty()) return;
      const Position spawn = trace_.spawn(target);
      result = equal_->body(execution_.op_of(spawn).address)->result;
    } else if (op.kind == OpKind::Load) {
      const Resolved r = execution_.resolve(joiner, op);
      if (!r.ok) break;
      own(r.object, joiner);
      const std::vector<Position>& writes = trace_.writes_on(r.location, joiner);
      result = execution_.value_at(r.location, writes.empty() ? kInitial : writes.back());
    } else if (!op.is_fence()) {
      break;
    }
    executor_.resume(ahead, result);
  }
  throw NotEqual{"equal threads are not joined one right after the other"};
}

}  // namespace overtake::smc
