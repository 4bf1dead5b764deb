// TSO-SMA and PSO-SMA: store buffers as queues of at most N writes (SMA §III), one for each thread
// (TSO) or for each thread and cell (PSO), before a plain memory. The reference that eTSO-SMA
// and ePSO-SMA are measured by: simple, and with large formulas, because whatever the buffers hold
// may go to memory before every single operation.
//
// A store-store fence (PSO) begins a new epoch of its thread; a write leaves its queue only when no
// write of an earlier epoch is left in any queue of the thread.
#include <fmt/format.h>

#include "base/error.h"
#include "seq/sma.h"

namespace overtake::seq {
namespace {

using ir::FunctionBuilder;
using ir::Opcode;
using ir::Operand;

class QueueSma final : public Sma {
 public:
  QueueSma(const SmaOptions& options, const SmaWorld& world)
      : pso_(options.model == Model::PSO), n_(options.queue), world_(world) {
    ir::Program& p = world_.program;
    epoch_ = Array(p, "epoch", 1, std::vector<std::uint64_t>(world_.threads, 0));
    queue_of_.assign(world_.threads, std::vector<std::uint32_t>(world_.cells.size(), kNoQueue));
    for (std::uint32_t t = 0; t < world_.threads; ++t) {
      if (world_.writes[t] == 0) continue;
      if (!pso_) add_queue(t, CellId::none());
      for (std::size_t v = 0; v < world_.cells.size(); ++v) {
        if (world_.buffered[v] == 0) continue;
        if (pso_) add_queue(t, CellId{v});
        queue_of_[t][v] = static_cast<std::uint32_t>(queues_.size() - 1);
      }
    }
    for (std::uint32_t q = 0; q < queues_.size(); ++q) add_drain(q);
    add_update();
  }

  void update(FunctionBuilder& f, bool) override { f.call(update_, {}); }

  Operand read(FunctionBuilder& f, CellId v, std::uint32_t t) override {
    Operand value = load_cell(f, world_, v);
    if (queue_of_[t][v.index()] == kNoQueue) return value;
    const Queue& q = queues_[queue_of_[t][v.index()]];
    const Operand count = q.count.load(f, 0u);
    for (std::uint32_t i = 0; i < n_; ++i) {  // the newest wins
      Operand mine = f.binary(Opcode::ULt, 64, f.constant(i), count);
      if (!pso_)
        mine = f.binary(Opcode::And, 1, mine,
                        f.binary(Opcode::Eq, 64, q.cell.load(f, i), f.constant(v.index())));
      value = f.select(mine, q.value.load(f, i), value);
    }
    return value;
  }

  void write(FunctionBuilder& f, std::span<const CellWrite> parts, std::uint32_t t) override {
    for (const CellWrite& w : parts) {
      if (world_.buffered[w.cell.index()] == 0) {
        store_cell(f, world_, w.cell, w.value);
        continue;
      }
      const Queue& q = queues_[queue_of_[t][w.cell.index()]];
      const Operand count = q.count.load(f, 0u);
      f.assume(f.binary(Opcode::ULt, 64, count, f.constant(n_)));
      q.value.store(f, count, w.value);
      if (!pso_) q.cell.store(f, count, f.constant(w.cell.index()));
      if (pso_) q.epoch.store(f, count, epoch_.load(f, t));
      q.count.store(f, 0u, f.binary(Opcode::Add, 8, count, f.constant(1)));
    }
  }

  Operand read_memory(FunctionBuilder& f, CellId v) override { return load_cell(f, world_, v); }
  void write_memory(FunctionBuilder& f, CellId v, Operand value) override {
    store_cell(f, world_, v, value);
  }

  void fence(FunctionBuilder& f, std::uint32_t t) override {
    for (const Queue& q : queues_)
      if (q.thread == t) f.assume(f.binary(Opcode::Eq, 64, q.count.load(f, 0u), f.constant(0)));
  }

  void store_fence(FunctionBuilder& f, std::uint32_t t) override {
    if (pso_ && world_.writes[t] != 0)
      epoch_.store(f, t, f.binary(Opcode::Add, 8, epoch_.load(f, t), f.constant(1)));
  }

  void flush(FunctionBuilder& f) override {
    update(f, true);
    for (std::uint32_t t = 0; t < world_.threads; ++t) fence(f, t);
  }

 private:
  static constexpr std::uint32_t kNoQueue = 0xffffffffu;

  struct Queue {
    std::uint32_t thread = 0;
    CellId only;                      // PSO
    Array count, value, cell, epoch;  // oldest first
    ir::FunctionId drain;
  };

  void add_queue(std::uint32_t t, CellId only) {
    ir::Program& p = world_.program;
    const std::string name =
        only.valid() ? fmt::format("T{}.v{}", t, only.index()) : fmt::format("T{}", t);
    const std::vector<std::uint64_t> zeros(n_, 0);
    Queue q{.thread = t, .only = only};
    q.count = Array(p, "count." + name, 1, std::vector<std::uint64_t>{0});
    q.value = Array(p, "value." + name, 8, zeros);
    if (pso_)
      q.epoch = Array(p, "epoch." + name, 1, zeros);
    else
      q.cell = Array(p, "cell." + name, 2, zeros);
    queues_.push_back(q);
  }

  // drain.q(): the oldest write goes to memory
  void add_drain(std::uint32_t index) {
    Queue& q = queues_[index];
    FunctionBuilder f(world_.program, fmt::format("drain.{}", index), 0);
    const Operand count = q.count.load(f, 0u);
    f.assume(f.binary(Opcode::ULt, 64, f.constant(0), count));
    const Operand value = q.value.load(f, 0u);
    if (pso_) {
      const Operand epoch = q.epoch.load(f, 0u);
      for (const Queue& other : queues_) {
        if (other.thread != q.thread || other.only == q.only) continue;
        const Operand empty = f.binary(Opcode::Eq, 64, other.count.load(f, 0u), f.constant(0));
        const Operand later = f.binary(Opcode::ULe, 64, epoch, other.epoch.load(f, 0u));
        f.assume(f.binary(Opcode::Or, 1, empty, later));
      }
      store_cell(f, world_, q.only, value);
      f.store(f.global(world_.steps.drain), f.constant(q.only.index() + 1), 8);
    } else {
      const Operand cell = q.cell.load(f, 0u);
      for (std::size_t v = 0; v < world_.cells.size(); ++v) {
        if (world_.buffered[v] == 0) continue;
        const Operand here = f.binary(Opcode::Eq, 64, cell, f.constant(v));
        store_cell(f, world_, CellId{v}, f.select(here, value, load_cell(f, world_, CellId{v})));
      }
      f.store(f.global(world_.steps.drain), f.binary(Opcode::Add, 64, cell, f.constant(1)), 8);
    }
    for (std::uint32_t i = 0; i + 1 < n_; ++i) {
      q.value.store(f, i, q.value.load(f, i + 1));
      if (pso_) q.epoch.store(f, i, q.epoch.load(f, i + 1));
      if (!pso_) q.cell.store(f, i, q.cell.load(f, i + 1));
    }
    q.count.store(f, 0u, f.binary(Opcode::Sub, 8, count, f.constant(1)));
    f.store(f.global(world_.steps.thread), f.constant(q.thread + 1), 8);
    f.store(f.global(world_.steps.drain), f.constant(0), 8);
    f.ret(f.constant(0));
    q.drain = f.finish();
  }

  // update(): any number of drains, in any order
  void add_update() {
    FunctionBuilder f(world_.program, "update", 0);
    const auto queues = static_cast<std::uint32_t>(queues_.size());
    const ir::Label done = f.label();
    for (std::uint32_t i = 0; i < queues * n_; ++i) {
      const Operand which = f.choose(f.constant(queues + 1));
      const ir::Label next = f.label();
      std::vector<std::pair<std::uint64_t, ir::Label>> cases;
      for (std::uint32_t q = 0; q < queues; ++q) cases.emplace_back(q + 1, f.label());
      f.switch_on(which, 64, cases, done);
      for (std::uint32_t q = 0; q < queues; ++q) {
        f.bind(cases[q].second);
        f.call(queues_[q].drain, {});
        f.jump(next);
      }
      f.bind(next);
    }
    f.jump(done);
    f.bind(done);
    f.ret(f.constant(0));
    update_ = f.finish();
  }

  bool pso_;
  std::uint32_t n_;
  SmaWorld world_;
  Array epoch_;  // by thread
  std::vector<Queue> queues_;
  std::vector<std::vector<std::uint32_t>> queue_of_;  // by thread, by cell
  ir::FunctionId update_;
};

}  // namespace

std::unique_ptr<Sma> make_queue_sma(const SmaOptions& options, const SmaWorld& world) {
  return std::make_unique<QueueSma>(options, world);
}

}  // namespace overtake::seq
