// From LLVM modules to one ir::Program: what can be reached from the entry, and nothing else.
//
// Functions and globals are numbered when they are first mentioned and lowered from a worklist, so
// whatever is not reachable costs nothing: neither models nor headers full of inline functions.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

#include <cstdint>
#include <vector>

#include "frontend/clang/debug_lowering.h"
#include "frontend/clang/layout.h"
#include "frontend/clang/places.h"
#include "frontend/clang/symbols.h"
#include "frontend/input.h"
#include "ir/builder.h"

namespace overtake::frontend {

class ProgramLowering {
 public:
  ProgramLowering(Symbols& symbols, const Input& input);

  ir::Program run();

  const Input& input() const { return input_; }
  ir::Program& program() { return program_; }
  Layout& layout() { return layout_; }
  Places& places() { return places_; }
  DebugLowering& names() { return names_; }
  Symbols& symbols() { return symbols_; }

  // The id of a function with a body; it will be lowered.
  ir::FunctionId function(const llvm::Function& definition);
  // The id of a defined variable; its initial value will be lowered.
  ir::GlobalId global(const llvm::GlobalVariable& definition);
  // The definition of a variable. Throws Refusal if there is none.
  const llvm::GlobalVariable& variable(const llvm::GlobalVariable& mentioned);

  // The words of a constant. Throws Refusal.
  std::vector<std::uint64_t> words(const llvm::Constant& constant);
  // The value that names a block in computed gotos.
  std::uint64_t block_address(const llvm::BasicBlock& block);
  // Whether any file of the user's calls longjmp.
  bool has_jumps() const { return has_jumps_; }
  // Distinguishes catch clauses: the value of llvm.eh.typeid.for.
  std::uint32_t type_id(const llvm::Value* type_info);

 private:
  std::uint64_t address(const llvm::GlobalValue& value);
  std::uint64_t scalar(const llvm::Constant& constant);
  std::uint64_t expression(const llvm::ConstantExpr& expression);
  void write(const llvm::Constant& constant, std::uint64_t offset,
             std::vector<std::uint8_t>& image);
  void lower_initial_value(const llvm::GlobalVariable& variable, ir::GlobalId id);
  ir::FunctionId undefined_function(const llvm::GlobalValue& value);
  void build_start();

  Symbols& symbols_;
  const Input& input_;
  ir::Program program_;
  Layout layout_;
  bool has_jumps_ = false;
  DebugLowering names_;
  Places places_;
  llvm::DenseMap<const llvm::GlobalValue*, ir::FunctionId> functions_;
  llvm::DenseMap<const llvm::GlobalValue*, ir::GlobalId> globals_;
  llvm::DenseMap<const llvm::BasicBlock*, std::uint64_t> blocks_;
  llvm::DenseMap<const llvm::Value*, std::uint32_t> type_ids_;
  std::vector<std::pair<const llvm::Function*, ir::FunctionId>> pending_functions_;
  std::vector<std::pair<const llvm::GlobalVariable*, ir::GlobalId>> pending_globals_;
};

// How many words a function returns through registers: 0, 1 or 2; more go through memory whose
// address is a hidden first parameter.
inline constexpr std::size_t kMaxReturnWords = 2;

}  // namespace overtake::frontend
