#include "fences/simplify_process.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace overtake::fences {
namespace {

void add_uses(const gcl::Expr& e, std::vector<bool>& used) {
  if (e.op == gcl::Operator::Register) used[e.reg.index()] = true;
  for (const gcl::Expr& o : e.operands) add_uses(o, used);
}

bool sets_register(const gcl::Statement& s) {
  return s.kind == gcl::StatementKind::Read || s.kind == gcl::StatementKind::Assign;
}

// By label: the registers that are used from there on, for more than registers that are not.
std::vector<std::vector<bool>> needed_registers(const gcl::Process& p) {
  std::vector<std::vector<bool>> live(p.labels.size(), std::vector<bool>(p.registers.size()));
  for (bool changed = true; changed;) {
    changed = false;
    for (const gcl::Instruction& i : p.instructions) {
      std::vector<bool> before = live[i.to.index()];
      const bool used = !sets_register(i.statement) || before[i.statement.reg.index()];
      if (used) {  // else it will be skip
        if (sets_register(i.statement)) before[i.statement.reg.index()] = false;
        if (i.statement.accesses()) add_uses(i.statement.address, before);
        add_uses(i.statement.value, before);
        add_uses(i.statement.desired, before);
      }
      std::vector<bool>& here = live[i.from.index()];
      for (std::size_t r = 0; r < here.size(); ++r)
        if (before[r] && !here[r]) changed = here[r] = true;
    }
  }
  return live;
}

void drop_unused(gcl::Process& p) {
  const auto live = needed_registers(p);
  for (gcl::Instruction& i : p.instructions)
    if (sets_register(i.statement) && !live[i.to.index()][i.statement.reg.index()])
      i.statement = {};
}

// The coarsest partition of the labels in which equal labels have the same statements to equal
// labels (bisimilarity). By label: its part.
std::vector<std::uint32_t> parts(const gcl::Process& p) {
  std::vector<gcl::Statement> statements;
  std::vector<std::uint32_t> number;  // by instruction
  for (const gcl::Instruction& i : p.instructions) {
    const auto it = std::ranges::find(statements, i.statement);
    number.push_back(static_cast<std::uint32_t>(it - statements.begin()));
    if (it == statements.end()) statements.push_back(i.statement);
  }
  std::vector<std::uint32_t> part(p.labels.size(), 0);
  for (std::size_t count = 1;;) {
    using Signature =
        std::pair<std::uint32_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>>;
    std::map<Signature, std::uint32_t> known;
    std::vector<std::uint32_t> finer;
    for (std::size_t q = 0; q < p.labels.size(); ++q) {
      Signature s{part[q], {}};
      for (const gcl::InstructionId i : p.labels[q].instructions)
        s.second.emplace_back(number[i.index()], part[p.instruction(i).to.index()]);
      std::ranges::sort(s.second);
      const auto [first, last] = std::ranges::unique(s.second);
      s.second.erase(first, last);
      finer.push_back(
          known.try_emplace(std::move(s), static_cast<std::uint32_t>(known.size())).first->second);
    }
    part = std::move(finer);
    if (known.size() == count) return part;
    count = known.size();
  }
}

}  // namespace

gcl::Process simplified(gcl::Process process) {
  drop_unused(process);
  const std::vector<std::uint32_t> part = parts(process);
  std::vector<gcl::LabelId> chosen(process.labels.size());  // by part: its first label
  for (std::size_t q = process.labels.size(); q-- > 0;) chosen[part[q]] = gcl::LabelId{q};
  gcl::Process out{.name = process.name, .registers = process.registers};
  const auto label = [&](gcl::LabelId q) {
    return out.intern_label(process.label(chosen[part[q.index()]]).name);
  };
  out.init = label(process.init);
  for (gcl::Instruction i : process.instructions) {
    if (chosen[part[i.from.index()]] != i.from) continue;
    i.from = label(i.from);
    i.to = label(i.to);
    out.add(std::move(i));
  }
  return out;
}

}  // namespace overtake::fences
