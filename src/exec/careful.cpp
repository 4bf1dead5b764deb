// Values that were never set: how computation carries them along, and what must not depend on them.
//
// A bit of a register or of a private object is defined or not (undefined.h); memory that threads
// share knows whole bytes. The rules are those of memory checkers that follow bits: a result bit is
// undefined if it can differ for different values of the undefined operand bits, exactly for
// bitwise operations, shifts and comparisons, and rounded up for arithmetic (everything above the
// lowest undefined bit). So bit-fields, padding and copies of structures raise no alarm. Nothing is
// said until a branch, an address, a division or an output depends on such a bit.
//
// A byte that is undefined in part counts as defined once it is in shared memory: that may miss an
// error, and never invents one.
#include <algorithm>
#include <bit>

#include "exec/interpreter.h"
#include "ir/evaluate.h"
#include "ir/shape.h"

namespace overtake::exec {

using ir::Instruction;
using ir::Opcode;

namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

std::uint64_t low_bits(unsigned n) { return n >= 64 ? kAll : (std::uint64_t{1} << n) - 1; }

// The mask with all bits of each byte whose bit is set in the low half of `bytes`.
std::uint64_t bits_of(unsigned bytes) {
  std::uint64_t mask = 0;
  for (unsigned k = 0; k < 8; ++k)
    if ((bytes >> k & 1) != 0) mask |= std::uint64_t{0xff} << (8 * k);
  return mask;
}

// The bytes that are undefined as a whole.
unsigned bytes_of(std::uint64_t mask) {
  unsigned bytes = 0;
  for (unsigned k = 0; k < 8; ++k)
    if ((mask >> (8 * k) & 0xff) == 0xff) bytes |= 1u << k;
  return bytes;
}

// An operand: its bits, and which of them are undefined.
struct Bits {
  std::uint64_t value;
  std::uint64_t mask;

  std::uint64_t least() const { return value & ~mask; }
  std::uint64_t most() const { return value | mask; }
};

bool comparison_undefined(const Instruction& i, Bits a, Bits b) {
  const std::uint64_t width = low_bits(i.width);
  a = {a.value & width, a.mask & width};
  b = {b.value & width, b.mask & width};
  if ((a.mask | b.mask) == 0) return false;
  if (i.op == Opcode::Eq || i.op == Opcode::Ne)
    return ((a.value ^ b.value) & ~(a.mask | b.mask)) == 0;
  const bool is_signed = i.op == Opcode::SLt || i.op == Opcode::SLe;
  const std::uint64_t flip = is_signed ? std::uint64_t{1} << (i.width - 1) : 0;
  a.value ^= flip & ~a.mask;  // an undefined bit stays what it is: anything
  b.value ^= flip & ~b.mask;
  const bool or_equal = i.op == Opcode::ULe || i.op == Opcode::SLe;
  const auto below = [&](std::uint64_t x, std::uint64_t y) { return or_equal ? x <= y : x < y; };
  return below(a.least(), b.most()) != below(a.most(), b.least());
}

std::uint64_t from_bit(unsigned n) { return n >= 64 ? 0 : kAll << n; }

unsigned lowest_product(std::uint64_t x, std::uint64_t y) {
  return static_cast<unsigned>(std::countr_zero(x) + std::countr_zero(y));
}

// The undefined bits of what a pure instruction computes.
std::uint64_t result_mask(const Instruction& i, Bits a, Bits b, Bits c) {
  const std::uint64_t width = low_bits(i.width);
  const std::uint64_t either = a.mask | b.mask;
  switch (i.op) {
    case Opcode::Undef:
      return width;
    case Opcode::Freeze:
      return 0;
    case Opcode::Mov:
      return a.mask;
    case Opcode::And:
      return either & a.most() & b.most();
    case Opcode::Or:
      return either & ~a.least() & ~b.least();
    case Opcode::Xor:
      return either;
    case Opcode::Add:
    case Opcode::Sub:
      return from_bit(static_cast<unsigned>(std::countr_zero(either))) & width;
    case Opcode::Mul:
      // The lowest undefined bit of either factor, times the lowest bit that the other can have.
      return from_bit(
                 std::min(lowest_product(a.mask, b.most()), lowest_product(b.mask, a.most()))) &
             width;
    case Opcode::Shl:
      return b.mask != 0 ? width : b.value >= i.width ? 0 : (a.mask << b.value) & width;
    case Opcode::LShr:
      return b.mask != 0 ? width : b.value >= i.width ? 0 : a.mask >> b.value;
    case Opcode::AShr:
    case Opcode::SExt:
      if (b.mask != 0) return width;
      return *ir::evaluate(i, a.mask, b.value, 0);
    case Opcode::Trunc:
      return a.mask & width;
    case Opcode::Select:
      if (a.mask != 0 && a.least() == 0) return b.mask | c.mask | (b.value ^ c.value);
      return a.value != 0 ? b.mask : c.mask;
    case Opcode::Eq:
    case Opcode::Ne:
    case Opcode::ULt:
    case Opcode::ULe:
    case Opcode::SLt:
    case Opcode::SLe:
      return comparison_undefined(i, a, b) ? 1 : 0;
    case Opcode::FCmp:
      return either != 0 ? 1 : 0;
    case Opcode::FToS:
    case Opcode::FToU:
    case Opcode::SToF:
    case Opcode::UToF:
    case Opcode::FToF:
      return a.mask != 0 ? low_bits(i.sub) : 0;
    default:  // floating point, divisions
      return (either | c.mask) != 0 ? width : 0;
  }
}

}  // namespace

Undefined Interpreter::undefined(ir::Operand o) const {
  if (!o.present() || o.is_constant()) return {};
  return t_.undefined_.at(word_of(o.index()));
}

// The undefined bits of the instruction's result.
Undefined Interpreter::compute_undefined(const Instruction& i) {
  const Undefined a = undefined(i.a);
  const Undefined b = undefined(i.b);
  const Undefined c = undefined(i.c);
  const std::uint64_t mask =
      result_mask(i, {value(i.a), a.mask}, {value(i.b), b.mask}, {value(i.c), c.mask});
  return {mask, a ? a.origin : b ? b.origin : c ? c.origin : i.source};
}

bool Interpreter::fail_undefined(const Undefined& u, ir::SourceId source) {
  fail(ir::ErrorKind::Uninitialized, source);
  t_.error_.origin = u.origin;
  return true;
}

// Whether something that must not depend on undefined bits does; then the thread has failed.
bool Interpreter::depends_on_undefined(const Instruction& i) {
  const auto any = [&](std::initializer_list<ir::Operand> operands) {
    return std::any_of(operands.begin(), operands.end(), [&](ir::Operand o) {
      const Undefined u = undefined(o);
      return u && fail_undefined(u, i.source);
    });
  };
  switch (i.op) {
    case Opcode::Branch:
    case Opcode::Assume: {
      const Undefined u = undefined(i.a);
      return u && (value(i.a) & ~u.mask) == 0 && fail_undefined(u, i.source);
    }
    case Opcode::UDiv:
    case Opcode::SDiv:
    case Opcode::URem:
    case Opcode::SRem:
      return any({i.b});
    case Opcode::MemCopy:
      return any({i.a, i.b, i.c});
    case Opcode::MemSet:
      return any({i.a, i.c});
    case Opcode::Cas:
    case Opcode::Sync:
    case Opcode::Print:
    case Opcode::Mark:
      return any({i.a, i.b});
    case Opcode::Switch:
    case Opcode::CallIndirect:
    case Opcode::Load:
    case Opcode::Store:
    case Opcode::Rmw:
    case Opcode::Alloca:
    case Opcode::Alloc:
    case Opcode::Free:
    case Opcode::ObjectSize:
    case Opcode::Spawn:
    case Opcode::Join:
    case Opcode::Choose:
    case Opcode::Show:
    case Opcode::Sleep:
      return any({i.a});
    default:
      return false;
  }
}

bool Interpreter::run_carefully() {
  const Instruction& i = instruction();
  if (depends_on_undefined(i)) return false;
  if (i.op == Opcode::Jump || i.op == Opcode::Branch) {
    t_.stack_[t_.frame_ + kPc] = i.op == Opcode::Jump || value(i.a) != 0 ? i.target : i.target2;
    return true;
  }
  const bool divides = i.op >= Opcode::UDiv && i.op <= Opcode::SRem;
  if (!ir::shape(i.op).pure && !divides) return slow(i);
  const Undefined u = compute_undefined(i);
  if (const auto v = divides ? std::nullopt : ir::evaluate(i, value(i.a), value(i.b), value(i.c))) {
    set(i.dst, *v);
    advance();
  } else if (!slow(i)) {
    return false;
  }
  if (u) t_.undefined_.set(word_of(i.dst), u);
  return true;
}

// The operand's value, with the bytes that were never set.
Value Interpreter::mark_undefined(Value v, ir::Operand o, unsigned size) const {
  if (t_.undefined_.empty() || !o.present() || o.is_constant()) return v;
  const auto add = [&](std::uint32_t reg, unsigned shift, unsigned bytes) {
    const Undefined u = t_.undefined_.at(word_of(reg));
    if (!u) return;
    const unsigned whole = bytes_of(u.mask) & ((1u << bytes) - 1);
    v.undefined |= static_cast<std::uint16_t>(whole << shift);
    (shift == 0 ? v.lo : v.hi) &= ~bits_of(whole);
    v.origin = u.origin;
  };
  add(o.index(), 0, std::min(size, 8u));
  if (size > 8) add(o.index() + 1, 8, size - 8);
  return v;
}

void Interpreter::set(std::uint32_t reg, const Value& v, unsigned size) {
  set(reg, v.lo);
  if (size == 16) set(reg + 1, v.hi);
  if (v.undefined == 0 || reg == ir::kNoRegister) return;
  if ((v.undefined & 0xff) != 0)
    t_.undefined_.set(word_of(reg), {bits_of(v.undefined & 0xff), v.origin});
  if (v.undefined >> 8 != 0)
    t_.undefined_.set(word_of(reg + 1), {bits_of(v.undefined >> 8), v.origin});
}

// --- private objects -----------------------------------------------------------------------------

namespace {

// The word of the stack that holds the byte at a private address, and the byte's place in it.
std::pair<std::size_t, unsigned> stack_byte(Address address) {
  const std::uint64_t offset = (address & (kSlotSpan - 1)) - kOffsetBias;
  const std::uint64_t word = slot_bits(address) - kFirstPrivateSlot;
  return {word + offset / 8, static_cast<unsigned>(offset % 8)};
}

}  // namespace

// The undefined bits of up to 8 bytes at a private address.
Undefined Interpreter::private_undefined(Address address, unsigned size) const {
  const auto [word, byte] = stack_byte(address);
  const Undefined first = t_.undefined_.at(word);
  Undefined u{first.mask >> (8 * byte), first.origin};
  if (byte + size > 8) {
    const Undefined second = t_.undefined_.at(word + 1);
    u.mask |= second.mask << (8 * (8 - byte));
    if (!first) u.origin = second.origin;
  }
  u.mask &= low_bits(8 * size);
  return u;
}

void Interpreter::set_private_undefined(Address address, unsigned size, const Undefined& u) {
  const auto [word, byte] = stack_byte(address);
  const auto merge = [&](std::size_t w, std::uint64_t written, std::uint64_t mask) {
    const Undefined old = t_.undefined_.at(w);
    const std::uint64_t merged = (old.mask & ~written) | (mask & written);
    if (merged != old.mask) t_.undefined_.set(w, {merged, mask != 0 ? u.origin : old.origin});
  };
  const std::uint64_t all = low_bits(8 * size);
  merge(word, all << (8 * byte), u.mask << (8 * byte));
  if (byte + size > 8) merge(word + 1, all >> (8 * (8 - byte)), u.mask >> (8 * (8 - byte)));
}

void Interpreter::load_undefined(const Instruction& i, Address address) {
  if (t_.undefined_.empty() || !is_private(address)) return;
  t_.undefined_.set(word_of(i.dst), private_undefined(address, std::min<unsigned>(i.width, 8)));
  if (i.width == 16) t_.undefined_.set(word_of(i.dst + 1), private_undefined(address + 8, 8));
}

void Interpreter::store_undefined(const Instruction& i, Address address) {
  if (t_.undefined_.empty()) return;
  if (const Undefined u = undefined(i.b))
    set_private_undefined(address, std::min<unsigned>(i.width, 8), u);
  if (i.width != 16 || i.b.is_constant()) return;
  if (const Undefined u = t_.undefined_.at(word_of(i.b.index() + 1)))
    set_private_undefined(address + 8, 8, u);
}

// What was read at a private address, with the bytes that were never set.
Value Interpreter::read_undefined(Value v, Address address, unsigned size) const {
  for (unsigned done = 0; done < size; done += 8) {
    const Undefined u = private_undefined(address + done, std::min(size - done, 8u));
    if (!u) continue;
    const unsigned whole = bytes_of(u.mask);
    v.undefined |= static_cast<std::uint16_t>(whole << done);
    v.origin = u.origin;
  }
  return v;
}

void Interpreter::write_undefined(Address address, unsigned size, const Value& v) {
  for (unsigned done = 0; done < size; done += 8)
    set_private_undefined(address + done, std::min(size - done, 8u),
                          {bits_of(v.undefined >> done & 0xff), v.origin});
}

}  // namespace overtake::exec
