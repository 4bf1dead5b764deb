// Doomed nodes: a read that, by its causal map, waits for a write that can never come.
//
// Such a read is enabled, so every maximal execution has it; and by its causal map it obtains a
// write that the node does not have. If no thread that can still move may write its location, there
// is no such execution below the node, and the node need not be looked at. Two threads with a lock
// each would otherwise go through all orders at the second lock for each order at the first.
//
// Below such a node there may be ends in which a thread waits at an attempt after a look, which are no
// executions either but have to be looked at (PutBacks::demand_unseen_after_looks): then no node is
// left out.
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
  if (put_backs_.left_out_after_look()) return false;
  waiting_.clear();
  for (std::size_t i = 0; i < std::min(node.causal.size(), pending.size()); ++i) {
    const ThreadId t{i};
    if (node.causal[i] != kUndefined && t != node.current && t != without && t != inside_ &&
        waits_for_new_write(t, pending[i], node.causal[i]) &&
        !(may_wait(t) && hangs_.may_be_stuck(t)))
      waiting_.push_back({t, pending[i].location});
  }
  if (waiting_.empty()) return false;
  if (!writers_.know()) return false;

  // The threads that can move: those that were not started yet, that need not wait, or that wait
  // for what such a thread may write.
  moving_.clear();
  for (std::size_t i = 0; i < writers_.count(); ++i) {
    const ThreadId t = writers_.met_as(ThreadId{i});
    const bool over = t.valid() && execution_.started(t) &&
                      (t.index() >= pending.size() || pending[t.index()].next == Next::Nothing);
    const bool waits = std::ranges::find(waiting_, t, &Waiting::thread) != waiting_.end();
    if (!over && !waits && (!t.valid() || t != without)) moving_.push_back(ThreadId{i});
  }
  for (bool more = true; more && !waiting_.empty();) {
    more = false;
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      if (std::ranges::none_of(
              moving_, [&](ThreadId t) { return writers_.may_write(t, waiting_[i].location); }))
        continue;
      moving_.push_back(writers_.id_of(waiting_[i].thread));
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
      return t != writers_.id_of(node.current) && writers_.may_write(t, node.location);
    });
  }
}

bool RvfExplorer::doomed(const Node& node, std::span<const Pending> pending) {
  if (!waits_for_nothing(node, pending, ThreadId::none())) return false;
  ++result_.executions.redundant;
  signal_what_may_move();
  return true;
}

// Whether the node's thread, on which another one depends, stops if it reads that: then its child
// is doomed, and not worth a witness.
bool RvfExplorer::is_redundant(Node& node, const Group& group) {
  if (!node.depended_on || put_backs_.left_out_after_look()) return false;
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

}  // namespace overtake::smc
