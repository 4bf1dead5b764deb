// Mutating (lines 5-21 of algorithm 3, and Remark 1): which other sources could the reads of this
// execution have, and what would have to have happened for that?
//
// A mutation is described by its event set X' (the prefix of the mutated event's node, and the
// causal past of its new source) and RF'. As a set of (event, source) it is a sum over per-thread
// prefix sums, so that asking "is it known already?" costs one addition a thread.
#include <algorithm>
#include <array>

#include "base/stopwatch.h"
#include "smc/rf_explorer.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using ir::SyncOp;

namespace {

constexpr std::array<std::uint16_t, kMaxThreads> kNoPast{};

}  // namespace

void RfExplorer::mutate() {
  const Stopwatch timer(options_.time_split, statistics_.mutating_seconds);
  const std::uint32_t extension_begin = new_begin_;
  realizer_.index_order();
  for (Position p = extension_begin; p < trace_.size(); ++p) {
    if (progress_.interrupted()) return;  // long executions have many mutations
    const TraceEvent& e = trace_[p];
    if (e.failed && !e.reads()) continue;
    if (e.choices > 1) mutate_choices(p, 1);
    if (e.reads()) {
      hidden_.look_from(reader(p));
      if (e.source != kInitial) mutate_read(p, kInitial);
      for (std::size_t i = 0; i < trace_.thread_count(); ++i) {
        const std::vector<Position>& writes = trace_.writes_on(e.location, ThreadId{i});
        const std::size_t settled = hidden_.settled_of(i);
        for (std::size_t k = settled == 0 ? 0 : settled - 1; k < writes.size(); ++k) {
          if (trace_.before(p, writes[k])) break;  // and so are the thread's later writes
          if (writes[k] != e.source && writes[k] != p) mutate_read(p, writes[k]);
        }
      }
      if (e.source != kInitial && trace_[e.source].kind == EventKind::Rmw)
        change_places(e.source, e.thread, e.index);
      if (may_block(execution_.op_of(p))) {
        demand_turns(e.location, e.predecessor, execution_.op_of(p));
        for (Position u : trace_.writes_on(e.location))
          if (u != e.source && u != p && trace_[u].kind == EventKind::Rmw)
            change_places(u, e.thread, e.index);
      }
    }
    if (e.writes())
      for (Position r : trace_.reads_on(e.location))
        if (r < extension_begin && trace_[r].source != p && may_mutate(r, p)) {
          hidden_.look_from(reader(r));
          mutate_read(r, p);
        }
  }
  swap_with_waiters();
}

// A thread that waits at the end may have come first at each earlier RMW of its word.
void RfExplorer::swap_with_waiters() {
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const ThreadId t{i};
    if (!execution_.started(t) || !execution_.thread(t).ready() ||
        !may_block(execution_.thread(t).next()))
      continue;
    const CurrentExecution::Resolved r = execution_.resolve_next(t);
    if (!r.ok) continue;
    demand_turns(r.location, trace_.last(t), execution_.thread(t).next());
    for (Position u : trace_.writes_on(r.location))
      if (trace_[u].kind == EventKind::Rmw) change_places(u, t, trace_.length(t));
  }
}

// Swaps with operations that may have to wait are for words at which all take turns: a store that
// comes between two of them, and hands on nothing, lets the second one go on without the first.
// Then the swap and a mutation of the second lead to the same class, which would be visited twice.
void RfExplorer::demand_turns(std::uint32_t location, Position predecessor, const Op& op) const {
  const auto releases_spin_lock = [&](Position write) {
    const std::vector<Position>& own = trace_.writes_on(location, trace_[write].thread);
    const auto at = std::ranges::find(own, write);
    return at != own.begin() && execution_.op_of(*(at - 1)).is(SyncOp::SpinLock);
  };
  for (const Position w : trace_.writes_on(location))
    if (trace_[w].kind == EventKind::Write && !releases_spin_lock(w) &&
        (predecessor == kInitial || !trace_.before(w, predecessor)))
      throw NeedsExhaustive{.construct = "a lock that is written while others may wait for it",
                            .source = op.source,
                            .careful = true};
}

// Adds the mutation to what the node knows; true if it was there.
bool RfExplorer::known(Node& node, const std::uint16_t* past, EventSum extra) {
  ++statistics_.mutations;
  if (past != nullptr) {
    for (std::size_t t = 0; t < trace_.thread_count(); ++t) {
      const std::uint16_t have = node.prefix == 0 ? 0 : trace_.counts(node.prefix - 1)[t];
      if (past[t] <= have) continue;
      extra += trace_.sum(ThreadId{t}, past[t]);
      extra -= trace_.sum(ThreadId{t}, have);
    }
  }
  asked_about_ = {extra.lo, extra.hi};
  bool seen = !node.done.insert(asked_about_);
  if (!seen && node.shared && !node.shared->is_far()) seen = !node.shared->insert(asked_about_);
  if (seen) ++statistics_.known;
  return seen;
}

void RfExplorer::mutate_choices(Position p, std::uint32_t first) {
  const TraceEvent& e = trace_[p];
  if (e.node == kNoNode) return;
  // The same events and sources, in the same order; only the outcome differs.
  Node& node = nodes_[e.node];
  const std::uint16_t* past = e.source == kInitial ? nullptr : trace_.clock(e.source);
  for (std::uint32_t c = first; c < e.choices; ++c) {
    const Name source = e.reads() ? name_of(e.source) : Name{ThreadId::none(), 0};
    if (known(node, past, Trace::term(e.thread, e.index, source.thread(), source.index(), c)))
      continue;
    Mutation m;
    m.node = e.node;
    m.prefix = nodes_[e.node].prefix;
    m.past = past;
    m.excluded = p;
    StepOrder order;
    if (m.past == nullptr) m.past = kNoPast.data();
    for (const RunStep step : sigma_)
      if (step.position() == p || m.contains(trace_, step.position())) order.push_back(step);
    plan(m, {}, PlannedEvent{{e.thread, e.index}, source, c}, order);
  }
}

// By what costs nothing to find out.
bool RfExplorer::may_mutate(Position r, Position w) const {
  const TraceEvent& e = trace_[r];
  return e.node != kNoNode && !e.marked && (w == kInitial || !trace_.before(r, w));
}

// The settled writes of r must have been found.
void RfExplorer::mutate_read(Position r, Position w) {
  const TraceEvent& e = trace_[r];
  if (!may_mutate(r, w) || hidden_.hides(w)) return;
  const Name source = name_of(w);
  const std::uint16_t* past = w == kInitial ? nullptr : trace_.clock(w);
  if (known(nodes_[e.node], past,
            Trace::term(e.thread, e.index, source.thread(), source.index(), 0)))
    return;
  const Op& op = execution_.op_of(r);
  const exec::Effect effect = exec::apply(op, execution_.value_at(e.location, w), e.thread);
  if (effect.blocked) return;

  Mutation m;
  m.node = e.node;
  m.prefix = nodes_[e.node].prefix;
  m.past = past == nullptr ? kNoPast.data() : past;
  m.location = e.location;
  m.source = w;
  m.excluded = r;
  m.place({e.predecessor, e.thread, &op, effect.writes, e.kind == EventKind::Read});
  if (realizer_.realize(m, order_))
    plan(m, {}, PlannedEvent{{e.thread, e.index}, source, 0}, order_);
}

// Remark 1: u and e', the next operation of another thread on the same word, change places: e'
// reads what u read. u then reads what e' wrote or, if that makes it wait, is not there any more.
// e' either reads u's write itself, or would have to wait if it did.
void RfExplorer::change_places(Position u, ThreadId other, std::uint32_t other_index) {
  const TraceEvent& e = trace_[u];
  if (e.node == kNoNode || e.marked || other == e.thread) return;
  const Op& op = threads_[other.index()][other_index].next();
  const Position predecessor =
      other_index == 0 ? trace_.spawn(other) : trace_.position(other, other_index - 1);
  if (predecessor == kInitial || trace_.before(u, predecessor)) return;
  const bool executed = other_index < trace_.length(other);
  if (executed && trace_.before(trace_.position(other, other_index), u)) return;
  const bool reads_u = executed && trace_[trace_.position(other, other_index)].source == u;
  if (!reads_u && !exec::apply(op, e.written, other).blocked) return;
  const exec::Value old = execution_.value_at(e.location, e.source);
  const exec::Effect first = exec::apply(op, old, other);
  if (first.blocked || first.error || !first.writes) return;
  const Op& own = execution_.op_of(u);
  const Name source = name_of(e.source);
  // What e' needs: what came before it, and its new source.
  std::vector<std::uint16_t>& past = past_;
  past.assign(trace_.clock(predecessor), trace_.clock(predecessor) + trace_.thread_count());
  if (e.source != kInitial)
    for (std::size_t t = 0; t < past.size(); ++t)
      past[t] = std::max(past[t], trace_.clock(e.source)[t]);

  for (std::uint32_t choice = 0; choice < first.choices; ++choice) {
    const exec::Value written = exec::apply(op, old, other, choice).written;
    const exec::Effect second = exec::apply(own, written, e.thread);
    EventSum sum = Trace::term(other, other_index, source.thread(), source.index(), choice);
    if (!second.blocked) sum += Trace::term(e.thread, e.index, other, other_index, 0);
    if (known(nodes_[e.node], past.data(), sum)) continue;
    Mutation m;
    m.node = e.node;
    m.prefix = nodes_[e.node].prefix;
    m.past = past.data();
    m.location = e.location;
    m.source = e.source;
    m.excluded = u;
    m.place({predecessor, other, &op, true, false});
    std::optional<PlannedEvent> event;
    if (!second.blocked) {
      m.place({e.predecessor, e.thread, &own, second.writes, false});
      event = PlannedEvent{{e.thread, e.index}, {other, other_index}, 0};
    }
    if (!realizer_.realize(m, order_)) continue;
    const PlannedEvent cause{{other, other_index}, source, choice};
    plan(m, {&cause, 1}, event, order_);
  }
}

void RfExplorer::plan(const Mutation& m, std::span<const PlannedEvent> extra_causes,
                      const std::optional<PlannedEvent>& event, const StepOrder& order) {
  Node& node = nodes_[m.node];
  Plan plan;
  // Positions as they will be: the prefix stays, then the causes, then the node's own event.
  std::vector<Position>& moved = moved_;
  moved.assign(trace_.size() + 2, kInitial);
  Position next = node.prefix;
  for (Position p = node.prefix; p < trace_.size(); ++p)
    if (m.contains(trace_, p)) moved[p] = next++;
  plan.causes.reserve(next - node.prefix + extra_causes.size());
  for (Position p = node.prefix; p < trace_.size(); ++p) {
    if (moved[p] == kInitial) continue;
    const TraceEvent& e = trace_[p];
    plan.causes.push_back(
        {{e.thread, e.index}, name_of(e.reads() ? e.source : kInitial), e.choice});
  }
  plan.causes.insert(plan.causes.end(), extra_causes.begin(), extra_causes.end());
  plan.swapped = !extra_causes.empty();
  plan.event = event;
  // `order` names placed events by trace_.size() + their number, or the mutated one by its
  // position.
  const std::uint32_t placed = trace_.size();
  if (m.placed_count == 2) {
    moved[placed] = next++;
    moved[placed + 1] = next++;
  } else {
    moved[placed] = next;
    if (m.excluded != kInitial && moved[m.excluded] == kInitial) moved[m.excluded] = next;
  }
  StepOrder witness = order;
  for (RunStep& step : witness) {
    const Position p = step.position();
    if (p >= node.prefix) step = RunStep(moved[p], step.memory_write());
  }
  plan.order = PlanOrder(std::move(witness), shared_order_);
  if (node.shared && node.shared->is_far()) {
    ++node.claims;
    claims_.push_back({node.shared->claim(asked_about_), m.node, std::move(plan)});
    return;
  }
  node.plans.push_back(std::move(plan));
  ++planned_;
  statistics_.planned_peak = std::max(statistics_.planned_peak, planned_);
}

}  // namespace overtake::smc
