#include "ir/idle_cells.h"

#include <algorithm>

#include "ir/definitions.h"
#include "ir/shape.h"

namespace overtake::ir {
namespace {

// dst = a, dst = a + constant
bool moves(const Instruction& i) {
  if (!i.a.present() || i.a.is_constant()) return false;
  return i.op == Opcode::Mov ||
         ((i.op == Opcode::Add || i.op == Opcode::Sub) && i.width == 64 && i.b.is_constant());
}

}  // namespace

IdleCells::IdleCells(const Program& program, const std::vector<bool>& open)
    : program_(program), functions_(program.functions.size()) {
  for (std::size_t f = 0; f < functions_.size(); ++f) {
    functions_[f].open = open[f];
    functions_[f].by_register.assign(program.functions[f].registers, kNone);
  }
  make_thread_local_cells();
  for (std::size_t f = 0; f < functions_.size(); ++f) find_cells(f);
  for (std::size_t f = 0; f < functions_.size(); ++f) check_cells(f);
  for (std::uint32_t c = 0; c < parent_.size(); ++c) parent_[c] = find(c);
}

std::uint32_t IdleCells::of_access(std::size_t function, const Instruction& i) const {
  if ((i.op != Opcode::Load && i.op != Opcode::Store) || i.a.is_constant()) return kNone;
  return of_register(function, i.a.index());
}

std::uint32_t IdleCells::of_register(std::size_t function, std::uint32_t r) const {
  const std::uint32_t cell = functions_[function].by_register[r];
  return cell == kNone || exposed_[parent_[cell]] ? kNone : parent_[cell];
}

std::uint32_t IdleCells::new_cell() {
  parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
  exposed_.push_back(false);
  return parent_.back();
}

std::uint32_t IdleCells::find(std::uint32_t c) {
  while (parent_[c] != c) c = parent_[c] = parent_[parent_[c]];
  return c;
}

void IdleCells::unite(std::uint32_t a, std::uint32_t b) {
  a = find(a);
  b = find(b);
  if (a == b) return;
  if (exposed_[a]) expose(b);
  parent_[a] = b;
}

void IdleCells::make_thread_local_cells() {
  thread_local_.assign(program_.globals.size(), kNone);
  for (std::size_t g = 0; g < program_.globals.size(); ++g)
    if (program_.globals[g].private_) thread_local_[g] = new_cell();
  for (std::size_t f = 0; f < functions_.size(); ++f) {
    const std::vector<Instruction>& code = program_.functions[f].code;
    if (functions_[f].open || code.size() != 2 || code[0].op != Opcode::ThreadLocal) continue;
    const Operand named = Operand::reg(code[0].dst);
    if (code[1].op == Opcode::Ret && code[1].a == named)
      functions_[f].result = thread_local_[code[0].target];
  }
}

// The cell whose address the instruction makes.
std::uint32_t IdleCells::made_by(const Instruction& i) const {
  if (i.op == Opcode::ThreadLocal) return thread_local_[i.target];
  return i.op == Opcode::Call ? functions_[i.target].result : kNone;
}

// Parameters that stay what they are, private objects of a constant size, thread-local variables,
// and what constants are added to.
void IdleCells::find_cells(std::size_t f) {
  const Function& function = program_.functions[f];
  InFunction& s = functions_[f];
  const std::vector<std::uint32_t> definitions = definition_counts(function);
  for (const Instruction& i : function.code) {
    const std::uint32_t made = made_by(i);
    if (made == kNone || i.dst == kNoRegister) continue;
    if (definitions[i.dst] == 1)
      s.by_register[i.dst] = made;
    else
      expose(made);
  }
  for (std::uint32_t p = 0; p < function.parameters; ++p) {
    s.by_register[p] = new_cell();
    if (definitions[p] > 1 || s.open || function.variadic) expose(s.by_register[p]);
  }
  for (const Instruction& i : function.code)
    if (i.op == Opcode::Alloca && i.count == 1 && i.a.is_constant() && definitions[i.dst] == 1)
      s.by_register[i.dst] = new_cell();
  for (bool grown = true; grown;) {
    grown = false;
    for (const Instruction& i : function.code) {
      if (!moves(i) || s.by_register[i.dst] != kNone || definitions[i.dst] != 1) continue;
      s.by_register[i.dst] = s.by_register[i.a.index()];
      grown |= s.by_register[i.dst] != kNone;
    }
  }
}

// Whatever else is done with the address of a cell exposes it.
void IdleCells::check_cells(std::size_t f) {
  const Function& function = program_.functions[f];
  const InFunction& s = functions_[f];
  const auto exposed = [&](Operand o) {
    if (o.present() && !o.is_constant() && s.by_register[o.index()] != kNone)
      expose(s.by_register[o.index()]);
  };
  for (const Instruction& i : function.code) {
    if (i.op == Opcode::Load) continue;
    if (i.op == Opcode::Store) {
      exposed(i.b);
    } else if (moves(i)) {
      if (s.by_register[i.dst] != s.by_register[i.a.index()]) exposed(i.a);
    } else if (i.op == Opcode::Call) {
      hand_over(f, i);
    } else if (i.op != Opcode::Ret || s.result == kNone) {
      for_each_operand(function, i, [&](Operand o, bool) { exposed(o); });
    }
  }
}

void IdleCells::hand_over(std::size_t f, const Instruction& call) {
  const Function& function = program_.functions[f];
  const Function& callee = program_.functions[call.target];
  const auto cell = [&](Operand o) {
    return o.present() && !o.is_constant() ? functions_[f].by_register[o.index()] : kNone;
  };
  for (std::uint32_t n = 0; n < std::max(call.count, callee.parameters); ++n) {
    const std::uint32_t mine = n < call.count ? cell(function.arguments[call.target2 + n]) : kNone;
    const std::uint32_t theirs =
        n < callee.parameters ? functions_[call.target].by_register[n] : kNone;
    if (mine != kNone && theirs != kNone)
      unite(mine, theirs);
    else if (mine != kNone)
      expose(mine);
    else if (theirs != kNone)
      expose(theirs);
  }
}

}  // namespace overtake::ir
