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

ir::Operand Values::truth(const Rvalue& v) {
  if (v.type.is_wide()) return wide_.is_not_zero(v.operand);
  return code_.binary(Opcode::Ne, v.type.bits(), v.operand, code_.constant(0));
}

Rvalue Values::copy(ir::Operand from, Type type) {
  const std::uint32_t r = fresh(type);
  move(r, {from, type});
  return {ir::Operand::reg(r), type};
}

void Values::move(std::uint32_t to, const Rvalue& v) {
  code_.move(to, v.operand);
  if (v.type.is_wide()) code_.move(to + 1, WideNumbers::halves(v.operand).high);
}

ir::Operand Values::constant(Number n, Type type) {
  if (!type.is_wide()) return code_.constant(low_half(n));
  return wide_.pair({code_.constant(low_half(n)), code_.constant(high_half(n))});
}

Rvalue Values::convert(Rvalue v, Type to) {
  to.atomic = false;
  if (to.is_wide() && !v.type.is_wide()) {
    Type word = to;
    word.base_bytes = 8;
    return {wide_.extend(convert(v, word).operand, v.type.is_signed()), to};
  }
  if (v.type.is_wide() && to.bytes() == 8) return {v.operand, to};
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
  if (op == "!") return {code_.binary(Opcode::Eq, 64, truth(v), zero), kInt};
  if (v.type.is_wide() && op != "+") {
    const Rvalue from{constant(op == "-" ? 0 : -1, v.type), v.type};
    return binary_wide("-", from, v, v.type);  // ~x is -1 - x
  }
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
  if (op == "<<" || op == ">>") return shift(op == ">>", a, b);
  const Type type = common(a.type, b.type);
  a = convert(a, type);
  b = convert(b, type);
  if (type.is_wide()) return binary_wide(op, a, b, type);
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

Rvalue Values::shift(bool right, const Rvalue& a, const Rvalue& b) {
  const bool is_signed = a.type.is_signed();
  const ir::Operand count =
      code_.binary(Opcode::And, 64, b.operand, code_.constant(a.type.bits() - 1));
  if (a.type.is_wide())
    return {
        right ? wide_.shift_right(a.operand, count, is_signed) : wide_.shift_left(a.operand, count),
        a.type};
  const Opcode opcode = !right ? Opcode::Shl : is_signed ? Opcode::AShr : Opcode::LShr;
  return {code_.binary(opcode, a.type.bits(), a.operand, count), a.type};
}

// Both have the type. There is no division: the caller has refused it.
Rvalue Values::binary_wide(std::string_view op, const Rvalue& a, const Rvalue& b, Type type) {
  const bool is_signed = type.is_signed();
  if (op == "==" || op == "!=") {
    const ir::Operand same =
        wide_.equal(WideNumbers::halves(a.operand), WideNumbers::halves(b.operand));
    return {op == "==" ? same : code_.binary(Opcode::Xor, 64, same, code_.constant(1)), kInt};
  }
  if (op[0] == '<') return {wide_.less(a.operand, b.operand, op.size() > 1, is_signed), kInt};
  if (op[0] == '>') return {wide_.less(b.operand, a.operand, op.size() > 1, is_signed), kInt};
  return {wide_.compute(op, a.operand, b.operand), type};
}

Rvalue Values::add_unless(const Rvalue& p, const Rvalue& v, const Rvalue& unless) {
  Type type = p.type.pointee();
  type.atomic = false;
  const Rvalue addend = convert(v, type), bad = convert(unless, type);
  const std::uint32_t added = code_.fresh();
  const ir::Label again = code_.label(), try_it = code_.label(), done = code_.label();
  code_.jump(again);
  code_.bind(again);
  const Rvalue old{code_.load(p.operand, type.bytes(), ir::Order::Relaxed), type};
  code_.move(added, code_.constant(0));
  code_.branch(binary("==", old, bad).operand, done, try_it);
  code_.bind(try_it);
  const ir::Operand now = convert(binary("+", old, addend), type).operand;
  code_.move(added, code_.constant(1));
  code_.branch(code_.cas(p.operand, old.operand, now, type.bytes(), ir::Order::SeqCst).second, done,
               again);
  code_.bind(done);
  return {ir::Operand::reg(added), kInt};
}

std::optional<Rvalue> Values::rmw(const Call& f, const Rvalue& p, const Rvalue& v) {
  Type type = p.type.pointee();
  type.atomic = false;
  const Rvalue operand = convert(v, type);
  const Rvalue old{code_.rmw(f.function, p.operand, operand.operand, type.bytes(), f.order), type};
  if (f.returns == Returns::Nothing) return std::nullopt;
  if (f.returns == Returns::Old) return old;
  static const std::map<ir::RmwFunction, std::string_view> kOperators = {
      {ir::RmwFunction::Add, "+"},
      {ir::RmwFunction::Sub, "-"},
      {ir::RmwFunction::Or, "|"},
      {ir::RmwFunction::Xor, "^"},
      {ir::RmwFunction::And, "&"}};
  const Rvalue now = convert(binary(kOperators.at(f.function), old, operand), type);
  return f.returns == Returns::New ? now : unary("!", now);
}

}  // namespace overtake::litmus::c
