// What the lowering of one thread is given, and the two implementations.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "frontend/litmus/symbols.h"
#include "frontend/litmus/test.h"
#include "ir/builder.h"

namespace overtake::litmus {

// A register whose final value is wanted. When the thread is done it stores it to `result`, a
// global of so many bytes that no other thread writes.
inline std::uint8_t result_bytes(const c::Type& type) { return type.is_wide() ? 16 : 8; }

struct ObservedRegister {
  std::string name;
  Position position;
  ir::GlobalId result;
  c::Type type;  // set by the lowering
};

struct ThreadContext {
  const Test& test;
  const Symbols& symbols;
  ir::Program& program;
  ir::FileId file;
  std::uint32_t number = 0;

  ir::SourceId source(Position p) const { return ir::add_source(program, file, p.line, p.column); }
  // The declarations of this thread's registers in the initial state.
  std::vector<const Initial*> initial_registers() const {
    std::vector<const Initial*> found;
    for (const Initial& i : test.initial)
      if (i.where.thread == number) found.push_back(&i);
    return found;
  }
};

ir::FunctionId lower_thread(const ThreadContext& context, const x86::Thread& thread,
                            std::vector<ObservedRegister>& observed);
ir::FunctionId lower_thread(const ThreadContext& context, const c::Function& function,
                            std::vector<ObservedRegister>& observed);

}  // namespace overtake::litmus
