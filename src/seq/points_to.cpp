#include "seq/points_to.h"

#include "ir/shape.h"

namespace overtake::seq {

using ir::Opcode;
using ir::Operand;

PointsTo::PointsTo(const BoundedProgram& program) : program_(program) {
  const std::size_t objects = program.program.globals.size();
  results_.assign(objects, false);
  contents_.assign(objects, Set(objects, false));
  for (std::size_t g = 0; g < objects; ++g) {
    const std::vector<std::uint8_t>& bytes = program.program.globals[g].initial;
    for (std::size_t k = 0; k < bytes.size(); ++k) {
      std::uint64_t word = 0;
      for (std::size_t b = 0; b < 8 && k + b < bytes.size(); ++b)
        word |= std::uint64_t{bytes[k + b]} << (8 * b);
      add_constant(contents_[g], word);
    }
  }
  for (const ir::Function& f : program.program.functions)
    registers_.emplace_back(f.registers, Set(objects, false));
  solve();
}

void PointsTo::add_constant(Set& to, std::uint64_t v) const {
  const std::uint64_t slot = slot_bits(v);
  if (slot == 0 || slot >= program_.program.next_global_slot) return;
  const ir::GlobalId g = program_.program.global_of_slot[slot];
  if (g.valid()) to[g.index()] = true;
}

PointsTo::Set PointsTo::value(std::uint32_t instance, Operand o) const {
  if (o.present() && !o.is_constant()) return registers_[instance][o.index()];
  Set s(contents_.size(), false);
  if (o.present()) add_constant(s, program_.program.functions[instance].constants[o.index()]);
  return s;
}

std::vector<ir::GlobalId> PointsTo::objects(std::uint32_t instance, Operand o) const {
  const Set s = value(instance, o);
  std::vector<ir::GlobalId> out;
  for (std::size_t g = 0; g < s.size(); ++g)
    if (s[g]) out.emplace_back(g);
  return out;
}

bool PointsTo::add(Set& to, const Set& from) {
  bool grown = false;
  for (std::size_t g = 0; g < from.size(); ++g)
    if (from[g] && !to[g]) {
      to[g] = true;
      grown = true;
    }
  return grown;
}

bool PointsTo::step(std::uint32_t t, const ir::Instruction& i) {
  bool grown = false;
  const auto into_dst = [&](const Set& s) {
    if (i.dst == ir::kNoRegister) return;
    grown |= add(registers_[t][i.dst], s);
    if (i.width == 16 && i.op == Opcode::Load) grown |= add(registers_[t][i.dst + 1], s);
  };
  if (ir::shape(i.op).pure) {
    if (i.op >= Opcode::Eq && i.op <= Opcode::SLe) return false;
    if (i.op != Opcode::Select) into_dst(value(t, i.a));
    into_dst(value(t, i.b));
    into_dst(value(t, i.c));
    return grown;
  }
  switch (i.op) {
    case Opcode::Load:
    case Opcode::Rmw:
    case Opcode::Cas:
    case Opcode::Store: {
      const Set stored = value(t, i.op == Opcode::Cas ? i.c : i.b);
      for (const ir::GlobalId g : objects(t, i.a)) {
        if (i.op != Opcode::Store) into_dst(contents_[g.index()]);
        if (i.op != Opcode::Load) grown |= add(contents_[g.index()], stored);
      }
      return grown;
    }
    case Opcode::Sync:
      for (const ir::GlobalId g : objects(t, i.a)) into_dst(contents_[g.index()]);
      return grown;
    case Opcode::Spawn: {
      const std::uint64_t f =
          slot_bits(program_.program.functions[t].constants[i.a.index()]) - ir::kFirstFunctionSlot;
      return add(registers_[f][0], value(t, i.b));
    }
    case Opcode::Join:
      into_dst(results_);
      return grown;
    case Opcode::Ret:
      return add(results_, value(t, i.a));
    default:
      return false;
  }
}

void PointsTo::solve() {
  for (bool grown = true; grown;) {
    grown = false;
    for (std::uint32_t t = 0; t < program_.instances.size(); ++t)
      for (const ir::Instruction& i : program_.program.functions[t].code) grown |= step(t, i);
  }
}

}  // namespace overtake::seq
