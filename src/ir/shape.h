// The shape of each instruction: its name, its operands, the widths it takes. One table, from which
// the verifier, the printer, the parser and the passes all work, so that they cannot disagree.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ir/program.h"

namespace overtake::ir {

enum class Use : std::uint8_t { None, Needed, Optional };

// What `width` may be. `Ignored` means 0 or 64: nothing reads it.
enum class WidthRule : std::uint8_t {
  Ignored,
  Bits,       // 1..64
  FloatBits,  // 32, 64
  CallBits,   // 0 or 64; 128: the result is a pair
  Access,     // bytes: 1..8, 16
  Atomic,     // bytes: 1, 2, 4, 8, 16
  Word,       // bytes: 1, 2, 4, 8
  Chunk,      // bytes: 0 (no cap), 1, 2, 4, 8, 16
};

// What `sub` is.
enum class SubRule : std::uint8_t {
  None,       // 0
  Bits,       // bits of the result: 1..64
  FloatBits,  // bits of the result: 32, 64
  FloatPredicate,
  FloatFunction,
  RmwFunction,
  SyncOp,
  FenceKind,
  SleepKind,
  ErrorKind,
  Contents,
  Idle,  // 1: nothing depends on what it does (ir/mark_idle.h)
  CasAcquires,
};

// Which outcome of a Cas acquires, if its order does: C gives each an order of its own, and `order`
// is what the two ask for together.
enum class CasAcquires : std::uint8_t { Always, OnSuccess, OnFailure };

// How control leaves the instruction, besides errors.
enum class Flow : std::uint8_t {
  Next,  // to the next instruction
  Call,  // to the next instruction, or to the landing pad
  Jump,  // to targets in the function: Jump, Branch, Switch
  Stop,  // not within the function: Ret, Throw, Fail, ...
};

struct Shape {
  std::string_view name;
  Use dst = Use::None;
  Use a = Use::None;
  Use b = Use::None;
  Use c = Use::None;
  WidthRule width = WidthRule::Ignored;
  SubRule sub = SubRule::None;
  Flow flow = Flow::Next;
  bool ordered = false;  // `order` means something
  bool pure = false;     // computes dst from its operands, cannot fail, does nothing else
};

const Shape& shape(Opcode op);
std::optional<Opcode> opcode_named(std::string_view name);

// The operands that FMath and Sync take depend on `sub`: this is the shape with b and c settled.
Shape shape(const Instruction& instruction);

inline constexpr unsigned kOpcodes = static_cast<unsigned>(Opcode::Trap) + 1;

// Names of the values of `sub` and of orders: "olt", "sqrt", "exchange", "mutex_lock", "full",
// "assertion". Empty if `sub` is out of range.
std::string_view sub_name(SubRule rule, std::uint8_t sub);
std::optional<std::uint8_t> sub_named(SubRule rule, std::string_view name);
// Whether the text form leaves out the first name.
constexpr bool sub_may_be_left_out(SubRule rule) {
  return rule == SubRule::FenceKind || rule == SubRule::Contents || rule == SubRule::Idle ||
         rule == SubRule::CasAcquires;
}
std::string_view name(Order order);  // empty if out of range
std::optional<Order> order_named(std::string_view name);

// The width that the text form leaves out, and that the builder gives where it means nothing.
std::uint8_t default_width(Opcode op);

// How many registers, from dst on, the instruction writes (0, 1, 2 or 3).
unsigned results(const Instruction& instruction);

// Whether the values b and c are pairs of registers.
constexpr bool takes_pairs(const Instruction& i) {
  return i.width == 16 && (i.op == Opcode::Store || i.op == Opcode::Rmw || i.op == Opcode::Cas);
}

constexpr bool is_call(const Instruction& i) {
  return i.op == Opcode::Call || i.op == Opcode::CallIndirect;
}

// True if control never continues to the next instruction in the code.
inline bool ends_block(Opcode op) {
  const Flow flow = shape(op).flow;
  return flow == Flow::Jump || flow == Flow::Stop;
}

// Calls visit(operand, pair) for each operand that the instruction reads, arguments of calls too.
// `visit` may change the operand; pair: the register after it is read as well. LoopBound also reads
// its dst, which is not an operand.
template <class FunctionT, class InstructionT, class Visit>
void for_each_operand(FunctionT& function, InstructionT& i, Visit visit) {
  const bool pairs = takes_pairs(i);
  if (i.a.present()) visit(i.a, false);
  if (i.b.present()) visit(i.b, pairs);
  if (i.c.present()) visit(i.c, pairs);
  if (is_call(i))
    for (std::uint32_t k = 0; k < i.count; ++k) visit(function.arguments[i.target2 + k], false);
}

// Calls visit(target) for each instruction of the function that control may go to after `i` other
// than the next one; `visit` may change it.
template <class FunctionT, class InstructionT, class Visit>
void for_each_target(FunctionT& function, InstructionT& i, Visit visit) {
  switch (i.op) {
    case Opcode::Jump:
      visit(i.target);
      break;
    case Opcode::Branch:
      visit(i.target);
      visit(i.target2);
      break;
    case Opcode::Switch: {
      auto& table = function.switches[i.target];
      for (auto& [value, target] : table.cases) visit(target);
      visit(table.otherwise);
      break;
    }
    case Opcode::Call:
    case Opcode::CallIndirect:
      if (i.unwind != kNoTarget) visit(i.unwind);
      break;
    default:
      break;
  }
}

}  // namespace overtake::ir
