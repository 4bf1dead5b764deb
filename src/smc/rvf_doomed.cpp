// Nodes without a future: a read that, by its causal map, waits for a write that can never come.
//
// Such a read is enabled, so every maximal execution has it; and by its causal map it obtains a
// write that the node does not have. If nobody who can still move may write its location, there is
// no such execution below the node, and the node need not be looked at. Two threads with a lock
// each would otherwise go through all orders at the second lock for each order at the first.
//
// What the exploration below the node would have signalled has to be signalled nevertheless (lemma
// 1 counts on it); since it was not run, everything is signalled that those threads may write.
#include "smc/rvf_explorer.h"

namespace overtake::smc {
// Whether the read may not obtain any of the writes that the node of that depth has, and there are
// no others.
bool RvfExplorer::waits_for_new_write(ThreadId t, const Pending& read, std::uint32_t depth) {
  if (read.next != Next::Reads) return false;
  if (arrives(t)) return round_is_forbidden(t, depth);
  const auto& counts = nodes_[depth].counts;
  for (std::size_t i = 0; i < trace_.thread_count(); ++i) {
    const std::vector<Position>& writes = trace_.writes_on(read.location, ThreadId{i});
    if (writes.empty()) continue;
    if (i >= counts.size() || trace_[writes.back()].index >= counts[i]) return false;
  }
  return true;
}

// Whether some read waits for nothing in the node of τ with the causal map of `node`, if the thread
// `without` does nothing any more. A node that was just entered has the map of its parent, without
// the read that was made.
bool RvfExplorer::waits_for_nothing(const Node& node, std::span<const Pending> pending,
                                    ThreadId without) {
  if (result_.executions.redundant < options_.rvf.patience) return false;
  waiting_.clear();
  for (std::size_t i = 0; i < std::min(node.causal.size(), pending.size()); ++i) {
    const ThreadId t{i};
    if (node.causal[i] != kUndefined && t != node.current && t != without && t != inside_ &&
        waits_for_new_write(t, pending[i], node.causal[i]) && !(may_wait(t) && may_be_stuck(t)))
      waiting_.push_back({t, pending[i].location});
  }
  if (waiting_.empty()) return false;
  know_possible_writers();
  if (possible_writes_->given_up()) return false;

  // Who can move: who was not started yet, who need not wait, or waits for what such a one may
  // write.
  moving_.clear();
  for (std::size_t i = 0; i < possible_writes_->names().size(); ++i) {
    const ThreadId t = i < met_as_.size() ? met_as_[i] : ThreadId::none();
    const bool over = t.valid() && execution_.started(t) &&
                      (t.index() >= pending.size() || pending[t.index()].next == Next::Nothing);
    const bool waits = std::ranges::find(waiting_, t, &Waiting::thread) != waiting_.end();
    if (!over && !waits && (!t.valid() || t != without)) moving_.push_back(ThreadId{i});
  }
  for (bool more = true; more && !waiting_.empty();) {
    more = false;
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      if (std::ranges::none_of(moving_,
                               [&](ThreadId t) { return may_write(t, waiting_[i].location); }))
        continue;
      moving_.push_back(possible_id(waiting_[i].thread));
      waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i--));
      more = true;
    }
  }
  return !waiting_.empty();
}

void RvfExplorer::signal_what_may_move() {
  for (std::uint32_t depth = 0; depth < depth_; ++depth) {
    Node& node = nodes_[depth];
    if (node.backtrack || node.location == kNowhere) continue;
    node.backtrack = std::ranges::any_of(moving_, [&](ThreadId t) {
      return t != possible_id(node.current) && may_write(t, node.location);
    });
  }
}

bool RvfExplorer::doomed(const Node& node, std::span<const Pending> pending) {
  if (!waits_for_nothing(node, pending, ThreadId::none())) return false;
  ++result_.executions.redundant;
  signal_what_may_move();
  return true;
}

// Whether the node's thread, on which somebody depends, stops if it reads that: then its child is
// doomed, and not worth a witness.
bool RvfExplorer::is_redundant(Node& node, const Group& group) {
  if (!node.depended_on) return false;
  exec::Thread next = execution_.thread(node.current);
  const exec::Effect effect = exec::apply(next.next(), group.value, node.current, group.choice);
  if (effect.writes || effect.error || effect.blocked) return false;
  executor_.resume(next, effect.result, 0);
  if (next.ready() && next.next().kind != exec::OpKind::End) return false;
  ++result_.executions.redundant;
  if (node.signalled) return true;
  node.signalled = true;
  waits_for_nothing(node, node.pending, node.current);
  for (std::size_t i = 0; i < node.pending.size(); ++i)
    if (node.pending[i].writes)
      send(node.pending[i].location, ThreadId{i}, trace_.last(ThreadId{i}), true);
  signal_what_may_move();
  return true;
}

// Threads have other ids there, if they were met after the analysis was made.
void RvfExplorer::know_possible_writers() {
  if (!possible_writes_) possible_writes_.emplace(executor_, names_);
  const memory::ThreadNames& there = possible_writes_->names();
  for (std::size_t i = met_; i < names_.size(); ++i) {
    ThreadId id;
    for (std::size_t k = 0; k < there.size() && !id.valid(); ++k)
      if (there.identity(ThreadId{k}) == names_.identity(ThreadId{i})) id = ThreadId{k};
    if (!id.valid()) continue;  // it gave up
    if (id.index() >= met_as_.size()) met_as_.resize(id.index() + 1);
    met_as_[id.index()] = ThreadId{i};
    if (i >= possible_ids_.size()) possible_ids_.resize(i + 1);
    possible_ids_[i] = id;
  }
  met_ = names_.size();
}

ThreadId RvfExplorer::possible_id(ThreadId t) const {
  return t.index() < possible_ids_.size() ? possible_ids_[t.index()] : ThreadId::none();
}

// Of threads by their ids there.
bool RvfExplorer::may_write(ThreadId t, std::uint32_t location) {
  if (location >= writers_.size()) writers_.resize(location + 1);
  std::vector<bool>& writers = writers_[location];
  while (writers.size() <= t.index())
    writers.push_back(possible_writes_->may_write(ThreadId{writers.size()}, locations_[location]));
  return writers[t.index()];
}

}  // namespace overtake::smc
