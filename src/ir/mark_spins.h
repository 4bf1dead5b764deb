// Spin loops: where to look for iterations without effect.
//
// A thread that has done an iteration of a loop, has only read in it, and is in the same local
// state as before will do exactly the same again until another thread writes what it read.
// Executions that differ in the number of such iterations need not be told apart: the thread may as
// well stop (as if it had assumed the loop's exit), while other executions, in which its reads
// obtain other values, go on. SpinHead is where the executor compares states.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/program.h"

namespace overtake::ir {

// Puts a SpinHead at the head of every loop in which anything visible may happen; where each round
// first gives back a lock that is held at the head, after that. The last pass.
void mark_spins(Program& program);

// The registers that matter at each SpinHead of the function: live ones, without those that only
// LoopBound instructions read.
struct SpinHeadRegisters {
  std::uint32_t instruction;
  std::vector<std::uint32_t> registers;
  // Whether a round of the loop may take back what it has done to memory: there are two atomic
  // operations in it, or operations of locks and a way back on which nothing is stored for sure.
  bool may_put_back = false;
  bool may_store = false;  // whether there is a store in it
  // Whether a round of it may change a word by an exchange, a compare-and-swap or setting bits, and
  // put back what was there: after such an operation there is a store, or another one.
  bool may_turn = false;
  std::vector<bool> loop = {};  // by instruction: it belongs to the loop; empty: the loop counts
};

// Whether it may take a lock of the program's own: exchange(&l, 1), fetch_or(&l, 1).
constexpr bool may_take_lock(RmwFunction f) {
  return f == RmwFunction::Exchange || f == RmwFunction::Or || f == RmwFunction::Xor;
}

// The functions, by FunctionId, that do atomic read-modify-writes, that store, that take or release
// locks, that may take locks of the program's own, that do so twice; or call such.
struct ChangingFunctions {
  explicit ChangingFunctions(const Program& program);
  std::vector<bool> atomically, by_stores, locks, swaps, twice;
};

std::vector<SpinHeadRegisters> spin_head_registers(const Program& program, const Function& function,
                                                   const ChangingFunctions& changing);

}  // namespace overtake::ir
