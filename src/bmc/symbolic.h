// Symbolic execution of a single-threaded Program without cycles: all its runs at once.
//
// SSA with guards: registers and memory hold bit vectors, a block runs once under the guard of the
// paths that lead to it, and where paths join values are chosen by the guards. Calls are inlined.
// What comes out is a formula: `failed` holds in a run that executes a Fail, `constraints` hold in
// runs whose assumes hold (up to the Fail).
//
// Guards are relative to the function's entry, so that joining two arms of a branch needs only the
// branch's condition. A path that ends in a Fail is over: merging values after it may give
// it any, and so the arm that continues keeps the guard of the branch; `failed` has to be known
// first, because assumes after it no longer matter.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "bmc/bits.h"
#include "bmc/symbolic_memory.h"
#include "ir/cfg.h"
#include "ir/program.h"

namespace overtake::bmc {

struct SymbolicOptions {
  unsigned int_bits = 0;  // 0: full width
  // Globals from here on are the sequentialization's own: its indices are never out of range.
  std::uint32_t first_own_global = 0xffffffffu;
  ir::GlobalId flag;  // a byte, or none
  const std::atomic<bool>* stop = nullptr;
};

// One Choose that was met, in the order of execution.
struct Choice {
  Lit guard;   // it is executed
  Bits count;  // of alternatives; the executor makes no choice of one
  Bits value;
};

struct SymbolicRun {
  Lit failed = kFalse;
  Lit flag = kFalse;  // SymbolicOptions::flag is not zero at the end
  std::vector<Lit> constraints;
  std::vector<Choice> choices;
  bool reduced = false;  // int_bits has cut something
  bool finished = true;  // false: stopped from outside
};

class SymbolicExecutor {
 public:
  SymbolicExecutor(const ir::Program& program, Formula& formula, SymbolicOptions options);
  SymbolicRun run();
  const BitVectors& bits() const { return bits_; }

 private:
  // The blocks of a function in topological order, and what crosses their borders.
  struct FunctionPlan {
    ir::Cfg cfg;
    std::vector<std::uint32_t> order;
    std::vector<std::vector<std::uint32_t>> live_in;  // by block: registers
    std::vector<char> fails;                          // by block: it only leads to a Fail
    bool made = false;
  };
  struct Path {
    Lit guard;                    // relative to the function's entry
    std::vector<Bits> registers;  // the live ones of the block it leads to
    SymbolicMemory memory;
  };
  struct Returned {
    Lit guard;
    Bits value;
    SymbolicMemory memory;
  };
  struct Frame {
    const ir::Function& function;
    const FunctionPlan& plan;
    Lit entered;  // guard of the call
    std::vector<Bits> registers;
    std::vector<std::optional<Path>> pending;  // by block
    std::optional<Returned> returned;
  };

  const FunctionPlan& plan(ir::FunctionId f);
  // Nothing: no path returns.
  std::optional<Returned> call(ir::FunctionId f, std::span<const Bits> arguments, Lit entered,
                               SymbolicMemory memory);
  void run_block(Frame& frame, std::uint32_t block);
  // False: the block is over.
  bool step(Frame& frame, const ir::Instruction& i, Lit& guard, SymbolicMemory& memory);
  void go(Frame& frame, std::uint32_t instruction, Lit guard, SymbolicMemory memory);
  void branch(Frame& frame, const ir::Instruction& i, Lit guard, SymbolicMemory& memory);
  void switch_on(Frame& frame, const ir::Instruction& i, Lit guard, SymbolicMemory& memory);
  void return_(Frame& frame, Bits value, Lit guard, SymbolicMemory memory);
  Bits choose(Bits count, Lit guard);
  Bits load(Bits address, unsigned size, Lit guard, const SymbolicMemory& memory);
  void store(Bits address, unsigned size, Bits value, Lit guard, SymbolicMemory& memory);
  Bits compute(Frame& frame, const ir::Instruction& i, Lit guard);

  struct Candidate {
    Lit here;
    MemoryLayout::Place place;
  };
  std::vector<Candidate> candidates(Bits address, unsigned size, Lit guard, bool writes);
  Bits value(const Frame& frame, ir::Operand o);
  void fail(Lit guard) { run_.failed = formula_.or_(run_.failed, guard); }
  void assume(Lit guard, Lit condition);

  const ir::Program& program_;
  Formula& formula_;
  SymbolicOptions options_;
  BitVectors bits_;
  MemoryLayout layout_;
  std::vector<FunctionPlan> plans_;
  SymbolicRun run_;
};

}  // namespace overtake::bmc
