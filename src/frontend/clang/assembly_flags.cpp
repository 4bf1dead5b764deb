// Flags are registers of ours that hold 0 or 1. Which of them have a value is known at every place:
// the processor leaves some undefined, and what they were before the statement is not known.
// Reading one of those is refused.
#include <llvm/IR/Instructions.h>

#include "frontend/clang/assembly.h"

namespace overtake::frontend {

void Assembly::set_flag(Flag flag, Operand value) {
  if (!flags_[flag].present()) flags_[flag] = Operand::reg(f_.b_.fresh());
  f_.b_.move(flags_[flag].index(), value);
  known_ |= 1u << flag;
}

ir::Operand Assembly::flag(Flag flag) {
  if ((known_ >> flag & 1) == 0) refuse("a flag is read that nothing has set");
  const std::uint32_t copy = f_.b_.fresh();
  f_.b_.move(copy, flags_[flag]);
  return Operand::reg(copy);
}

ir::Operand Assembly::sign_bit(Operand a, unsigned bits) {
  return f_.op(Opcode::LShr, bits, a, f_.number(bits - 1));
}

void Assembly::result_flags(Operand result, unsigned bits) {
  set_flag(kZero, f_.is_zero(result, bits));
  set_flag(kSign, sign_bit(result, bits));
  // Parity of the low byte, even: 1.
  Operand x = f_.op(Opcode::And, 64, result, f_.number(0xff));
  for (unsigned shift : {4u, 2u, 1u})
    x = f_.op(Opcode::Xor, 64, x, f_.op(Opcode::LShr, 64, x, f_.number(shift)));
  set_flag(kParity, f_.not_(f_.op(Opcode::And, 64, x, f_.number(1))));
}

void Assembly::add_flags(Operand a, Operand b, Operand result, unsigned bits) {
  result_flags(result, bits);
  set_flag(kCarry, f_.op(Opcode::ULt, bits, result, a));
  const Operand differs = f_.op(Opcode::And, bits, f_.op(Opcode::Xor, bits, a, result),
                                f_.op(Opcode::Xor, bits, b, result));
  set_flag(kOverflow, sign_bit(differs, bits));
}

void Assembly::subtract_flags(Operand a, Operand b, Operand result, unsigned bits) {
  result_flags(result, bits);
  set_flag(kCarry, f_.op(Opcode::ULt, bits, a, b));
  const Operand differs =
      f_.op(Opcode::And, bits, f_.op(Opcode::Xor, bits, a, b), f_.op(Opcode::Xor, bits, a, result));
  set_flag(kOverflow, sign_bit(differs, bits));
}

void Assembly::logic_flags(Operand result, unsigned bits) {
  result_flags(result, bits);
  set_flag(kCarry, f_.number(0));
  set_flag(kOverflow, f_.number(0));
}

std::optional<ir::Operand> Assembly::condition(std::string_view name) {
  auto either = [&](Operand a, Operand b) { return f_.op(Opcode::Or, 64, a, b); };
  auto less = [&] { return f_.op(Opcode::Xor, 64, flag(kSign), flag(kOverflow)); };
  auto is = [&](std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, name) != names.end();
  };
  if (is({"o"})) return flag(kOverflow);
  if (is({"b", "c", "nae"})) return flag(kCarry);
  if (is({"e", "z"})) return flag(kZero);
  if (is({"be", "na"})) return either(flag(kCarry), flag(kZero));
  if (is({"s"})) return flag(kSign);
  if (is({"p", "pe"})) return flag(kParity);
  if (is({"l", "nge"})) return less();
  if (is({"le", "ng"})) return either(less(), flag(kZero));
  // The others are the opposites of these.
  static constexpr std::pair<std::string_view, std::string_view> kOpposites[] = {
      {"no", "o"}, {"ae", "b"}, {"nb", "b"},   {"nc", "b"}, {"ne", "e"},
      {"nz", "e"}, {"a", "be"}, {"nbe", "be"}, {"ns", "s"}, {"np", "p"},
      {"po", "p"}, {"ge", "l"}, {"nl", "l"},   {"g", "le"}, {"nle", "le"}};
  for (const auto& [opposite, of] : kOpposites)
    if (name == opposite) return f_.not_(*condition(of));
  return std::nullopt;
}

// --- labels and jumps ----------------------------------------------------------------------------

void Assembly::place_label(const std::string& name) {
  const bool numbered = std::isdigit(static_cast<unsigned char>(name.front())) != 0;
  const std::string full = numbered ? name + "#" + std::to_string(passed_[name]++) : name;
  auto [it, added] = labels_.try_emplace(full);
  Label& label = it->second;
  if (added) label.at = f_.b_.label();
  if (label.bound) refuse("label " + name + " stands twice");
  // Control also comes from above, unless a jump stands there. Of what comes from below nothing is
  // known yet.
  if (reachable_) label.known &= known_;
  if (!numbered || backward_.contains(name)) label.known = 0;
  known_ = label.known;
  reachable_ = true;
  label.bound = true;
  label.position = position_;
  f_.b_.bind(label.at);
}

std::string Assembly::label_of(const AsmOperand& o) {
  if (o.kind != AsmOperand::Kind::Label || o.name.empty()) refuse("operand " + o.text);
  const bool numbered = std::isdigit(static_cast<unsigned char>(o.name.front())) != 0;
  if (!numbered) return o.name;
  const char direction = o.name.back();
  const std::string number = o.name.substr(0, o.name.size() - 1);
  if (direction != 'f' && direction != 'b') refuse("operand " + o.text);
  const unsigned passed = passed_[number];
  if (direction == 'b' && passed == 0) refuse("operand " + o.text);
  return number + "#" + std::to_string(direction == 'f' ? passed : passed - 1);
}

void Assembly::jump(const AsmInstruction& i, std::optional<Operand> when) {
  if (i.operands.size() != 1) refuse(i.mnemonic);
  const AsmOperand& o = i.operands[0];
  ir::Label target;
  if (const auto* branch = llvm::dyn_cast<llvm::CallBrInst>(&call_);
      branch != nullptr && o.kind == AsmOperand::Kind::Label && o.modifier == 'l') {
    // asm goto: labels are numbered after all other operands.
    const std::size_t first = cells_.size() - branch->getNumIndirectDests();
    if (o.argument < first || o.argument >= cells_.size()) refuse("operand " + o.text);
    if (!outputs_.empty()) refuse("outputs of asm goto");
    target = f_.edge_label(branch->getParent(),
                           branch->getIndirectDest(static_cast<unsigned>(o.argument - first)));
  } else {
    auto [it, added] = labels_.try_emplace(label_of(o));
    Label& label = it->second;
    if (added) label.at = f_.b_.label();
    label.known &= known_;
    if (label.bound) upwards_.emplace_back(position_, label.position);
    target = label.at;
  }
  const ir::Label next = f_.b_.label();
  if (when)
    f_.b_.branch(*when, target, next);
  else
    f_.b_.jump(target);
  f_.b_.bind(next);
  reachable_ = when.has_value();
}

}  // namespace overtake::frontend
