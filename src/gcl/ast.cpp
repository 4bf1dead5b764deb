#include "gcl/ast.h"

#include <utility>

namespace overtake::gcl {

LabelId Process::intern_label(const std::string& wanted) {
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (labels[i].name == wanted) return LabelId{i};
  labels.push_back({.name = wanted, .instructions = {}});
  return LabelId{labels.size() - 1};
}

InstructionId Process::add(Instruction instruction) {
  const InstructionId id{instructions.size()};
  labels[instruction.from.index()].instructions.push_back(id);
  instructions.push_back(std::move(instruction));
  return id;
}

bool Program::has_fixed_addresses() const {
  for (const Process& p : processes)
    for (const Instruction& i : p.instructions)
      if (i.statement.accesses() && !i.statement.variable()) return false;
  return true;
}

}  // namespace overtake::gcl
