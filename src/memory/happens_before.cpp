#include "memory/happens_before.h"

#include <algorithm>
#include <map>
#include <vector>

namespace overtake::memory {
namespace {

using exec::OpKind;
using ir::SyncOp;

// Builds the edges: walks the run once, with the buffers and, byte by byte, the order of stores in
// memory; from-reads come last, when all orders are known.
class TraceBuilder {
 public:
  explicit TraceBuilder(const Replay& run) : run_(run) {
    const std::size_t threads = run.thread_names.size();
    last_.assign(threads, kNoStep);
    section_.assign(threads, kNoStep);
    buffered_.resize(threads);
    node_.resize(run.records.size());
  }

  std::vector<TraceEdge> build() {
    for (std::uint32_t i = 0; i < run_.records.size(); ++i) {
      const Record& r = run_.records[i];
      if (r.step.drain) {
        node_[i] = i;
        reach_memory(store_of_drain(r), r);
        continue;
      }
      enter(i, r);
      synchronize(i, r);
      if (r.reads && !r.op.is(SyncOp::CondAwait)) read(i, r);
      if (r.wrote_memory && !r.op.is(SyncOp::BarrierArrive)) reach_memory(i, r);
      if (r.op.kind == OpKind::Store && !r.wrote_memory && in_buffer(i, r))
        buffered_[r.step.thread.index()].push_back(i);
    }
    add_conflicts();
    return std::move(edges_);
  }

 private:
  struct Cell {
    std::vector<std::uint32_t> stores;                           // in memory order
    std::vector<std::pair<std::uint32_t, std::uint32_t>> reads;  // reader, source
  };

  static bool in_buffer(std::uint32_t i, const Record& r) {
    return std::ranges::any_of(r.buffer, [&](const auto& b) { return b.issued_at == i; });
  }

  void edge(std::uint32_t from, std::uint32_t to, TraceEdgeKind kind) {
    if (from == kNoStep || node_[from] == node_[to]) return;
    edges_.push_back({node_[from], node_[to], kind});
  }

  // Program order; an atomic section is one node, its first step.
  void enter(std::uint32_t i, const Record& r) {
    const std::size_t t = r.step.thread.index();
    if (r.op.kind == OpKind::AtomicBegin) section_[t] = i;
    node_[i] = section_[t] != kNoStep ? section_[t] : i;
    if (r.op.kind == OpKind::AtomicEnd || r.status != exec::Status::Ready) section_[t] = kNoStep;
    edge(last_[t], i, TraceEdgeKind::ProgramOrder);
    last_[t] = i;
  }

  // Spawn and join; a barrier's arrivals come before the ends of the waits of their round, and a
  // wake-up comes before the end of the wait. Neither depends on which thread wrote the word last.
  void synchronize(std::uint32_t i, const Record& r) {
    const auto wait_for = [&](std::uint32_t s) { edge(s, i, TraceEdgeKind::Synchronization); };
    if (r.spawned.valid()) last_[r.spawned.index()] = i;
    if (r.op.kind == OpKind::Join && r.op.operand.lo < last_.size())
      wait_for(last_[r.op.operand.lo]);
    if (r.op.is(SyncOp::BarrierArrive))
      arrivals_[{r.op.address, r.read.lo >> 48}].push_back(i);  // the round: see exec/effect.cpp
    if (r.op.is(SyncOp::BarrierAwait))
      for (std::uint32_t a : arrivals_[{r.op.address, r.op.operand.lo}]) wait_for(a);
    if (r.op.is(SyncOp::CondSignal) || r.op.is(SyncOp::CondBroadcast) ||
        r.op.is(SyncOp::CondCancel))
      for (std::uint64_t t = 0; t < 64; ++t)
        if (((r.read.lo & ~r.written.lo) >> t & 1) != 0 && r.wrote_memory)
          wakers_[{r.op.address, t}] = i;
    if (r.op.is(SyncOp::CondAwait)) {
      const auto waker = wakers_.find({r.op.address, r.step.thread.value});
      if (waker != wakers_.end()) wait_for(waker->second);
    }
  }

  // Each byte comes from the newest own store in the buffer, else from memory.
  void read(std::uint32_t i, const Record& r) {
    const auto& own = buffered_[r.step.thread.index()];
    for (Address byte = r.op.address; byte < r.op.address + r.op.size; ++byte) {
      Cell& cell = cells_[byte];
      std::uint32_t source = cell.stores.empty() ? kNoStep : cell.stores.back();
      for (std::uint32_t s : own)
        if (covers(run_.records[s], byte)) source = s;
      cell.reads.emplace_back(i, source);
    }
  }

  static bool covers(const Record& r, Address byte) {
    return r.op.address <= byte && byte < r.op.address + r.op.size;
  }

  std::uint32_t store_of_drain(const Record& drain) {
    auto& own = buffered_[drain.step.thread.index()];
    const auto oldest = std::ranges::find_if(
        own, [&](std::uint32_t s) { return run_.records[s].op.address == drain.op.address; });
    const std::uint32_t store = *oldest;
    own.erase(oldest);
    return store;
  }

  void reach_memory(std::uint32_t store, const Record& r) {
    for (Address byte = r.op.address; byte < r.op.address + r.op.size; ++byte)
      cells_[byte].stores.push_back(store);
  }

  void add_conflicts() {
    for (const auto& [byte, cell] : cells_) {
      for (std::size_t k = 1; k < cell.stores.size(); ++k)
        edge(cell.stores[k - 1], cell.stores[k], TraceEdgeKind::StoreOrder);
      for (const auto& [reader, source] : cell.reads) {
        edge(source, reader, TraceEdgeKind::ReadsFrom);
        const auto at = std::ranges::find(cell.stores, source);
        const auto next = source == kNoStep         ? cell.stores.begin()
                          : at == cell.stores.end() ? cell.stores.end()
                                                    : at + 1;
        if (next != cell.stores.end()) edge(reader, *next, TraceEdgeKind::FromRead);
      }
    }
  }

  const Replay& run_;
  std::vector<TraceEdge> edges_;
  std::vector<std::uint32_t> node_;     // by step: the node that stands for it
  std::vector<std::uint32_t> last_;     // by thread
  std::vector<std::uint32_t> section_;  // by thread: the first step of the section that it is in
  std::vector<std::vector<std::uint32_t>> buffered_;  // by thread, oldest first
  std::map<Address, Cell> cells_;
  std::map<std::pair<Address, std::uint64_t>, std::vector<std::uint32_t>> arrivals_;  // by round
  std::map<std::pair<Address, std::uint64_t>, std::uint32_t> wakers_;                 // by thread
};

}  // namespace

std::vector<TraceEdge> happens_before(const Replay& run) { return TraceBuilder(run).build(); }

bool is_sc_trace(const Replay& run) {
  const std::vector<TraceEdge> edges = happens_before(run);
  std::vector<std::vector<std::uint32_t>> after(run.records.size());
  std::vector<std::uint32_t> open(run.records.size(), 0);  // edges from nodes not yet removed
  for (const TraceEdge& e : edges) {
    after[e.from].push_back(e.to);
    ++open[e.to];
  }
  std::vector<std::uint32_t> free;
  for (std::uint32_t n = 0; n < open.size(); ++n)
    if (open[n] == 0) free.push_back(n);
  std::size_t removed = 0;
  for (; !free.empty(); ++removed) {
    const std::uint32_t n = free.back();
    free.pop_back();
    for (std::uint32_t m : after[n])
      if (--open[m] == 0) free.push_back(m);
  }
  return removed == open.size();
}

}  // namespace overtake::memory
