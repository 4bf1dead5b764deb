// eTSO-SMA and ePSO-SMA: figure 3 and §V of SMA.
//
// Each buffered cell v has a temporal circular doubly linked list of N nodes and a sentinel (node
// N) in four arrays: value, tstamp, prev, next. A write gets a timestamp, the time at which it
// reaches memory; the list is ordered by timestamps, equal ones by insertion. `clock` is the time.
// The newest expired node (timestamp <= clock) is what memory holds; those before it are free.
// Nothing ever has to be moved to memory: time passes, that is all.
//
// Departures from the figure's text. Its line 36 indexes tstamp by the thread instead of the node,
// lines 79-80 read max_tstamp for max_last_tstamp. Real timestamps are 0 .. K-1 and the sentinel's
// is K, so that the clock never reaches it; with K = 1 every write expires at once and the model is
// SC. A store to several cells inserts one node into each list, with one timestamp. A store-store
// fence (PSO) demands of later writes the largest timestamp of the earlier ones. Atomic operations
// fence and then write with the timestamp `clock`. The clock moves only before operations that look
// at memory: a write that reaches memory before any thread looks may as well reach it later.
#include <fmt/format.h>

#include "seq/sma.h"

namespace overtake::seq {
namespace {

using ir::FunctionBuilder;
using ir::Opcode;
using ir::Operand;

class TcdllSma final : public Sma {
 public:
  TcdllSma(const SmaOptions& options, const SmaWorld& world)
      : model_(options.model.base), k_(options.max_clock), n_(options.queue), world_(world) {
    ir::Program& p = world_.program;
    world_.steps.clock = p.add_global({.name = "clock", .size = 1});
    const std::vector<std::uint64_t> zeros(world_.threads, 0);
    max_last_tstamp_ = Array(p, "max_last_tstamp", 1, zeros);
    if (model_ == Model::PSO) fence_tstamp_ = Array(p, "fence_tstamp", 1, zeros);
    lists_.resize(world_.cells.size());
    for (std::size_t v = 0; v < world_.cells.size(); ++v)
      if (world_.buffered[v] != 0) add_list(CellId{v});
  }

  // figure 3, lines 11-15
  void update(FunctionBuilder& f, bool observed) override {
    if (k_ <= 1 || !observed) return;
    const Operand tmp = f.choose(f.constant(k_));
    f.assume(f.binary(Opcode::ULe, 64, clock(f), tmp));
    f.store(f.global(world_.steps.clock), tmp, 1);
  }

  Operand read(FunctionBuilder& f, CellId v, std::uint32_t t) override {
    if (world_.buffered[v.index()] == 0) return load_cell(f, world_, v);
    const Operand arguments[] = {f.constant(t)};
    return f.call(lists_[v.index()].read, arguments);
  }

  void write(FunctionBuilder& f, std::span<const CellWrite> parts, std::uint32_t t) override {
    bool buffered = false;
    for (const CellWrite& w : parts) buffered |= world_.buffered[w.cell.index()] != 0;
    Operand ts;
    if (buffered) {
      // lines 29-31: a timestamp that is not in the past, nor before that of an earlier write
      ts = f.choose(f.constant(k_));
      f.assume(f.binary(Opcode::ULe, 64, clock(f), ts));
      const Array& before = model_ == Model::TSO ? max_last_tstamp_ : fence_tstamp_;
      f.assume(f.binary(Opcode::ULe, 64, before.load(f, t), ts));
      f.store(f.global(world_.steps.timestamp), f.binary(Opcode::Add, 8, ts, f.constant(1)), 1);
    }
    for (const CellWrite& w : parts) {
      if (world_.buffered[w.cell.index()] == 0) {
        store_cell(f, world_, w.cell, w.value);
        continue;
      }
      const List& list = lists_[w.cell.index()];
      if (model_ == Model::PSO)  // §V: in the order of the writes to this cell
        f.assume(f.binary(Opcode::ULe, 64, list.last_tstamp.load(f, t), ts));
      const Operand arguments[] = {w.value, ts};
      f.call(list.insert, arguments);
      list.last_tstamp.store(f, t, ts);
      list.last_value.store(f, t, w.value);
    }
    if (!buffered) return;
    // line 42, and its counterpart of §V
    const Operand max = max_last_tstamp_.load(f, t);
    max_last_tstamp_.store(
        f, t, model_ == Model::TSO ? ts : f.select(f.binary(Opcode::ULe, 64, ts, max), max, ts));
  }

  Operand read_memory(FunctionBuilder& f, CellId v) override {
    if (world_.buffered[v.index()] == 0) return load_cell(f, world_, v);
    return f.call(lists_[v.index()].head, {});
  }

  void write_memory(FunctionBuilder& f, CellId v, Operand value) override {
    if (world_.buffered[v.index()] == 0) return store_cell(f, world_, v, value);
    const Operand arguments[] = {value, clock(f)};
    f.call(lists_[v.index()].insert, arguments);
  }

  // lines 76-81; the caller has updated the clock
  void fence(FunctionBuilder& f, std::uint32_t t) override {
    if (world_.writes[t] == 0 || k_ <= 1) return;
    const Operand now = clock(f);
    const Operand last = max_last_tstamp_.load(f, t);
    f.store(f.global(world_.steps.clock), f.select(f.binary(Opcode::ULt, 64, now, last), last, now),
            1);
  }

  void store_fence(FunctionBuilder& f, std::uint32_t t) override {
    if (model_ == Model::PSO && world_.writes[t] != 0)
      fence_tstamp_.store(f, t, max_last_tstamp_.load(f, t));
  }

  void flush(FunctionBuilder& f) override {
    f.store(f.global(world_.steps.clock), f.constant(k_ - 1), 1);
  }

 private:
  struct List {
    Array value, tstamp, prev, next;  // by node
    Array last_value, last_tstamp;    // by thread
    ir::FunctionId insert, read, head;
  };

  Operand clock(FunctionBuilder& f) { return f.load(f.global(world_.steps.clock), 1); }

  void add_list(CellId v) {
    ir::Program& p = world_.program;
    List& list = lists_[v.index()];
    const std::string name = fmt::format("v{}", v.index());
    const std::vector<std::uint64_t> zeros(world_.threads, 0);
    // The nodes 0 .. N-1 in order, all expired; the last one is memory.
    std::vector<std::uint64_t> value(n_, 0), tstamp(n_ + 1, 0), prev, next;
    value.back() = initial_value(p, world_.cells[v.index()]);
    tstamp.back() = k_;
    for (std::uint32_t node = 0; node <= n_; ++node) {
      prev.push_back((node + n_) % (n_ + 1));
      next.push_back((node + 1) % (n_ + 1));
    }
    list.value = Array(p, "value." + name, 8, value);
    list.tstamp = Array(p, "tstamp." + name, 1, tstamp);
    list.prev = Array(p, "prev." + name, 1, prev);
    list.next = Array(p, "next." + name, 1, next);
    list.last_value = Array(p, "last_value." + name, 8, zeros);
    list.last_tstamp = Array(p, "last_tstamp." + name, 1, zeros);
    add_insert(list, name);
    add_head(list, name);
    add_read(list, name);
  }

  // lines 19-40: insert.v(val, ts)
  void add_insert(List& list, const std::string& name) {
    FunctionBuilder f(world_.program, "insert." + name, 2);
    const Operand val = f.parameter(0);
    const Operand ts = f.parameter(1);
    const Operand now = clock(f);
    // remove an expired node that is not the head: the first one
    const Operand node = list.next.load(f, n_);
    const Operand second = list.next.load(f, node);
    f.assume(f.binary(Opcode::ULe, 64, list.tstamp.load(f, second), now));
    list.next.store(f, n_, second);
    list.prev.store(f, second, f.constant(n_));
    // select the position
    const Operand succ = f.choose(f.constant(n_ + 1));
    const Operand succ_tstamp = list.tstamp.load(f, succ);
    f.assume(f.binary(Opcode::ULt, 64, now, succ_tstamp));
    const Operand pred = list.prev.load(f, succ);
    f.assume(f.binary(Opcode::ULe, 64, list.tstamp.load(f, pred), ts));
    f.assume(f.binary(Opcode::ULt, 64, ts, succ_tstamp));
    // insert
    list.value.store(f, node, val);
    list.tstamp.store(f, node, ts);
    list.next.store(f, node, succ);
    list.prev.store(f, node, pred);
    list.next.store(f, pred, node);
    list.prev.store(f, succ, node);
    f.ret(f.constant(0));
    list.insert = f.finish();
  }

  // lines 61-65: head.v(), what memory holds
  void add_head(List& list, const std::string& name) {
    FunctionBuilder f(world_.program, "head." + name, 0);
    const Operand node = f.choose(f.constant(n_));
    const Operand now = clock(f);
    f.assume(f.binary(Opcode::ULe, 64, list.tstamp.load(f, node), now));
    f.assume(f.binary(Opcode::ULt, 64, now, list.tstamp.load(f, list.next.load(f, node))));
    f.ret(list.value.load(f, node));
    list.head = f.finish();
  }

  // lines 57-65: read.v(t)
  void add_read(List& list, const std::string& name) {
    FunctionBuilder f(world_.program, "read." + name, 1);
    const Operand t = f.parameter(0);
    const ir::Label own = f.label();
    const ir::Label memory = f.label();
    f.branch(f.binary(Opcode::ULt, 64, clock(f), list.last_tstamp.load(f, t)), own, memory);
    f.bind(own);
    f.ret(list.last_value.load(f, t));
    f.bind(memory);
    f.ret(f.call(list.head, {}));
    list.read = f.finish();
  }

  Model model_;
  std::uint32_t k_;
  std::uint32_t n_;
  SmaWorld world_;
  Array max_last_tstamp_;    // by thread
  Array fence_tstamp_;       // by thread: of the writes before its last store-store fence
  std::vector<List> lists_;  // by cell
};

}  // namespace

std::unique_ptr<Sma> make_tcdll_sma(const SmaOptions& options, const SmaWorld& world) {
  return std::make_unique<TcdllSma>(options, world);
}

}  // namespace overtake::seq
