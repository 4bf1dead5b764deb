#include "gcl/live_registers.h"

namespace overtake::gcl {
namespace {

void add_uses(const Expr& e, std::vector<bool>& used) {
  if (e.op == Operator::Register) used[e.reg.index()] = true;
  for (const Expr& o : e.operands) add_uses(o, used);
}

std::vector<bool> uses(const Statement& s, std::size_t registers) {
  std::vector<bool> used(registers);
  if (s.accesses()) add_uses(s.address, used);
  add_uses(s.value, used);
  add_uses(s.desired, used);
  return used;
}

}  // namespace

std::vector<std::vector<bool>> live_registers(const Process& process) {
  const std::size_t registers = process.registers.size();
  std::vector<std::vector<bool>> all(process.labels.size(), std::vector<bool>(registers));
  for (bool changed = true; changed;) {
    changed = false;
    for (const Instruction& i : process.instructions) {
      std::vector<bool> before = all[i.to.index()];
      if (i.statement.kind == StatementKind::Read || i.statement.kind == StatementKind::Assign)
        before[i.statement.reg.index()] = false;
      const std::vector<bool> used = uses(i.statement, registers);
      std::vector<bool>& live = all[i.from.index()];
      for (std::size_t r = 0; r < registers; ++r)
        if ((before[r] || used[r]) && !live[r]) changed = live[r] = true;
    }
  }
  return all;
}

}  // namespace overtake::gcl
