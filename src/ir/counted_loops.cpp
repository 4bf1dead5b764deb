#include "ir/counted_loops.h"

#include <algorithm>

#include "ir/control.h"
#include "ir/liveness.h"
#include "ir/shape.h"

namespace overtake::ir {
namespace {

// Whether it stops the thread, or the process, whatever happened before.
bool only_fails(const Function& function, const Cfg& cfg, BlockId b) {
  const Opcode last = function.code[cfg[b].end - 1].op;
  return cfg[b].successors.empty() && last != Opcode::Ret && last != Opcode::ThreadExit;
}

}  // namespace

bool is_counted(const Function& function, const Cfg& cfg, const LoopForest& forest,
                std::uint32_t loop) {
  // Registers that may hold something that is not computed from the others. It grows until nothing
  // is added: an instruction whose operand is foreign has a foreign result.
  std::vector<bool> foreign(function.registers, false);
  const auto is_foreign = [&](Operand o) {
    return o.present() && !o.is_constant() && foreign[o.index()];
  };
  const auto last_of = [&](BlockId b) -> const Instruction& {
    return function.code[cfg[b].end - 1];
  };
  // What is done in a block that a foreign value leads to says something of that value.
  const std::vector<std::vector<BlockId>> decides = control_dependence(cfg);
  const auto by_foreign = [&](BlockId b) {
    return std::ranges::any_of(decides[b.index()], [&](BlockId from) {
      return forest.contains(loop, from) && is_foreign(last_of(from).a);
    });
  };
  for (bool grown = true; grown;) {
    grown = false;
    for (const BlockId b : forest.loops[loop].blocks) {
      const bool known = !by_foreign(b);
      for (std::uint32_t k = cfg[b].first; k < cfg[b].end; ++k) {
        const Instruction& i = function.code[k];
        if (i.op == Opcode::LoopBound) continue;
        const bool computed = known && removable(function, i) && !is_foreign(i.a) &&
                              !is_foreign(i.b) && !is_foreign(i.c);
        for (unsigned n = 0; n < results(i) && !computed; ++n) {
          grown |= !foreign[i.dst + n];
          foreign[i.dst + n] = true;
        }
      }
    }
  }
  bool leaves = false;
  for (const BlockId b : forest.loops[loop].blocks) {
    const Instruction& last = last_of(b);
    if (last.op != Opcode::Branch && last.op != Opcode::Switch) continue;
    bool leaves_here = false;
    for (const BlockId to : cfg[b].successors)
      leaves_here |= !forest.contains(loop, to) && !only_fails(function, cfg, to);
    if (leaves_here && is_foreign(last.a)) return false;
    leaves |= leaves_here;
  }
  return leaves;
}

}  // namespace overtake::ir
