// What the instructions do. Those on memory without `lock` are a load and a store, as on the
// processor; with `lock`, and xchg always, they are one step and a full fence.
#include "frontend/clang/assembly.h"
#include "frontend/x86_suffix.h"

namespace overtake::frontend {
namespace {

using R = ir::RmwFunction;

std::uint64_t all_ones(unsigned bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

}  // namespace

// Without a suffix the registers tell the size; with one they must agree, as assemblers demand.
bool Assembly::is(const AsmInstruction& i, std::string_view base, std::size_t operands,
                  unsigned& bytes) {
  const std::string& m = i.mnemonic;
  const bool suffixed =
      m.size() == base.size() + 1 && m.starts_with(base) && suffix_bytes(m.back()) != 0;
  if ((m != base && !suffixed) || i.operands.size() != operands) return false;
  bytes = suffixed ? suffix_bytes(m.back()) : 0;
  for (const AsmOperand& o : i.operands) {
    const unsigned own = size_of(o);
    if (own == 0) continue;
    if (bytes != 0 && own != bytes) refuse("the size of operand " + o.text);
    bytes = own;
  }
  if (bytes == 0) refuse("the size of its operand is not known");
  return true;
}

void Assembly::instruction(const AsmInstruction& i) {
  if (without_operands(i) || foreign_fence(i)) return;
  if (i.repeat) refuse("rep " + i.mnemonic);
  if (stack_fence(i) || exchanging(i) || two_operands(i) || one_operand(i) || bit_test(i)) return;
  if (i.lock) refuse("lock " + i.mnemonic);
  if (conditional(i) || moving(i) || extending(i) || shift(i) || multiply(i) || bit_scan(i)) return;
  refuse(i.mnemonic);
}

bool Assembly::without_operands(const AsmInstruction& i) {
  const std::string& m = i.mnemonic;
  if (m.starts_with("prefetch") && i.operands.size() == 1 && !i.lock) return true;
  if (m == ".byte" && i.operands.size() == 2 && i.operands[0].text == "0xf3" &&
      i.operands[1].text == "0x90")
    return true;  // pause, for old assemblers
  if (!i.operands.empty() || i.lock) return false;
  if (m == "mfence") {
    f_.b_.fence(ir::kFullFence);
  } else if (m == "sfence") {
    f_.b_.fence(ir::kStoreFence);
  } else if (m == "ud2" || m == "int3") {
    f_.b_.fail(ir::ErrorKind::Abort, "the instruction " + m);
    f_.b_.bind(f_.b_.label());
    reachable_ = false;
  } else if (m == "rdtsc" || m == "rdtscp") {  // as the builtins: a clock that stands still
    for (unsigned r : {unsigned{kAx}, unsigned{kDx}, unsigned{kCx}}) {
      if (r == kCx && m == "rdtsc") continue;
      note_write(r, m);
      write_register(machine_register(r), f_.number(0), 8);
    }
  } else if (m == "cltq" || m == "cdqe") {
    const Operand ax = machine_register(kAx);
    write_register(ax, f_.sign_extend(read_register(ax, 4), 32, 64), 8);
  } else if (m == "cltd" || m == "cdq" || m == "cqto" || m == "cqo") {
    const unsigned bytes = m[1] == 'q' ? 8 : 4;
    const Operand fill = f_.op(Opcode::AShr, 8 * bytes, read_register(machine_register(kAx), bytes),
                               f_.number(8 * bytes - 1));
    write_register(machine_register(kDx), fill, bytes);
  } else if (m == "clc" || m == "stc") {
    set_flag(kCarry, f_.number(m == "stc"));
  } else {
    return m == "lfence" || m == "pause" || m == "nop";  // also `rep nop`: pause
  }
  return true;
}

// Fences of POWER and ARM, in programs that were written for those, by what they order: writes
// before reads, writes, or only reads, which nothing reorders here.
bool Assembly::foreign_fence(const AsmInstruction& i) {
  const std::string& m = i.mnemonic;
  const std::string domain = i.operands.empty() ? "" : i.operands[0].text;
  const bool arm = m == "dmb" || m == "dsb";
  if (m == "sync" || m == "hwsync" ||
      (arm && (domain == "sy" || domain == "ish" || domain.empty())))
    f_.b_.fence(ir::kFullFence);
  else if (m == "lwsync" || m == "eieio" || (arm && (domain == "st" || domain == "ishst")))
    f_.b_.fence(ir::kStoreFence);
  else
    return m == "isync" || m == "isb" || m == "yield" ||
           (arm && (domain == "ld" || domain == "ishld"));
  return true;
}

// lock; addl $0, -4(%rsp): a full fence in other words. It changes nothing on the stack.
bool Assembly::stack_fence(const AsmInstruction& i) {
  if (!i.lock || i.operands.size() != 2 || i.operands[1].kind != AsmOperand::Kind::Memory)
    return false;
  const AsmOperand& at = i.operands[1];
  const bool stack = at.base.size() == 1 && at.index.empty() &&
                     (at.base[0].name == "rsp" || at.base[0].name == "esp");
  if (!stack) return false;
  const AsmOperand& what = i.operands[0];
  bool nothing = false;
  for (std::string_view name : {"add", "or", "xor", "sub"})
    nothing |= i.mnemonic == name ||
               (i.mnemonic.size() == name.size() + 1 && i.mnemonic.starts_with(name) &&
                suffix_bytes(i.mnemonic.back()) != 0);
  if (!nothing || what.kind != AsmOperand::Kind::Immediate || what.value != 0)
    refuse("operand " + at.text);
  f_.b_.fence(ir::kFullFence);
  forget_flags(kAllFlags);
  return true;
}

// setcc, cmovcc, jcc, jmp.
bool Assembly::conditional(const AsmInstruction& i) {
  const std::string_view m = i.mnemonic;
  if (m == "jmp") {
    jump(i, std::nullopt);
    return true;
  }
  if (m.starts_with("j")) {
    const std::optional<Operand> c = condition(m.substr(1));
    if (c) jump(i, c);
    return c.has_value();
  }
  if (m.starts_with("set") && i.operands.size() == 1) {
    const std::optional<Operand> c = condition(m.substr(3));
    if (!c) return false;
    if (!is_memory(i.operands[0]) && size_of(i.operands[0]) != 1)
      refuse("the size of operand " + i.operands[0].text);
    write(i.operands[0], *c, 1);
    return true;
  }
  if (!m.starts_with("cmov") || i.operands.size() != 2) return false;
  std::string_view name = m.substr(4);
  const unsigned bytes = size_of(i.operands[1]);
  if (bytes < 2) return false;
  // "cmovel" has a size; "cmovl" is the condition.
  std::optional<Operand> c = condition(name);
  if (!c && suffix_bytes(name.back()) == bytes) c = condition(name.substr(0, name.size() - 1));
  if (!c) return false;
  const Operand value = read(i.operands[0], bytes), old = read(i.operands[1], bytes);
  write(i.operands[1], f_.b_.select(*c, value, old), bytes);
  return true;
}

bool Assembly::moving(const AsmInstruction& i) {
  unsigned bytes = 0;
  if (i.mnemonic == "movabsq" || i.mnemonic == "movabs") {
    if (i.operands.size() != 2) return false;
    write(i.operands[1], read(i.operands[0], 8), 8);
    return true;
  }
  if (is(i, "mov", 2, bytes)) {
    write(i.operands[1], read(i.operands[0], bytes), bytes);
    return true;
  }
  if (is(i, "lea", 2, bytes)) {
    if (!is_memory(i.operands[0])) refuse("operand " + i.operands[0].text);
    write(i.operands[1], f_.truncate(address(i.operands[0]), 8 * bytes), bytes);
    return true;
  }
  if (is(i, "bswap", 1, bytes) && bytes >= 4) {
    const Operand swapped = f_.swap_bytes(read(i.operands[0], bytes));
    const Operand value = bytes == 8 ? swapped : f_.op(Opcode::LShr, 64, swapped, f_.number(32));
    write(i.operands[0], value, bytes);
    return true;
  }
  return false;
}

// movzbl, movslq, ...
bool Assembly::extending(const AsmInstruction& i) {
  const std::string& m = i.mnemonic;
  if (m.size() != 6 || i.operands.size() != 2) return false;
  const bool is_signed = m.starts_with("movs");
  const unsigned from = suffix_bytes(m[4]), to = suffix_bytes(m[5]);
  if ((!is_signed && !m.starts_with("movz")) || from == 0 || from >= to ||
      size_of(i.operands[1]) != to)
    return false;
  if (const unsigned own = size_of(i.operands[0]); own != 0 && own != from)
    refuse("the size of operand " + i.operands[0].text);
  const Operand value = read(i.operands[0], from);
  write(i.operands[1], is_signed ? f_.sign_extend(value, 8 * from, 8 * to) : value, to);
  return true;
}

// The old value of the target, which obtains opcode(old, value).
ir::Operand Assembly::update(const AsmInstruction& i, const AsmOperand& target, R fn, Opcode opcode,
                             Operand value, unsigned bytes) {
  if (i.lock) {
    if (!is_memory(target)) refuse("lock without memory");
    return f_.b_.rmw(fn, address(target), value, bytes, ir::Order::SeqCst);
  }
  const Operand old = read(target, bytes);
  write(target, f_.op(opcode, 8 * bytes, old, value), bytes);
  return old;
}

bool Assembly::two_operands(const AsmInstruction& i) {
  struct Row {
    std::string_view name;
    R fn;
    Opcode opcode;
  };
  static constexpr Row kRows[] = {{"add", R::Add, Opcode::Add},
                                  {"sub", R::Sub, Opcode::Sub},
                                  {"and", R::And, Opcode::And},
                                  {"or", R::Or, Opcode::Or},
                                  {"xor", R::Xor, Opcode::Xor}};
  unsigned bytes = 0;
  if (i.operands.size() != 2) return false;
  const AsmOperand &source = i.operands[0], &target = i.operands[1];
  for (const Row& row : kRows) {
    if (!is(i, row.name, 2, bytes)) continue;
    const unsigned bits = 8 * bytes;
    const Operand value = read(source, bytes);
    const Operand old = update(i, target, row.fn, row.opcode, value, bytes);
    const Operand result = f_.op(row.opcode, bits, old, value);
    if (row.fn == R::Add)
      add_flags(old, value, result, bits);
    else if (row.fn == R::Sub)
      subtract_flags(old, value, result, bits);
    else
      logic_flags(result, bits);
    return true;
  }
  if (i.lock) return false;
  const bool compares = is(i, "cmp", 2, bytes);
  if (compares || is(i, "test", 2, bytes)) {
    const Operand a = read(target, bytes), b = read(source, bytes);
    if (compares)
      subtract_flags(a, b, f_.op(Opcode::Sub, 8 * bytes, a, b), 8 * bytes);
    else
      logic_flags(f_.op(Opcode::And, 8 * bytes, a, b), 8 * bytes);
    return true;
  }
  const bool adds = is(i, "adc", 2, bytes);
  if (!adds && !is(i, "sbb", 2, bytes)) return false;
  const unsigned bits = 8 * bytes;
  const Opcode opcode = adds ? Opcode::Add : Opcode::Sub;
  const Operand carry = flag(kCarry);
  const Operand old = read(target, bytes), value = read(source, bytes);
  const Operand first = f_.op(opcode, bits, old, value);
  const Operand result = f_.op(opcode, bits, first, carry);
  write(target, result, bytes);
  result_flags(result, bits);
  const Operand once =
      adds ? f_.op(Opcode::ULt, bits, first, old) : f_.op(Opcode::ULt, bits, old, value);
  const Operand again =
      adds ? f_.op(Opcode::ULt, bits, result, first) : f_.op(Opcode::ULt, bits, first, carry);
  set_flag(kCarry, f_.op(Opcode::Or, 64, once, again));
  const Operand other = f_.op(Opcode::Xor, bits, adds ? result : old, value);
  set_flag(kOverflow,
           sign_bit(f_.op(Opcode::And, bits, f_.op(Opcode::Xor, bits, old, result), other), bits));
  return true;
}

// inc, dec, not, neg.
bool Assembly::one_operand(const AsmInstruction& i) {
  unsigned bytes = 0;
  if (i.operands.size() != 1) return false;
  const AsmOperand& target = i.operands[0];
  const bool increments = is(i, "inc", 1, bytes);
  if (increments || is(i, "dec", 1, bytes)) {
    const unsigned bits = 8 * bytes;
    const Opcode opcode = increments ? Opcode::Add : Opcode::Sub;
    const Operand old =
        update(i, target, increments ? R::Add : R::Sub, opcode, f_.number(1), bytes);
    const Operand result = f_.op(opcode, bits, old, f_.number(1));
    result_flags(result, bits);  // the carry stays
    const std::uint64_t edge = std::uint64_t{1} << (bits - 1);
    set_flag(kOverflow, f_.op(Opcode::Eq, bits, result, f_.number(increments ? edge : edge - 1)));
    return true;
  }
  if (is(i, "not", 1, bytes)) {
    update(i, target, R::Xor, Opcode::Xor, f_.number(all_ones(8 * bytes)), bytes);
    return true;
  }
  if (!is(i, "neg", 1, bytes)) return false;
  const unsigned bits = 8 * bytes;
  auto negated = [&](Operand x) { return f_.op(Opcode::Sub, bits, f_.number(0), x); };
  Operand old;
  if (i.lock) {
    // No operation of the IR is 0 - a: tried until nothing came in between.
    if (!is_memory(target)) refuse("lock without memory");
    const Operand at = address(target);
    const ir::Label again = f_.b_.label(), done = f_.b_.label();
    f_.b_.bind(again);
    old = f_.b_.load(at, bytes, ir::Order::Relaxed);
    const Operand success = f_.b_.cas(at, old, negated(old), bytes, ir::Order::SeqCst).second;
    f_.b_.branch(success, done, again);
    f_.b_.bind(done);
  } else {
    old = read(target, bytes);
    write(target, negated(old), bytes);
  }
  subtract_flags(f_.number(0), old, f_.op(Opcode::Sub, bits, f_.number(0), old), bits);
  return true;
}

bool Assembly::shift(const AsmInstruction& i) {
  static constexpr std::string_view kNames[] = {"shl", "sal", "shr", "sar", "rol", "ror"};
  if (i.operands.empty() || i.operands.size() > 2) return false;
  const AsmOperand& target = i.operands.back();
  AsmInstruction only = i;  // the count has a size of its own
  only.operands = {target};
  unsigned bytes = 0;
  for (std::string_view name : kNames) {
    if (!is(only, name, 1, bytes)) continue;
    const unsigned bits = 8 * bytes;
    Operand count = f_.number(1);
    if (i.operands.size() == 2) count = read(i.operands[0], 1);
    count = f_.op(Opcode::And, 64, count, f_.number(bits == 64 ? 63 : 31));
    const Operand old = read(target, bytes);
    Operand result;
    if (name[0] == 'r') {
      const Operand left = f_.op(Opcode::And, 64, count, f_.number(bits - 1));
      const Operand right = f_.op(Opcode::And, 64, f_.op(Opcode::Sub, 64, f_.number(bits), left),
                                  f_.number(bits - 1));
      const bool to_left = name == "rol";
      result = f_.op(Opcode::Or, bits, f_.op(Opcode::Shl, bits, old, to_left ? left : right),
                     f_.op(Opcode::LShr, bits, old, to_left ? right : left));
    } else {
      result = f_.op(name == "shr"   ? Opcode::LShr
                     : name == "sar" ? Opcode::AShr
                                     : Opcode::Shl,
                     bits, old, count);
    }
    write(target, result, bytes);
    forget_flags(kAllFlags);
    // The result's flags are set unless the count is 0, in which case all stay.
    const AsmOperand* by = i.operands.size() == 2 ? &i.operands[0] : nullptr;
    const bool fixed = by == nullptr || by->kind == AsmOperand::Kind::Immediate;
    const std::uint64_t n = by == nullptr ? 1 : by->value & (bits == 64 ? 63 : 31);
    if (name[0] == 'r' || !fixed || n == 0 || n >= bits) return true;
    result_flags(result, bits);
    const bool left = name == "shl" || name == "sal";
    const Operand last = f_.op(Opcode::LShr, bits, old, f_.number(left ? bits - n : n - 1));
    set_flag(kCarry, f_.op(Opcode::And, 64, last, f_.number(1)));
    return true;
  }
  return false;
}

// imul with two or three operands; mul with one.
bool Assembly::multiply(const AsmInstruction& i) {
  unsigned bytes = 0;
  const std::size_t n = i.operands.size();
  if ((n == 2 || n == 3) && is(i, "imul", n, bytes) && bytes >= 2) {
    const Operand a = read(i.operands[n - 2], bytes);
    const Operand b = read(i.operands[n == 3 ? 0 : 1], bytes);
    const auto [result, overflow] =
        f_.checked(llvm::Instruction::Mul, /*is_signed=*/true, 8 * bytes, {a}, {b});
    write(i.operands.back(), result[0], bytes);
    forget_flags(kAllFlags);
    set_flag(kCarry, overflow);
    set_flag(kOverflow, overflow);
    return true;
  }
  if (n != 1 || !is(i, "mul", 1, bytes) || bytes < 4) return false;
  const Operand a = read_register(machine_register(kAx), bytes), b = read(i.operands[0], bytes);
  Operand low, high;
  if (bytes == 8) {
    std::tie(low, high) = f_.multiply_words(a, b);
  } else {
    const Operand product = f_.op(Opcode::Mul, 64, a, b);
    low = f_.truncate(product, 32);
    high = f_.op(Opcode::LShr, 64, product, f_.number(32));
  }
  write_register(machine_register(kAx), low, bytes);
  write_register(machine_register(kDx), high, bytes);
  forget_flags(kAllFlags);
  const Operand large = f_.op(Opcode::Ne, 64, high, f_.number(0));
  set_flag(kCarry, large);
  set_flag(kOverflow, large);
  return true;
}

}  // namespace overtake::frontend
