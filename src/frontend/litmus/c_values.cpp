#include "frontend/litmus/c_values.h"

#include <map>
#include <utility>

namespace overtake::litmus::c {

using ir::Opcode;

Rvalue Values::load(const Rvalue& p, ir::Order order) {
  Type type = p.type.pointee();
  type.atomic = false;
  return {code_.load(p.operand, type.bytes(), order), type};
}

void Values::store(const Rvalue& p, const Rvalue& v, ir::Order order) {
  const Type type = p.type.pointee();
  code_.store(p.operand, convert(v, type).operand, type.bytes(), order);
}

Rvalue Values::convert(Rvalue v, Type to) {
  to.atomic = false;
  if (to.bytes() > v.type.bytes() && v.type.is_signed()) {
    const std::uint32_t r = code_.fresh();
    code_.emit({.op = Opcode::SExt,
                .width = static_cast<std::uint8_t>(v.type.bits()),
                .sub = static_cast<std::uint8_t>(to.bits()),
                .dst = r,
                .a = v.operand});
    return {ir::Operand::reg(r), to};
  }
  if (to.bytes() < v.type.bytes()) {
    const std::uint64_t mask = (std::uint64_t{1} << to.bits()) - 1;
    return {code_.binary(Opcode::And, 64, v.operand, code_.constant(mask)), to};
  }
  return {v.operand, to};
}

Rvalue Values::promote(Rvalue v) { return v.type.bytes() < 4 ? convert(v, kInt) : v; }

Type Values::common(Type a, Type b) {
  if (a.bytes() != b.bytes()) return a.bytes() > b.bytes() ? a : b;
  return a.is_signed() ? b : a;
}

Rvalue Values::unary(std::string_view op, Rvalue v) {
  v = promote(v);
  const unsigned bits = v.type.bits();
  const ir::Operand zero = code_.constant(0);
  if (op == "!") return {code_.binary(Opcode::Eq, bits, v.operand, zero), kInt};
  if (op == "-") return {code_.binary(Opcode::Sub, bits, zero, v.operand), v.type};
  if (op == "~")
    return {code_.binary(Opcode::Sub, bits, code_.binary(Opcode::Sub, bits, zero, v.operand),
                         code_.constant(1)),
            v.type};
  return v;
}

Rvalue Values::binary(std::string_view op, Rvalue a, Rvalue b) {
  a = promote(a);
  b = promote(b);
  if (a.type.is_pointer() && !b.type.is_pointer() && (op == "+" || op == "-")) {
    const ir::Operand scaled = code_.binary(
        Opcode::Mul, 64,
        convert(b, Type{.base_bytes = 8, .base_signed = true, .atomic = false, .pointers = 0})
            .operand,
        code_.constant(a.type.pointee().bytes()));
    return {code_.binary(op == "+" ? Opcode::Add : Opcode::Sub, 64, a.operand, scaled), a.type};
  }
  if (op == "<<" || op == ">>") {
    const bool right = op == ">>";
    const Opcode opcode = !right ? Opcode::Shl : a.type.is_signed() ? Opcode::AShr : Opcode::LShr;
    const ir::Operand count =
        code_.binary(Opcode::And, 64, b.operand, code_.constant(a.type.bits() - 1));
    return {code_.binary(opcode, a.type.bits(), a.operand, count), a.type};
  }
  const Type type = common(a.type, b.type);
  a = convert(a, type);
  b = convert(b, type);
  const bool is_signed = type.is_signed();
  const unsigned bits = type.bits();
  static const std::map<std::string_view, Opcode> kPlain = {{"+", Opcode::Add}, {"-", Opcode::Sub},
                                                            {"*", Opcode::Mul}, {"&", Opcode::And},
                                                            {"|", Opcode::Or},  {"^", Opcode::Xor}};
  if (const auto found = kPlain.find(op); found != kPlain.end())
    return {code_.binary(found->second, bits, a.operand, b.operand), type};
  if (op == "/")
    return {code_.binary(is_signed ? Opcode::SDiv : Opcode::UDiv, bits, a.operand, b.operand),
            type};
  if (op == "%")
    return {code_.binary(is_signed ? Opcode::SRem : Opcode::URem, bits, a.operand, b.operand),
            type};
  if (op == "==") return {code_.binary(Opcode::Eq, bits, a.operand, b.operand), kInt};
  if (op == "!=") return {code_.binary(Opcode::Ne, bits, a.operand, b.operand), kInt};
  if (op[0] == '>') std::swap(a, b);
  const Opcode opcode = op.size() > 1 ? (is_signed ? Opcode::SLe : Opcode::ULe)
                                      : (is_signed ? Opcode::SLt : Opcode::ULt);
  return {code_.binary(opcode, bits, a.operand, b.operand), kInt};
}

Rvalue Values::add_unless(const Rvalue& p, const Rvalue& v, const Rvalue& unless) {
  Type type = p.type.pointee();
  type.atomic = false;
  const ir::Operand addend = convert(v, type).operand, bad = convert(unless, type).operand;
  const std::uint32_t added = code_.fresh();
  const ir::Label again = code_.label(), try_it = code_.label(), done = code_.label();
  code_.jump(again);
  code_.bind(again);
  const ir::Operand old = code_.load(p.operand, type.bytes(), ir::Order::Relaxed);
  code_.move(added, code_.constant(0));
  code_.branch(code_.binary(Opcode::Eq, type.bits(), old, bad), done, try_it);
  code_.bind(try_it);
  const ir::Operand now = code_.binary(Opcode::Add, type.bits(), old, addend);
  code_.move(added, code_.constant(1));
  code_.branch(code_.cas(p.operand, old, now, type.bytes(), ir::Order::SeqCst).second, done, again);
  code_.bind(done);
  return {ir::Operand::reg(added), kInt};
}

std::optional<Rvalue> Values::rmw(const Call& f, const Rvalue& p, const Rvalue& v) {
  Type type = p.type.pointee();
  type.atomic = false;
  const ir::Operand operand = convert(v, type).operand;
  const ir::Operand old = code_.rmw(f.function, p.operand, operand, type.bytes(), f.order);
  if (f.returns == Returns::Nothing) return std::nullopt;
  if (f.returns == Returns::Old) return Rvalue{old, type};
  static const std::map<ir::RmwFunction, Opcode> kOpcodes = {{ir::RmwFunction::Add, Opcode::Add},
                                                             {ir::RmwFunction::Sub, Opcode::Sub},
                                                             {ir::RmwFunction::Or, Opcode::Or},
                                                             {ir::RmwFunction::Xor, Opcode::Xor},
                                                             {ir::RmwFunction::And, Opcode::And}};
  const ir::Operand now = code_.binary(kOpcodes.at(f.function), type.bits(), old, operand);
  if (f.returns == Returns::New) return Rvalue{now, type};
  return Rvalue{code_.binary(Opcode::Eq, type.bits(), now, code_.constant(0)), kInt};
}

}  // namespace overtake::litmus::c
