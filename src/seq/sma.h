// Shared memory abstractions (SMA §II): how the threads of a sequentialized program read and write
// shared memory. Each kind is a set of global variables and the code of the operations, in the IR;
// the sequentialization knows nothing of memory models but this interface.
//
//   sc        a cell is a global variable
//   queue     TSO-SMA, PSO-SMA (§III): store buffers as queues of bounded size; the reference
//   tcdll     eTSO-SMA, ePSO-SMA (§III-V): for each cell the list of its writes, with timestamps
//   timeline  eTSO-SMA, ePSO-SMA with an array in place of the list: what a cell holds at each time
//
// A cell that is never written by a plain store, or that only one thread uses, has no use for a
// store buffer: it is a plain variable in every kind.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/model.h"
#include "ir/builder.h"
#include "seq/sma_kind.h"
#include "seq/targets.h"

namespace overtake::seq {

struct SmaOptions {
  MemoryModel model = Model::SC;  // PsoRmw::Location: Timeline only
  SmaKind kind = SmaKind::Plain;  // for SC it is always Plain
  std::uint32_t max_clock = 4;    // K: timestamps are 0 .. K-1; 1 is SC. Tcdll, Timeline
  std::uint32_t queue = 3;        // N: writes of a buffer (Queue), nodes of a list (Tcdll)
};

// What a run of the sequentialized program says about the schedule: an interpreter of it sees the
// stores to `thread`, and then finds the rest in the others (seq/sequentialize.h).
struct Steps {
  ir::GlobalId thread;     // 1 + the thread that has just done a visible operation
  ir::GlobalId choice;     // the value it chose, the thread it woke, the thread it started
  ir::GlobalId drain;      // 0, or 1 + the cell of the buffered store that has reached memory
  ir::GlobalId timestamp;  // 0, or 1 + that of the store that it has put into its buffer
  ir::GlobalId clock;      // none: drains are told one by one
  // The timestamp and the clock are bytes; or they are in unary, with a flag in each byte, where
  // the first one of the timestamp says that there is one and that of the clock is not used.
  bool unary = false;
};

struct CellWrite {
  CellId cell;
  ir::Operand value;
};

class Sma {
 public:
  virtual ~Sma() = default;

  // Memory moves on by itself: called before each visible operation. `observed`: the operation
  // looks at memory past the buffers.
  virtual void update(ir::FunctionBuilder& f, bool observed) = 0;
  virtual ir::Operand read(ir::FunctionBuilder& f, CellId v, std::uint32_t t) = 0;
  // One store, to one cell or to several at once.
  virtual void write(ir::FunctionBuilder& f, std::span<const CellWrite> parts, std::uint32_t t) = 0;
  // Memory itself, past the buffers: for atomic operations, after fence().
  virtual ir::Operand read_memory(ir::FunctionBuilder& f, CellId v) = 0;
  virtual void write_memory(ir::FunctionBuilder& f, CellId v, ir::Operand value) = 0;
  virtual void fence(ir::FunctionBuilder& f, std::uint32_t t) = 0;
  virtual void store_fence(ir::FunctionBuilder& f, std::uint32_t t) = 0;
  // PsoRmw::Location: an atomic operation on the cell waits for the thread's stores to it; and once
  // it is known whether it writes, for those before a store-store fence if it does.
  virtual void fence_cell(ir::FunctionBuilder& f, CellId v, std::uint32_t t);
  virtual void fence_before_writing(ir::FunctionBuilder& f, CellId v, std::uint32_t t,
                                    ir::Operand writes);
  // All buffers empty.
  virtual void flush(ir::FunctionBuilder& f) = 0;
};

// What an SMA is made for.
struct SmaWorld {
  ir::Program& program;  // gets its globals and functions
  const std::vector<Cell>& cells;
  std::vector<char> buffered;  // by cell: it needs buffers
  std::vector<char> writes;    // by thread: it has buffered stores
  std::uint32_t threads = 0;
  Steps& steps;
};

std::unique_ptr<Sma> make_sma(const SmaOptions& options, const SmaWorld& world);
std::unique_ptr<Sma> make_plain_sma(const SmaWorld& world);
std::unique_ptr<Sma> make_queue_sma(const SmaOptions& options, const SmaWorld& world);
std::unique_ptr<Sma> make_tcdll_sma(const SmaOptions& options, const SmaWorld& world);
std::unique_ptr<Sma> make_timeline_sma(const SmaOptions& options, const SmaWorld& world);

// --- for implementations -------------------------------------------------------------------------

// The cell as a variable: where the program keeps it.
ir::Operand load_cell(ir::FunctionBuilder& f, const SmaWorld& world, CellId v);
void store_cell(ir::FunctionBuilder& f, const SmaWorld& world, CellId v, ir::Operand value);
std::uint64_t initial_value(const ir::Program& program, const Cell& cell);

// An array of unsigned numbers.
class Array {
 public:
  Array() = default;
  Array(ir::Program& program, std::string name, std::uint32_t bytes,
        std::span<const std::uint64_t> initial);
  ir::Operand load(ir::FunctionBuilder& f, ir::Operand index) const;
  ir::Operand load(ir::FunctionBuilder& f, std::uint32_t index) const;
  void store(ir::FunctionBuilder& f, ir::Operand index, ir::Operand value) const;
  void store(ir::FunctionBuilder& f, std::uint32_t index, ir::Operand value) const;
  ir::GlobalId global() const { return global_; }

 private:
  ir::Operand at(ir::FunctionBuilder& f, ir::Operand index) const;
  ir::GlobalId global_;
  std::uint32_t bytes_ = 1;
};

}  // namespace overtake::seq
