#include "smc/trace_questions.h"

#include <algorithm>
#include <map>
#include <vector>

namespace overtake::smc {
namespace {

using exec::OpKind;
using memory::kNoStep;
using memory::Record;
using memory::Replay;

class Graph {
 public:
  explicit Graph(std::size_t nodes) : out_(nodes) {}
  void edge(std::uint32_t from, std::uint32_t to) {
    if (from != to) out_[from].push_back(to);
  }
  bool acyclic() const {
    std::vector<char> color(out_.size(), 0);
    for (std::uint32_t n = 0; n < out_.size(); ++n)
      if (color[n] == 0 && !visit(n, color)) return false;
    return true;
  }

 private:
  bool visit(std::uint32_t n, std::vector<char>& color) const {
    color[n] = 1;
    for (std::uint32_t m : out_[n]) {
      if (color[m] == 1) return false;
      if (color[m] == 0 && !visit(m, color)) return false;
    }
    color[n] = 2;
    return true;
  }
  std::vector<std::vector<std::uint32_t>> out_;
};

// The store of a drain: the oldest buffered store of its thread to that address that has not
// drained yet.
std::vector<std::uint32_t> store_of_each_write(const Replay& run) {
  std::vector<std::uint32_t> store(run.records.size(), kNoStep);
  std::vector<char> drained(run.records.size(), 0);
  for (std::uint32_t i = 0; i < run.records.size(); ++i) {
    const Record& r = run.records[i];
    if (!r.wrote_memory) continue;
    store[i] = i;
    if (!r.step.drain) continue;
    for (std::uint32_t j = 0; j < i; ++j) {
      const Record& s = run.records[j];
      if (s.step.drain || s.step.thread != r.step.thread || s.op.kind != OpKind::Store ||
          s.wrote_memory || s.op.address != r.op.address || drained[j] != 0)
        continue;
      drained[j] = 1;
      store[i] = j;
      break;
    }
  }
  return store;
}

}  // namespace

bool is_sc_trace(const Replay& run) {
  Graph graph(run.records.size());
  const std::vector<std::uint32_t> store = store_of_each_write(run);
  // Program order, spawn and join.
  std::vector<std::uint32_t> last(run.thread_names.size(), kNoStep);
  for (std::uint32_t i = 0; i < run.records.size(); ++i) {
    const Record& r = run.records[i];
    if (r.step.drain) continue;
    std::uint32_t& before = last[r.step.thread.index()];
    if (before != kNoStep) graph.edge(before, i);
    before = i;
    if (r.spawned.valid()) last[r.spawned.index()] = i;
    if (r.op.kind == OpKind::Join && last[r.op.operand.lo] != kNoStep)
      graph.edge(last[r.op.operand.lo], i);
  }
  // Store order per location, in the order in which stores reach memory.
  std::map<Address, std::vector<std::uint32_t>> order;
  for (std::uint32_t i = 0; i < run.records.size(); ++i)
    if (store[i] != kNoStep) order[run.records[i].op.address].push_back(store[i]);
  for (const auto& [address, stores] : order)
    for (std::size_t k = 1; k < stores.size(); ++k) graph.edge(stores[k - 1], stores[k]);
  // Reads-from, and from each read to the store after its source.
  for (std::uint32_t i = 0; i < run.records.size(); ++i) {
    const Record& r = run.records[i];
    if (!r.reads || r.step.drain) continue;
    if (r.reads_from != kNoStep) graph.edge(r.reads_from, i);
    const auto it = order.find(r.op.address);
    if (it == order.end()) continue;
    const auto& stores = it->second;
    const auto source = std::find(stores.begin(), stores.end(), r.reads_from);
    const auto next = r.reads_from == kNoStep ? stores.begin()
                      : source == stores.end() ? stores.end()
                                               : source + 1;
    if (next != stores.end()) graph.edge(i, *next);
  }
  return graph.acyclic();
}

ClassName rvf_class(const Replay& run) {
  // By thread: how many of each thread's reads are in the causal past of its last event.
  const std::size_t threads = run.thread_names.size();
  std::vector<std::vector<std::uint32_t>> past(threads, std::vector<std::uint32_t>(threads, 0));
  std::vector<std::vector<std::uint32_t>> past_of(run.records.size());
  std::vector<Hash128> history(threads);
  const auto merge = [](std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
    for (std::size_t t = 0; t < a.size(); ++t) a[t] = std::max(a[t], b[t]);
  };
  for (std::uint32_t i = 0; i < run.records.size(); ++i) {
    const Record& r = run.records[i];
    if (r.step.drain) continue;
    const std::size_t t = r.step.thread.index();
    Hash128& h = history[t];
    h.add(static_cast<std::uint64_t>(r.op.kind) << 8 | r.op.sub);
    if (r.op.kind == OpKind::Join) merge(past[t], past[r.op.operand.lo]);
    if (r.reads) {
      if (r.reads_from != kNoStep) merge(past[t], past_of[r.reads_from]);
      h.add(r.read.lo);
      h.add(r.read.hi);
      for (std::uint32_t n : past[t]) h.add(n);
      ++past[t][t];
    }
    if (r.op.kind == OpKind::Store) {
      h.add(r.op.operand.lo);
      h.add(r.op.operand.hi);
    }
    if (r.spawned.valid()) past[r.spawned.index()] = past[t];
    past_of[i] = past[t];
  }
  Hash128 sum;
  for (std::size_t t = 0; t < threads; ++t) {
    Hash128 h = history[t];
    for (char c : run.thread_names[t]) h.add(static_cast<unsigned char>(c));
    sum.lo += h.lo;
    sum.hi += h.hi;
  }
  return sum;
}

}  // namespace overtake::smc
