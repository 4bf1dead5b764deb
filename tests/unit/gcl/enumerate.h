// A breadth-first enumeration of the states of guarded commands, straight from the semantics of
// PERSIST section 5: labels, registers, buffers, memory, and the lock of the transition format.
// Independent of the IR, so that it can judge both the parsers and the lowering.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "gcl/ast.h"

namespace overtake::gcl {

struct Enumeration {
  // Every state in which no process holds the lock, by the names of the labels and registers,
  // leaving out the auxiliary register `arw`: comparable between the two syntaxes.
  std::set<std::string> states;
  std::set<std::vector<std::int64_t>> finals;  // memory when all processes have ended
  bool assertion_fails = false;
  bool buffer_was_full = false;
};

// Store buffers hold at most `buffer` stores; 0: sequential consistency.
Enumeration enumerate(const Program& program, std::size_t buffer);

}  // namespace overtake::gcl
