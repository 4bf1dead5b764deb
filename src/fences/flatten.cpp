#include "fences/flatten.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "fences/simplify_process.h"

namespace overtake::fences {
namespace {

using gcl::Expr;
using gcl::Instruction;
using gcl::LabelId;
using gcl::Process;
using gcl::Statement;
using gcl::StatementKind;

bool add_registers(const Expr& e, std::vector<bool>& needed) {
  bool added = false;
  if (e.op == gcl::Operator::Register && !needed[e.reg.index()])
    added = needed[e.reg.index()] = true;
  for (const Expr& o : e.operands) added = add_registers(o, needed) || added;
  return added;
}

class Flattening {
 public:
  Flattening(const gcl::Program& program, std::size_t pivot, std::uint32_t k)
      : program_(program), pivot_(pivot), k_(k), observed_(program.variables.size()) {
    if (!program.has_fixed_addresses())
      throw InputError(program.file + ": flattening knows no computed addresses");
    for (const Process& p : program.processes) {
      needed_.emplace_back(p.registers.size());
      early_.push_back(early(p));
    }
    find_relevant();
  }

  gcl::Program run() const {
    gcl::Program out = program_;
    out.name += "_flat";
    for (std::size_t i = 0; i < out.processes.size(); ++i)
      if (i != pivot_) out.processes[i] = simplified(process(i));
    return out;
  }

 private:
  // By label: whether the process can be there with fewer than k steps done.
  std::vector<bool> early(const Process& p) const {
    std::vector<bool> now(p.labels.size()), all(p.labels.size());
    now[p.init.index()] = true;
    for (std::uint32_t step = 0; step < k_; ++step) {
      std::vector<bool> next(p.labels.size());
      for (const Instruction& i : p.instructions)
        if (now[i.from.index()]) next[i.to.index()] = true;
      for (std::size_t q = 0; q < all.size(); ++q) all[q] = all[q] || now[q];
      now = std::move(next);
    }
    return all;
  }

  // Whether the statement stays as it is wherever it stands.
  bool kept(std::size_t process, const Statement& s) const {
    switch (s.kind) {
      case StatementKind::Write:
      case StatementKind::Arw:
        return observed_[s.variable()->index()];
      case StatementKind::Read:
      case StatementKind::Assign:
        return needed_[process][s.reg.index()];
      case StatementKind::Lock:
      case StatementKind::Unlock:
        return true;
      default:
        return false;
    }
  }

  // The variables whose writes have to be right, and the registers that they depend on.
  void find_relevant() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t p = 0; p < program_.processes.size(); ++p)
        for (const Instruction& i : program_.processes[p].instructions) {
          const Statement& s = i.statement;
          // The pivot and the first steps are exact, so all that they use matters.
          if (p != pivot_ && !early_[p][i.from.index()] && !kept(p, s)) continue;
          if (s.kind == StatementKind::Read || s.kind == StatementKind::Arw)
            if (!observed_[s.variable()->index()])
              changed = observed_[s.variable()->index()] = true;
          changed = add_registers(s.value, needed_[p]) || changed;
          changed = add_registers(s.desired, needed_[p]) || changed;
        }
    }
  }

  // k copies of the process, each step one copy further, and after them the flat one.
  Process process(std::size_t index) const {
    const Process& p = program_.processes[index];
    Process out{.name = p.name, .registers = p.registers};
    const auto at = [&](std::uint32_t level, LabelId q) {
      const std::string& name = p.label(q).name;
      return out.intern_label(level == k_ ? name : fmt::format("{}_step{}", name, level));
    };
    out.init = at(0, p.init);
    for (std::uint32_t level = 0; level <= k_; ++level)
      for (const Instruction& i : p.instructions) {
        Instruction copy = i;
        copy.from = at(level, i.from);
        copy.to = at(std::min(level + 1, k_), i.to);
        // Fences do nothing under SC, and those of the pivot are the only ones that matter: without
        // them, steps with and without fences are the same to simplify_process.h.
        const bool fence = i.statement.kind == StatementKind::Fence;
        if (fence || (level == k_ && !kept(index, i.statement))) copy.statement = {};
        out.add(std::move(copy));
      }
    return out;
  }

  const gcl::Program& program_;
  std::size_t pivot_;
  std::uint32_t k_;
  std::vector<bool> observed_;             // by variable
  std::vector<std::vector<bool>> needed_;  // by process, by register
  std::vector<std::vector<bool>> early_;   // by process, by label
};

}  // namespace

gcl::Program flattened(const gcl::Program& program, std::size_t pivot, std::uint32_t k) {
  return Flattening(program, pivot, k).run();
}

}  // namespace overtake::fences
