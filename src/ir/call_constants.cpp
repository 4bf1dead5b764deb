#include "ir/call_constants.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "ir/definitions.h"
#include "ir/evaluate.h"
#include "ir/shape.h"

namespace overtake::ir {
namespace {

using Known = std::vector<std::optional<std::uint64_t>>;  // by register

// The registers of the callee that are constants in that call: parameters, and what is computed of
// them and of constants.
Known known_registers(const Function& caller, const Instruction& call, const Function& callee) {
  const std::vector<std::uint32_t> definitions = definition_counts(callee);
  Known known(callee.registers);
  for (std::uint32_t p = 0; p < std::min(callee.parameters, call.count); ++p)
    if (const Operand o = caller.arguments[call.target2 + p];
        o.is_constant() && definitions[p] == 1)
      known[p] = caller.constants[o.index()];
  const auto value = [&](Operand o) -> std::optional<std::uint64_t> {
    if (!o.present()) return 0;
    return o.is_constant() ? callee.constants[o.index()] : known[o.index()];
  };
  for (const Instruction& i : callee.code) {
    if (results(i) != 1 || definitions[i.dst] != 1) continue;
    const auto a = value(i.a), b = value(i.b), c = value(i.c);
    if (a && b && c) known[i.dst] = evaluate(i, *a, *b, *c);
  }
  return known;
}

}  // namespace

std::vector<bool> reachable_blocks(const Function& caller, const Instruction& call,
                                   const Function& callee, const Cfg& cfg) {
  const Known known = known_registers(caller, call, callee);
  std::vector<bool> seen(cfg.blocks.size(), false);
  std::vector<BlockId> todo{cfg.block_of[0]};
  seen[todo.front().index()] = true;
  while (!todo.empty()) {
    const Block& block = cfg[todo.back()];
    todo.pop_back();
    const Instruction& last = callee.code[block.end - 1];
    const bool decided =
        last.op == Opcode::Branch && !last.a.is_constant() && known[last.a.index()];
    for (const BlockId next : block.successors) {
      if (decided && next != cfg.block_of[*known[last.a.index()] != 0 ? last.target : last.target2])
        continue;
      if (!seen[next.index()]) todo.push_back(next);
      seen[next.index()] = true;
    }
  }
  return seen;
}

}  // namespace overtake::ir
