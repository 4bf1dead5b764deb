#include "smc/rvf_doomed.h"

#include <algorithm>

#include "smc/rvf_rounds.h"

namespace overtake::smc {

bool RvfDoomed::is_doomed(const RvfNode& node, std::span<const RvfPending> pending) {
  if (!waits_for_nothing(node, pending, ThreadId::none())) return false;
  signals_.send_all_of(moving_);
  return true;
}

bool RvfDoomed::depends_on_current(const RvfNode& node) {
  return waits_for_nothing(node, node.pending, node.current);
}

bool RvfDoomed::is_child_doomed(RvfNode& node, const RvfGroup& group) {
  if (!node.depended_on || put_backs_.left_out_after_look()) return false;
  exec::Thread next = execution_.thread(node.current);
  const exec::Effect effect = exec::apply(next.next(), group.value, node.current, group.choice);
  if (effect.writes || effect.error || effect.blocked) return false;
  execution_.executor().resume(next, effect.result, 0);
  if (next.ready() && next.next().kind != exec::OpKind::End) return false;
  if (node.signalled) return true;
  node.signalled = true;
  waits_for_nothing(node, node.pending, node.current);
  signals_.send_pending(node.pending);
  signals_.send_all_of(moving_);
  return true;
}

// Whether there are no writes for the read but those of its causal map.
bool RvfDoomed::waits_for_new_write(ThreadId t, const RvfPending& read, const RvfNode& map) {
  if (read.next != RvfPending::Next::Reads) return false;
  if (arrives(execution_, t)) return has_round_of(execution_, t, map.length);
  for (std::size_t i = 0; i < trace_.thread_count(); ++i) {
    const std::vector<Position>& writes = trace_.writes_on(read.location, ThreadId{i});
    if (!writes.empty() && !map.has(trace_[writes.back()])) return false;
  }
  return true;
}

// Whether some read waits for nothing in the node of τ with the causal map of `node`, if the thread
// `without` does nothing any more. A node that was just entered has the map of its parent, without
// the read that was made.
bool RvfDoomed::waits_for_nothing(const RvfNode& node, std::span<const RvfPending> pending,
                                  ThreadId without) {
  if (!writers_.worth_knowing() || put_backs_.left_out_after_look()) return false;
  waiting_.clear();
  for (std::size_t i = 0; i < std::min(node.causal.size(), pending.size()); ++i) {
    const ThreadId t{i};
    if (node.causal[i] != RvfNode::kUndefined && t != node.current && t != without &&
        t != sections_.inside && waits_for_new_write(t, pending[i], stack_.nodes[node.causal[i]]))
      waiting_.push_back({t, pending[i].location});
  }
  if (waiting_.empty() || !writers_.know()) return false;

  // The threads that can move: those that were not started yet, that need not wait, or that wait
  // for what such a thread may write.
  moving_.clear();
  for (std::size_t i = 0; i < writers_.count(); ++i) {
    const ThreadId t = writers_.met_as(ThreadId{i});
    const bool over =
        t.valid() && execution_.started(t) &&
        (t.index() >= pending.size() || pending[t.index()].next == RvfPending::Next::Nothing);
    const bool waits = std::ranges::find(waiting_, t, &Waiting::thread) != waiting_.end();
    if (!over && !waits && (!t.valid() || t != without)) moving_.push_back(ThreadId{i});
  }
  const auto may_change = [&](std::uint32_t location) {
    return std::ranges::any_of(moving_,
                               [&](ThreadId t) { return writers_.may_write(t, location); });
  };
  for (bool more = true; more && !waiting_.empty();) {
    more = move_on([&](const Waiting& w) { return may_change(w.location); }) ||
           move_on([&](const Waiting& w) { return waits_.may_be_stuck(w.thread, may_change); });
  }
  return !waiting_.empty();
}

// Those that wait no more are moving. Whether there are any.
bool RvfDoomed::move_on(const std::function<bool(const Waiting&)>& waits_no_more) {
  bool any = false;
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    if (!waits_no_more(waiting_[i])) continue;
    moving_.push_back(writers_.id_of(waiting_[i].thread));
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i--));
    any = true;
  }
  return any;
}

}  // namespace overtake::smc
