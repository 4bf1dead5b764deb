// eTSO-SMA and ePSO-SMA with timelines in place of lists.
//
// The writes of a buffered cell that have the same timestamp reach memory together, in the order
// of their insertion, so only the last of them is ever seen. With K timestamps the list of
// sma_tcdll.cpp is therefore no more than an array: for each time k what memory holds then, as far
// as it is known now, and whether a write has the timestamp k.
//
//   value[k]     what the cell holds at time k if no thread writes any more
//   written[k]   a write has the timestamp k
//
// A write with the timestamp ts changes value[ts] and what follows, up to the next time at which
// something was written. A read takes value[clock]. No nodes, no links, no bound on their number.
//
// Times are in unary: flag k (1 <= k < K) says that the time is at least k. Then "not before" is
// an implication, the maximum is an or, and a later time is guessed flag by flag,
//
//     new[k] = least[k] or (guess and new[k-1])
//
// which never has to be given up again: there are no assumes. What it does otherwise is what
// sma_tcdll.cpp does, operation by operation; the line numbers are those of figure 3.
#include <fmt/format.h>

#include "seq/sma.h"

namespace overtake::seq {
namespace {

using ir::FunctionBuilder;
using ir::Opcode;
using ir::Operand;

class TimelineSma final : public Sma {
 public:
  TimelineSma(const SmaOptions& options, const SmaWorld& world)
      : model_(options.model.base), k_(options.max_clock), world_(world) {
    clock_ = times("clock", 1);
    world_.steps.clock = clock_.global();
    tstamp_ = times("tstamp", 1);
    world_.steps.timestamp = tstamp_.global();
    world_.steps.unary = true;
    max_last_tstamp_ = times("max_last_tstamp", world_.threads);
    if (model_ == Model::PSO) fence_tstamp_ = times("fence_tstamp", world_.threads);
    lines_.resize(world_.cells.size());
    for (std::size_t v = 0; v < world_.cells.size(); ++v)
      if (world_.buffered[v] != 0) add_line(CellId{v});
  }

  // lines 11-15
  void update(FunctionBuilder& f, bool observed) override {
    if (!observed) return;
    Times now = load(f, clock_);
    guess(f, now);
    store(f, clock_, 0, now);
  }

  Operand read(FunctionBuilder& f, CellId v, std::uint32_t t) override {
    if (world_.buffered[v.index()] == 0) return load_cell(f, world_, v);
    const Operand arguments[] = {f.constant(t)};
    return f.call(lines_[v.index()].read, arguments);
  }

  void write(FunctionBuilder& f, std::span<const CellWrite> parts, std::uint32_t t) override {
    bool buffered = false;
    for (const CellWrite& w : parts) buffered |= world_.buffered[w.cell.index()] != 0;
    Times ts;
    if (buffered) {
      // lines 29-31: not in the past, nor before an earlier write
      ts = load(f, clock_);
      raise(f, ts, load(f, model_ == Model::TSO ? max_last_tstamp_ : fence_tstamp_, t));
      if (model_ == Model::PSO)  // §V: in the order of the writes to this cell
        for (const CellWrite& w : parts)
          if (world_.buffered[w.cell.index()] != 0)
            raise(f, ts, load(f, lines_[w.cell.index()].last_tstamp, t));
      guess(f, ts);
      store(f, tstamp_, 0, ts);
      tstamp_.store(f, 0u, f.constant(1));
    }
    for (const CellWrite& w : parts) {
      if (world_.buffered[w.cell.index()] == 0) {
        store_cell(f, world_, w.cell, w.value);
        continue;
      }
      const Line& line = lines_[w.cell.index()];
      const Operand arguments[] = {w.value};
      f.call(line.insert, arguments);
      store(f, line.last_tstamp, t, ts);
      line.last_value.store(f, t, w.value);
    }
    if (!buffered) return;
    // line 42, and its counterpart of §V
    if (model_ == Model::PSO) raise(f, ts, load(f, max_last_tstamp_, t));
    store(f, max_last_tstamp_, t, ts);
  }

  Operand read_memory(FunctionBuilder& f, CellId v) override {
    if (world_.buffered[v.index()] == 0) return load_cell(f, world_, v);
    return f.call(lines_[v.index()].head, {});
  }

  void write_memory(FunctionBuilder& f, CellId v, Operand value) override {
    if (world_.buffered[v.index()] == 0) return store_cell(f, world_, v, value);
    store(f, tstamp_, 0, load(f, clock_));
    const Operand arguments[] = {value};
    f.call(lines_[v.index()].insert, arguments);
  }

  // lines 76-81; the caller has updated the clock
  void fence(FunctionBuilder& f, std::uint32_t t) override {
    if (world_.writes[t] != 0) advance(f, load(f, max_last_tstamp_, t));
  }

  void store_fence(FunctionBuilder& f, std::uint32_t t) override {
    if (model_ == Model::PSO && world_.writes[t] != 0)
      store(f, fence_tstamp_, t, load(f, max_last_tstamp_, t));
  }

  void fence_cell(FunctionBuilder& f, CellId v, std::uint32_t t) override {
    if (world_.buffered[v.index()] != 0) advance(f, load(f, lines_[v.index()].last_tstamp, t));
  }

  // Where memory at the cell depends on the time, the time has been guessed, and either is late
  // enough or not; else it may as well pass now.
  void fence_before_writing(FunctionBuilder& f, CellId v, std::uint32_t t,
                            Operand writes) override {
    Times least = load(f, fence_tstamp_, t);
    for (Operand& flag : least) flag = and_(f, flag, writes);
    if (world_.buffered[v.index()] == 0) return advance(f, least);
    const Times now = load(f, clock_);
    for (std::size_t k = 0; k < now.size(); ++k) f.assume(or_(f, now[k], not_(f, least[k])));
  }

  void flush(FunctionBuilder& f) override { store(f, clock_, 0, Times(k_ - 1, f.constant(1))); }

 private:
  using Times = std::vector<Operand>;  // the flags 1 .. K-1 of a time

  struct Line {
    Array value, written;           // by time
    Array last_value, last_tstamp;  // by thread
    ir::FunctionId insert, read, head;
  };

  // `count` times; each has K flags, of which the first one is not used.
  Array times(const std::string& name, std::uint32_t count) {
    return Array(world_.program, name, 1, std::vector<std::uint64_t>(std::size_t{count} * k_, 0));
  }
  Times load(FunctionBuilder& f, const Array& a, std::uint32_t index = 0) const {
    Times out;
    for (std::uint32_t k = 1; k < k_; ++k) out.push_back(a.load(f, index * k_ + k));
    return out;
  }
  void store(FunctionBuilder& f, const Array& a, std::uint32_t index, const Times& time) const {
    for (std::uint32_t k = 1; k < k_; ++k) a.store(f, index * k_ + k, time[k - 1]);
  }
  static Operand and_(FunctionBuilder& f, Operand a, Operand b) {
    return f.binary(Opcode::And, 8, a, b);
  }
  static Operand or_(FunctionBuilder& f, Operand a, Operand b) {
    return f.binary(Opcode::Or, 8, a, b);
  }
  static Operand not_(FunctionBuilder& f, Operand a) {
    return f.binary(Opcode::Xor, 8, a, f.constant(1));
  }

  // The later one of the two.
  static void raise(FunctionBuilder& f, Times& time, const Times& least) {
    for (std::size_t k = 0; k < time.size(); ++k) time[k] = or_(f, time[k], least[k]);
  }

  // Any time that is not before `time`.
  static void guess(FunctionBuilder& f, Times& time) {
    for (std::size_t k = 0; k < time.size(); ++k) {
      const Operand before = k == 0 ? f.constant(1) : time[k - 1];
      const Operand open = and_(f, before, not_(f, time[k]));
      const Operand guessed = f.choose(f.binary(Opcode::Add, 8, open, f.constant(1)));
      time[k] = or_(f, time[k], guessed);
    }
  }

  void advance(FunctionBuilder& f, const Times& least) {
    Times now = load(f, clock_);
    raise(f, now, least);
    store(f, clock_, 0, now);
  }

  void add_line(CellId v) {
    ir::Program& p = world_.program;
    Line& line = lines_[v.index()];
    const std::string name = fmt::format("v{}", v.index());
    const std::uint64_t initial = initial_value(p, world_.cells[v.index()]);
    line.value = Array(p, "value." + name, 8, std::vector<std::uint64_t>(k_, initial));
    line.written = times("written." + name, 1);
    line.last_value =
        Array(p, "last_value." + name, 8, std::vector<std::uint64_t>(world_.threads, 0));
    line.last_tstamp = times("last_tstamp." + name, world_.threads);
    add_insert(line, name);
    add_head(line, name);
    add_read(line, name);
  }

  // lines 19-40: insert.v(val), with the timestamp in `tstamp`
  void add_insert(Line& line, const std::string& name) {
    FunctionBuilder f(world_.program, "insert." + name, 1);
    const Operand val = f.parameter(0);
    const Times ts = load(f, tstamp_);
    Operand covered = f.constant(0);  // the write is what memory holds at time k
    for (std::uint32_t k = 0; k < k_; ++k) {
      Operand exactly = k == 0 ? f.constant(1) : ts[k - 1];
      if (k + 1 < k_) exactly = and_(f, exactly, not_(f, ts[k]));
      if (k > 0) {
        const Operand written = line.written.load(f, k);
        covered = or_(f, exactly, and_(f, covered, not_(f, written)));
        line.written.store(f, k, or_(f, written, exactly));
      } else {
        covered = exactly;
      }
      line.value.store(f, k, f.select(covered, val, line.value.load(f, k)));
    }
    f.ret(f.constant(0));
    line.insert = f.finish();
  }

  // lines 61-65: head.v(), what memory holds
  void add_head(Line& line, const std::string& name) {
    FunctionBuilder f(world_.program, "head." + name, 0);
    const Times now = load(f, clock_);
    Operand value = line.value.load(f, 0u);
    for (std::uint32_t k = 1; k < k_; ++k)
      value = f.select(now[k - 1], line.value.load(f, k), value);
    f.ret(value);
    line.head = f.finish();
  }

  // lines 57-65: read.v(t)
  void add_read(Line& line, const std::string& name) {
    FunctionBuilder f(world_.program, "read." + name, 1);
    const Operand t = f.parameter(0);
    const Operand first = f.binary(Opcode::Mul, 64, t, f.constant(k_));
    const Times now = load(f, clock_);
    Operand own = f.constant(0);
    for (std::uint32_t k = 1; k < k_; ++k) {
      const Operand last =
          line.last_tstamp.load(f, f.binary(Opcode::Add, 64, first, f.constant(k)));
      own = or_(f, own, and_(f, last, not_(f, now[k - 1])));
    }
    f.ret(f.select(own, line.last_value.load(f, t), f.call(line.head, {})));
    line.read = f.finish();
  }

  Model model_;
  std::uint32_t k_;
  SmaWorld world_;
  Array clock_;
  Array tstamp_;             // of the write that is being inserted
  Array max_last_tstamp_;    // by thread
  Array fence_tstamp_;       // by thread: of the writes before its last store-store fence
  std::vector<Line> lines_;  // by cell
};

}  // namespace

std::unique_ptr<Sma> make_timeline_sma(const SmaOptions& options, const SmaWorld& world) {
  return std::make_unique<TimelineSma>(options, world);
}

}  // namespace overtake::seq
