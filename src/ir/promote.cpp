#include "ir/promote.h"

#include <vector>

#include "ir/definitions.h"
#include "ir/rewrite.h"
#include "ir/shape.h"

namespace overtake::ir {
namespace {

constexpr std::uint32_t kNot = 0xffffffffu;

bool accesses_word(const Instruction& i) {
  return (i.op == Opcode::Load || i.op == Opcode::Store) && i.width == 8;
}

// By register that holds the address: the register that takes the place of the variable.
std::vector<std::uint32_t> find_variables(Function& f) {
  const std::vector<std::uint32_t> definitions = definition_counts(f);
  std::vector<std::uint32_t> place(f.registers, kNot);
  for (const Instruction& i : f.code)
    if (i.op == Opcode::Alloca && i.count == 1 && i.a.is_constant() &&
        f.constants[i.a.index()] == 8 && definitions[i.dst] == 1)
      place[i.dst] = 0;
  const auto keep = [&](Operand o) {
    if (o.present() && !o.is_constant()) place[o.index()] = kNot;
  };
  for (const Instruction& i : f.code) {
    if (accesses_word(i)) {
      keep(i.b);
      keep(i.c);
    } else if (i.op != Opcode::Alloca) {
      for_each_operand(f, i, [&](Operand o, bool pair) {
        keep(o);
        if (pair && !o.is_constant()) place[o.index() + 1] = kNot;
      });
      if (i.op == Opcode::LoopBound && i.dst != kNoRegister) place[i.dst] = kNot;
    }
  }
  for (std::uint32_t& p : place)
    if (p != kNot) p = f.registers++;
  return place;
}

void promote(Function& f) {
  const std::vector<std::uint32_t> place = find_variables(f);
  if (place.size() == f.registers) return;
  f.constants.push_back(0);
  const Operand zero = Operand::constant(static_cast<std::uint32_t>(f.constants.size() - 1));
  for (Instruction& i : f.code) {
    if (i.op == Opcode::Alloca && place[i.dst] != kNot) {
      const bool undefined = static_cast<Contents>(i.sub) == Contents::Uninitialized;
      const std::uint32_t dst = place[i.dst];
      i = undefined
              ? Instruction{.op = Opcode::Undef, .width = 64, .dst = dst, .source = i.source}
              : Instruction{
                    .op = Opcode::Mov, .width = 64, .dst = dst, .a = zero, .source = i.source};
    } else if (accesses_word(i) && !i.a.is_constant() && place[i.a.index()] != kNot) {
      const Operand variable = Operand::reg(place[i.a.index()]);
      const bool loads = i.op == Opcode::Load;
      i = {.op = Opcode::Mov,
           .width = 64,
           .dst = loads ? i.dst : variable.index(),
           .a = loads ? variable : i.b,
           .source = i.source};
    }
  }
}

}  // namespace

void promote(Program& program) {
  for (Function& f : program.functions) promote(f);
}

}  // namespace overtake::ir
