// From LLVM's debug metadata to ir::DebugNames: what the user calls types, variables and functions.
//
// Types are lowered when a variable or an allocation first needs them. What an allocation makes is
// what clang says of a `new`, else what the pointer to it is first used as: the variable that it is
// stored to, or the result of the function that returns it (`malloc`, std::allocator).
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <utility>
#include <vector>

#include "ir/debug_names.h"

namespace overtake::frontend {

class DebugLowering {
 public:
  void global(const llvm::GlobalVariable& variable, ir::GlobalId id);
  // The memory of a variable; `source` must be the Alloca's own. False: it has no name.
  bool local(const llvm::AllocaInst& memory, ir::SourceId source);
  // A call that may return new memory.
  void call(const llvm::CallBase& call, ir::SourceId source);
  void place(const llvm::DILocation& location, ir::SourceId source);

  // Everything so far; afterwards the object is empty.
  ir::DebugNames finish();

 private:
  ir::TypeId type(const llvm::DIType* type);
  ir::TypeId pointee(const llvm::DIType* type);
  void fill(const llvm::DIType* type, ir::TypeId id);
  ir::Type basic(const llvm::DIBasicType& type) const;
  ir::Type composite(const llvm::DICompositeType& type);
  void members(const llvm::DICompositeType& type, ir::Type& out);
  ir::Type array(const llvm::DICompositeType& type);
  std::uint32_t function(const llvm::DISubprogram* subprogram);
  std::uint32_t variable(ir::Variable variable);
  const llvm::DIType* destination(const llvm::Value& pointer, int depth) const;
  const llvm::DIType* stored_to(const llvm::Value& pointer) const;

  ir::DebugNames names_;
  llvm::DenseMap<const llvm::DIType*, ir::TypeId> types_;
  llvm::DenseMap<const llvm::DISubprogram*, std::uint32_t> functions_;
  std::vector<std::pair<const llvm::DIType*, ir::TypeId>> pending_;
};

}  // namespace overtake::frontend
