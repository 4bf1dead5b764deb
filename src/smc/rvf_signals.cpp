#include "smc/rvf_signals.h"

#include <algorithm>

#include "smc/hidden_writes.h"

namespace overtake::smc {

void RvfSignals::listen(std::uint32_t depth) {
  const std::uint32_t location = stack_.nodes[depth].location;
  if (location == RvfPending::kNowhere) return;
  if (location >= listening_.size()) listening_.resize(location + 1);
  listening_[location].push_back(depth);
}

void RvfSignals::end(const RvfNode& node) {
  if (node.location != RvfPending::kNowhere) listening_[node.location].pop_back();
}

void RvfSignals::clear() {
  for (auto& nodes : listening_) nodes.clear();
}

// Lines 2-5, and the corner case of appendix A: an operation that may write and has its turn still
// before it is a new source for one that may write as well, even if the latter keeps it from
// writing now.
void RvfSignals::send_new(Position first_new, std::span<const RvfPending> pending) {
  for (Position p = first_new; p < trace_.size(); ++p) {
    const TraceEvent& e = trace_[p];
    if (e.writes() || (careful_ && is_arrival(execution_.op_of(p))))
      send(e.location, e.thread, p, !e.writes());
  }
  send_pending(pending);
}

void RvfSignals::send_pending(std::span<const RvfPending> pending) {
  for (std::size_t i = 0; i < pending.size(); ++i)
    if (pending[i].writes) {
      const ThreadId t{i};
      send(pending[i].location, t, trace_.last(t), true);
    }
}

// `from`: the write, or the event before it. A read that is among its causes cannot obtain it.
void RvfSignals::send(std::uint32_t location, ThreadId thread, Position from,
                      bool to_writers_only) {
  if (location == RvfPending::kNowhere) return send_section(thread);
  const auto send_to = [&](std::uint32_t to) {
    if (to >= listening_.size()) return;
    for (std::uint32_t depth : listening_[to]) {
      RvfNode& node = stack_.nodes[depth];
      const bool caused =
          from != kInitial && node.length < trace_.size() && trace_.before(node.length, from);
      if (node.current == thread || caused || (to_writers_only && !node.writes)) continue;
      if (to_writers_only && comes_later(node, thread, to)) continue;
      node.backtrack = true;
    }
  };
  if (!careful_) return send_to(location);
  for (const std::uint32_t to : execution_.locations().overlapping(location)) send_to(to);
}

// A pending section may write anything that its thread may write. Not only for reads that may
// write: what it writes depends on what it has read elsewhere, and in a run in which it comes
// earlier that may be something else than it finds now (rvf_sections.h).
void RvfSignals::send_section(ThreadId t) {
  const bool known = writers_.know();
  const Position from = trace_.last(t);
  for (std::uint32_t depth = 0; depth < stack_.depth; ++depth) {
    RvfNode& node = stack_.nodes[depth];
    if (node.backtrack || node.location == RvfPending::kNowhere || node.current == t) continue;
    if (from != kInitial && node.length < trace_.size() && trace_.before(node.length, from))
      continue;
    if (known && writers_.id_of(t).valid() && !writers_.may_write(writers_.id_of(t), node.location))
      continue;
    node.backtrack = true;
  }
}

void RvfSignals::send_all_of(std::span<const ThreadId> ids) {
  for (std::uint32_t depth = 0; depth < stack_.depth; ++depth) {
    RvfNode& node = stack_.nodes[depth];
    if (node.backtrack || node.location == RvfPending::kNowhere) continue;
    node.backtrack = std::ranges::any_of(ids, [&](ThreadId id) {
      return id != writers_.id_of(node.current) && writers_.may_write(id, node.location);
    });
  }
}

// By the node's causal map it obtains none of the writes that the node has there: the first one
// signals (lemma 1).
bool RvfSignals::comes_later(const RvfNode& node, ThreadId t, std::uint32_t location) const {
  const std::size_t i = t.index();
  if (sections_.met || careful_ || i >= node.counts.size() || i >= node.causal.size()) return false;
  if (node.causal[i] == RvfNode::kUndefined || node.counts[i] != trace_.length(t)) return false;
  const std::vector<std::uint32_t>& forbidden = stack_.nodes[node.causal[i]].counts;
  for (std::size_t u = 0; u < node.counts.size(); ++u) {
    const std::size_t n = trace_.writes_before(location, ThreadId{u}, node.counts[u]);
    if (n == 0) continue;
    const Position last = trace_.writes_on(location, ThreadId{u})[n - 1];
    if (u >= forbidden.size() || trace_[last].index >= forbidden[u]) return false;
  }
  return true;
}

// Lemma 1 lets the read come next where the first new write to its location would: it obtains what
// a run of the node leaves there. So its causal map must allow every write that may be the last: of
// each thread's last ones, those that it forbids come before another one in every run.
bool RvfSignals::suffice(const RvfNode& node) const {
  const ThreadId t = node.current;
  if (!node.has_map(t)) return true;
  if (sections_.met || careful_ || node.location == RvfPending::kNowhere) return false;
  const auto last_of = [&](std::size_t i) {
    const std::vector<Position>& writes = trace_.writes_on(node.location, ThreadId{i});
    return writes.empty() ? kInitial : writes.back();
  };
  bool written = false;
  for (std::size_t i = 0; i < trace_.thread_count(); ++i) {
    const Position w = last_of(i);
    if (w == kInitial) continue;
    written = true;
    if (!stack_.forbids(node, t, trace_[w])) continue;
    bool superseded = false;
    for (std::size_t k = 0; k < trace_.thread_count() && !superseded; ++k)
      superseded = k != i && last_of(k) != kInitial && comes_before(trace_, w, last_of(k));
    if (!superseded) return false;
  }
  return written;
}

}  // namespace overtake::smc
