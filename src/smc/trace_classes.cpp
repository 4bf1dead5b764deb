#include "smc/trace_classes.h"

#include <algorithm>
#include <bit>

#include "smc/exhaustive.h"
#include "smc/rf_explorer.h"

namespace overtake::smc {

bool StoreOrders::enumerate(const Execution& execution, Model model, const Witness& run,
                            const std::function<bool(const Witness&)>& visit) {
  execution_ = &execution;
  model_ = model;
  visit_ = &visit;
  nodes_ = execution.events.size() * 2;
  words_ = (nodes_ + 63) / 64;
  collect_events();
  add_program_order();
  add_reads();
  Reach reach;
  close_base(reach, run);
  return !saturate(reach) || search(reach);
}

void StoreOrders::collect_events() {
  edges_.clear();
  for (auto& list : writes_) list.clear();
  for (auto& list : reads_) list.clear();
  if (writes_.size() < execution_->location_count) {
    writes_.resize(execution_->location_count);
    reads_.resize(execution_->location_count);
  }
  for (std::size_t i = 0; i < execution_->events.size(); ++i) {
    const Event& e = execution_->events[i];
    if (e.writes()) writes_[e.location.index()].push_back(EventId{i});
    if (e.reads()) reads_[e.location.index()].push_back(EventId{i});
  }
}

// Program order, and the order in which a thread's stores reach memory.
void StoreOrders::add_program_order() {
  for (const auto& [from, to] : execution_->order) base(issue(from), issue(to));
  std::vector<EventId> stores;        // of the thread so far
  std::vector<std::uint32_t> fences;  // by store: how many store-store fences came before it
  for (const std::vector<EventId>& thread : execution_->threads) {
    stores.clear();
    fences.clear();
    std::uint32_t fence_count = 0;
    for (std::size_t k = 0; k < thread.size(); ++k) {
      const EventId e = thread[k];
      const Event& x = execution_->events[e.index()];
      if (k > 0) base(issue(thread[k - 1]), issue(e));
      if (x.kind == EventKind::StoreFence) ++fence_count;
      if (model_ == Model::SC) continue;
      add_drains(e, stores, fence_count, fences);
      if (x.kind != EventKind::Write) continue;
      base(issue(e), memory(e));
      stores.push_back(e);
      fences.push_back(fence_count);
    }
  }
}

// Which of the thread's earlier stores reach memory before e is executed (or, for a store, before e
// does).
void StoreOrders::add_drains(EventId e, const std::vector<EventId>& stores,
                             std::uint32_t fence_count, const std::vector<std::uint32_t>& fences) {
  const Event& x = execution_->events[e.index()];
  const bool atomic = x.kind == EventKind::AtomicRead || x.kind == EventKind::AtomicWrite ||
                      x.kind == EventKind::Rmw;
  const bool all = x.kind == EventKind::Fence ||
                   (atomic && (model_ == Model::TSO || x.drain == Drain::All)) ||
                   (x.kind == EventKind::Write && model_ == Model::TSO);
  if (!all && !atomic && x.kind != EventKind::Write) return;
  for (std::size_t i = 0; i < stores.size(); ++i) {
    const LocationId stored = execution_->events[stores[i].index()].location;
    const bool same =
        stored == x.location || (x.location.valid() && overlap && overlap(stored, x.location));
    const bool fenced = x.writes() && fences[i] < fence_count;
    if (all || same || fenced) base(memory(stores[i]), memory(e));
  }
}

void StoreOrders::add_reads() {
  for (const auto& reads : reads_)
    for (EventId r : reads) {
      const Event& x = execution_->events[r.index()];
      const EventId source = execution_->reads_from[r.index()];
      const bool own = source.valid() && x.kind == EventKind::Read &&
                       execution_->events[source.index()].thread == x.thread;
      if (source.valid() && !own) base(memory(source), issue(r));
      if (own || model_ == Model::SC) continue;
      for (EventId w : writes_[x.location.index()])
        if (execution_->events[w.index()].thread == x.thread && w < r) base(memory(w), issue(r));
    }
}

// The run obeys all these edges, so one pass from its end computes what comes after each node.
void StoreOrders::close_base(Reach& reach, const Witness& run) const {
  reach.assign(nodes_ * words_, 0);
  std::vector<std::vector<Node>> after(nodes_);
  for (const auto& [from, to] : edges_) after[from].push_back(to);
  for (auto step = run.rbegin(); step != run.rend(); ++step) {
    const Node n = step->event.value * 2 + (step->memory_write ? 1 : 0);
    std::uint64_t* mine = reach.data() + n * words_;
    for (Node m : after[n]) {
      mine[m / 64] |= std::uint64_t{1} << (m % 64);
      for (std::size_t w = 0; w < words_; ++w) mine[w] |= reach[m * words_ + w];
    }
  }
}

bool StoreOrders::add(Reach& reach, Node from, Node to) const {
  if (from == to || before(reach, to, from)) return false;
  if (before(reach, from, to)) return true;
  const std::uint64_t* gained = reach.data() + to * words_;
  for (Node n = 0; n < nodes_; ++n) {
    if (n != from && !before(reach, n, from)) continue;
    std::uint64_t* mine = reach.data() + n * words_;
    for (std::size_t w = 0; w < words_; ++w) mine[w] |= gained[w];
    mine[to / 64] |= std::uint64_t{1} << (to % 64);
  }
  return true;
}

// Adds what sources and the order of stores imply; false if they contradict each other.
bool StoreOrders::saturate(Reach& reach) const {
  for (bool changed = true; changed;) {
    changed = false;
    const auto require = [&](Node from, Node to) {
      if (before(reach, from, to)) return true;
      changed = true;
      return add(reach, from, to);
    };
    for (std::size_t l = 0; l < execution_->location_count; ++l)
      for (EventId r : reads_[l]) {
        const EventId source = execution_->reads_from[r.index()];
        for (EventId w : writes_[l]) {
          if (w == source || w == r) continue;
          const bool later = !source.valid() || before(reach, memory(source), memory(w));
          if (later && !require(issue(r), memory(w))) return false;
          if (before(reach, memory(w), issue(r)) &&
              (!source.valid() || !require(memory(w), memory(source))))
            return false;
        }
      }
  }
  return true;
}

// Decides the next pair of stores that is open.
bool StoreOrders::search(Reach& reach) {
  for (const auto& writes : writes_)
    for (std::size_t i = 0; i < writes.size(); ++i)
      for (std::size_t j = i + 1; j < writes.size(); ++j) {
        const Node a = memory(writes[i]);
        const Node b = memory(writes[j]);
        if (before(reach, a, b) || before(reach, b, a)) continue;
        Reach other = reach;
        if (add(reach, a, b) && saturate(reach) && !search(reach)) return false;
        return !(add(other, b, a) && saturate(other)) || search(other);
      }
  return hand_out(reach);
}

// A node that comes earlier has more nodes after it.
bool StoreOrders::hand_out(const Reach& reach) {
  by_reach_.clear();
  for (std::size_t i = 0; i < execution_->events.size(); ++i)
    for (Node n = issue(EventId{i}); n <= memory(EventId{i}); ++n) {
      std::uint32_t after = 0;
      for (std::size_t w = 0; w < words_; ++w)
        after += static_cast<std::uint32_t>(std::popcount(reach[n * words_ + w]));
      by_reach_.emplace_back(after, n);
    }
  std::sort(by_reach_.begin(), by_reach_.end(),
            [](const auto& a, const auto& b) { return a.first > b.first; });
  Witness run;
  for (const auto& [after, n] : by_reach_) run.push_back({EventId{n / 2}, n % 2 == 1});
  return (*visit_)(run);
}

void explore_traces(const exec::Executor& executor, const CheckOptions& options,
                    CheckResult& result) {
  RfExplorer explorer(executor, options, result);
  StoreOrders orders;
  orders.overlap = [&](LocationId a, LocationId b) { return explorer.execution().overlap(a, b); };
  Execution execution;
  explorer.on_execution = [&]() -> std::uint64_t {
    if (explorer.execution().lifetimes_race()) return 1;
    explorer.execution().describe(execution);
    std::uint64_t count = 0;
    orders.enumerate(
        execution, options.model.base, explorer.execution().witness(), [&](const Witness& run) {
          if (explorer.execution().is_maximal(run)) ++count;
          return options.stop == nullptr || !options.stop->load(std::memory_order_relaxed);
        });
    return count;
  };
  explorer.explore();
}

}  // namespace overtake::smc
