// x86 threads onto the IR. Plain loads and stores are the machine's; XCHG with memory and
// LOCK-prefixed instructions are atomic read-modify-writes; MFENCE is the full fence, SFENCE the
// store-store fence (nothing to do under TSO), LFENCE nothing. A read-modify-write of memory
// without LOCK is a load and a store.
#include <fmt/format.h>

#include <array>
#include <map>
#include <optional>
#include <utility>

#include "base/error.h"
#include "frontend/litmus/thread_lowering.h"
#include "frontend/litmus/x86_flags.h"

namespace overtake::litmus {
namespace {

using ir::Opcode;
using x86::Op;
using Value64 = ir::Operand;

constexpr ir::Order kOrder = ir::Order::Relaxed;  // of plain accesses

class X86Lowering {
 public:
  X86Lowering(const ThreadContext& context, const x86::Thread& thread)
      : context_(context),
        thread_(thread),
        code_(context.program, fmt::format("P{}", context.number), 1),
        flags_(code_, thread) {
    registers_.fill(ir::kNoRegister);
    wide_.fill(false);
  }

  ir::FunctionId run(std::vector<ObservedRegister>& observed) {
    code_.at(context_.source(thread_.position));
    prepare(observed);
    for (const x86::Instruction& i : thread_.code)
      if (i.op == Op::Label) labels_.emplace(i.label, code_.label());
    end_ = code_.label();
    for (const x86::Instruction& i : thread_.code) instruction(i);
    code_.bind(end_);
    code_.at(context_.source(thread_.position));
    for (ObservedRegister& o : observed)
      code_.store(code_.global(o.result), full(*x86::parse_register(o.name)), 8, kOrder);
    code_.ret(code_.constant(0));
    return code_.finish();
  }

 private:
  // --- registers ---------------------------------------------------------------------------------

  // Every register that is mentioned gets its initial value; observed ones get their types.
  void prepare(std::vector<ObservedRegister>& observed) {
    std::array<std::uint64_t, x86::kRegisters> initial{};
    std::array<bool, x86::kRegisters> used{};
    std::map<std::string, c::Type> declared;
    for (const Initial* i : context_.initial_registers()) {
      const auto r = x86::parse_register(i->where.name);
      if (!r)
        fail(context_.test.file, i->where.position,
             fmt::format("expected a register of x86, found `{}`", i->where.name));
      if (i->array_size)
        fail(context_.test.file, i->where.position, "a register cannot be an array");
      used[r->number] = true;
      if (!i->values.empty()) {
        initial[r->number] = low_half(context_.symbols.number(i->values[0], context_.program, 8));
        if (!i->values[0].symbol.empty())
          wide_[r->number] = true;
        else
          initial[r->number] &= mask(bytes_of(*r));
      }
      if (i->type && i->type->bytes() > 8)
        fail(context_.test.file, i->where.position, "a register has no 128 bits");
      if (i->type) declared[i->where.name] = *i->type;
    }
    for (const x86::Instruction& i : thread_.code) {
      if (i.op == Op::Cmpxchg) used[x86::kAccumulator] = true;
      for (const x86::Operand& o : i.operands) {
        if (o.is_register()) {
          used[o.reg.number] = true;
          if (size(i) == 8) wide_[o.reg.number] = true;
        }
        if (o.memory.base) used[o.memory.base->number] = true;
        if (o.memory.index) used[o.memory.index->number] = true;
      }
    }
    for (ObservedRegister& o : observed) {
      const auto r = x86::parse_register(o.name);
      if (!r)
        fail(context_.test.file, o.position,
             fmt::format("expected a register of x86, found `{}`", o.name));
      used[r->number] = true;
      // As litmus does: int, unless the program computes with 64 bits.
      o.type.base_bytes = r->bytes < 4 ? r->bytes : wide_[r->number] ? bytes_of(*r) : 4;
      if (declared.contains(o.name)) o.type = declared[o.name];
    }
    for (std::uint8_t n = 0; n < x86::kRegisters; ++n) {
      if (!used[n]) continue;
      registers_[n] = code_.fresh();
      code_.move(registers_[n], code_.constant(initial[n]));
    }
    flags_.clear();
  }

  // A 32-bit name means the whole word of X86, however wide we need it.
  std::uint8_t bytes_of(x86::Register r) const {
    const bool word = context_.test.architecture == Architecture::X86 && r.bytes == 4;
    return word ? context_.symbols.word_bytes() : r.bytes;
  }
  static std::uint64_t mask(std::uint8_t bytes) {
    return bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * bytes)) - 1;
  }

  Value64 full(x86::Register r) const { return Value64::reg(registers_[r.number]); }

  Value64 read(x86::Register r, std::uint8_t bytes) {
    return bytes == 8 ? full(r)
                      : code_.binary(Opcode::And, 64, full(r), code_.constant(mask(bytes)));
  }

  // Writing 4 bytes clears the upper half; writing fewer keeps the rest.
  void write(x86::Register r, Value64 v, std::uint8_t bytes) {
    if (bytes < 4) {
      const Value64 rest = code_.binary(Opcode::And, 64, full(r), code_.constant(~mask(bytes)));
      v = code_.binary(Opcode::Or, 64, rest, v);
    }
    code_.move(registers_[r.number], v);
  }

  // --- operands ----------------------------------------------------------------------------------

  std::uint8_t size(const x86::Instruction& i) const {
    std::optional<std::uint8_t> memory;
    for (const x86::Operand& o : i.operands)
      if (o.is_memory() && !o.memory.symbol.empty())
        memory = context_.symbols.at(o.memory.symbol).type.bytes();
    const std::uint8_t bytes =
        operand_bytes(i, context_.test.architecture, context_.symbols.word_bytes(), memory);
    if (bytes > 8) fail(context_.test.file, i.position, "no instruction here works on 128 bits");
    return bytes;
  }

  Value64 address(const x86::Operand& o, std::uint8_t bytes) {
    const x86::Memory& m = o.memory;
    if (!m.symbol.empty()) {
      const Symbol& s = context_.symbols.at(m.symbol);
      const std::int64_t end = static_cast<std::int64_t>(s.type.bytes()) * s.cells;
      if (!m.base && !m.index && (m.displacement < 0 || m.displacement + bytes > end))
        fail(context_.test.file, o.position,
             fmt::format("an access of {} bytes does not fit into location `{}` of {} bytes", bytes,
                         s.name, end));
    } else if (!m.base && !m.index) {
      fail(context_.test.file, o.position, "expected a location or a register in the address");
    }
    std::uint64_t constant = static_cast<std::uint64_t>(m.displacement);
    if (!m.symbol.empty())
      constant +=
          address_of(context_.program.globals[context_.symbols.at(m.symbol).global.index()].slot);
    Value64 a = code_.constant(constant);
    if (m.base) {
      a = constant == 0 ? full(*m.base) : code_.binary(Opcode::Add, 64, full(*m.base), a);
    }
    if (m.index) {
      const Value64 scaled = code_.binary(Opcode::Mul, 64, full(*m.index), code_.constant(m.scale));
      a = code_.binary(Opcode::Add, 64, a, scaled);
    }
    return a;
  }

  Value64 value(const x86::Operand& o, std::uint8_t bytes) {
    switch (o.kind) {
      case x86::Operand::Kind::Register:
        return read(o.reg, bytes);
      case x86::Operand::Kind::Memory:
        return code_.load(address(o, bytes), bytes, kOrder);
      case x86::Operand::Kind::Immediate:
        return code_.constant(static_cast<std::uint64_t>(o.immediate) & mask(bytes));
      case x86::Operand::Kind::Address:
        if (bytes != 8)
          fail(context_.test.file, o.position,
               "an address needs a 64-bit operand; use a 64-bit register or the q suffix");
        return code_.global(context_.symbols.at(o.symbol).global);
    }
    throw InternalError("an operand of no kind");
  }

  // --- instructions ------------------------------------------------------------------------------

  void instruction(const x86::Instruction& i) {
    code_.at(context_.source(i.position));
    switch (i.op) {
      case Op::Label:
        code_.bind(labels_.at(i.label));
        return;
      case Op::Nop:
      case Op::Lfence:
        return;
      case Op::Mfence:
        code_.fence(ir::kFullFence);
        return;
      case Op::Sfence:
        code_.fence(ir::kStoreFence);
        return;
      case Op::Jmp:
        code_.jump(target(i));
        return;
      case Op::Ret:
        code_.jump(end_);
        return;
      case Op::Jcc: {
        const ir::Label next = code_.label();
        code_.branch(flags_.holds(i.condition), target(i), next);
        code_.bind(next);
        return;
      }
      case Op::Setcc:
        store(i.operands[0], flags_.holds(i.condition), 1);
        return;
      case Op::Cmovcc: {
        const std::uint8_t bytes = size(i);
        const Value64 source = value(i.operands[1], bytes);  // read in any case
        const Value64 old = read(i.operands[0].reg, bytes);
        write(i.operands[0].reg, code_.select(flags_.holds(i.condition), source, old), bytes);
        return;
      }
      case Op::Mov:
        store(i.operands[0], value(i.operands[1], size(i)), size(i));
        return;
      case Op::Lea: {
        const std::uint8_t bytes = size(i);
        if (bytes != 8) fail(context_.test.file, i.position, "LEA needs a 64-bit register");
        write(i.operands[0].reg, address(i.operands[1], 1), bytes);
        return;
      }
      case Op::Xchg:
        exchange(i);
        return;
      case Op::Cmpxchg:
        compare_exchange(i);
        return;
      default:
        arithmetic(i);
        return;
    }
  }

  ir::Label target(const x86::Instruction& i) const {
    const auto found = labels_.find(i.label);
    if (found == labels_.end())
      fail(context_.test.file, i.position,
           fmt::format("thread P{} has no label `{}`", context_.number, i.label));
    return found->second;
  }

  void store(const x86::Operand& o, Value64 v, std::uint8_t bytes) {
    if (o.is_register())
      write(o.reg, v, bytes);
    else
      code_.store(address(o, bytes), v, bytes, kOrder);
  }

  void exchange(const x86::Instruction& i) {
    const std::uint8_t bytes = size(i);
    const x86::Operand* a = &i.operands[0];
    const x86::Operand* b = &i.operands[1];
    if (b->is_memory()) std::swap(a, b);
    const Value64 source = copy(read(b->reg, bytes));
    if (a->is_memory()) {  // always locked
      const Value64 at = address(*a, bytes);
      write(b->reg, code_.rmw(ir::RmwFunction::Exchange, at, source, bytes), bytes);
      return;
    }
    const Value64 other = copy(read(a->reg, bytes));
    write(a->reg, source, bytes);
    write(b->reg, other, bytes);
  }

  Value64 copy(Value64 v) {
    const std::uint32_t r = code_.fresh();
    code_.move(r, v);
    return Value64::reg(r);
  }

  void compare_exchange(const x86::Instruction& i) {
    const std::uint8_t bytes = size(i);
    const x86::Register accumulator{x86::kAccumulator, bytes};
    const Value64 expected = copy(read(accumulator, bytes));
    const Value64 desired = copy(read(i.operands[1].reg, bytes));
    Value64 old, equal;
    if (i.locked) {
      std::tie(old, equal) = code_.cas(address(i.operands[0], bytes), expected, desired, bytes);
    } else {
      old = copy(value(i.operands[0], bytes));
      equal = code_.binary(Opcode::Eq, 8u * bytes, old, expected);
    }
    if (flags_.wanted())
      flags_.set(Op::Cmpxchg, expected, old, code_.binary(Opcode::Sub, 8u * bytes, expected, old),
                 bytes);
    const ir::Label same = code_.label(), different = code_.label(), done = code_.label();
    code_.branch(equal, same, different);
    code_.bind(same);
    if (!i.locked) store(i.operands[0], desired, bytes);
    code_.jump(done);
    code_.bind(different);
    write(accumulator, old, bytes);
    code_.jump(done);
    code_.bind(done);
  }

  // destination = destination op source, for all that is left.
  void arithmetic(const x86::Instruction& i) {
    const std::uint8_t bytes = size(i);
    const unsigned bits = 8u * bytes;
    const x86::Operand& destination = i.operands[0];
    const Value64 b = copy(second_operand(i, bytes));
    Value64 a;
    if (i.locked) {
      a = code_.rmw(locked_function(i), address(destination, bytes), b, bytes);
    } else {
      a = copy(value(destination, bytes));
    }
    const Value64 result = i.op == Op::Neg ? code_.binary(Opcode::Sub, bits, code_.constant(0), a)
                                           : code_.binary(opcode(i.op), bits, a, b);
    if (i.op == Op::Neg) {
      flags_.set(Op::Neg, code_.constant(0), a, result, bytes);
    } else if (i.op != Op::Not) {
      flags_.set(i.op, a, b, result, bytes);
    }
    if (i.op == Op::Cmp || i.op == Op::Test) return;
    if (i.op == Op::Xadd) write(i.operands[1].reg, a, bytes);
    if (!i.locked) store(destination, result, bytes);
  }

  Value64 second_operand(const x86::Instruction& i, std::uint8_t bytes) {
    if (i.operands.size() == 2) return value(i.operands[1], bytes);
    return code_.constant(i.op == Op::Not ? mask(bytes) : 1);
  }

  static Opcode opcode(Op op) {
    switch (op) {
      case Op::Add:
      case Op::Inc:
      case Op::Xadd:
        return Opcode::Add;
      case Op::Sub:
      case Op::Dec:
      case Op::Cmp:
        return Opcode::Sub;
      case Op::And:
      case Op::Test:
        return Opcode::And;
      case Op::Or:
        return Opcode::Or;
      case Op::Xor:
      case Op::Not:
        return Opcode::Xor;
      default:
        throw InternalError("not an arithmetic instruction");
    }
  }

  ir::RmwFunction locked_function(const x86::Instruction& i) const {
    switch (opcode_or_fail(i)) {
      case Opcode::Add:
        return ir::RmwFunction::Add;
      case Opcode::Sub:
        return ir::RmwFunction::Sub;
      case Opcode::And:
        return ir::RmwFunction::And;
      case Opcode::Or:
        return ir::RmwFunction::Or;
      default:
        return ir::RmwFunction::Xor;
    }
  }
  Opcode opcode_or_fail(const x86::Instruction& i) const {
    if (i.op == Op::Neg) fail(context_.test.file, i.position, "LOCK NEG is not supported");
    return opcode(i.op);
  }

  const ThreadContext& context_;
  const x86::Thread& thread_;
  ir::FunctionBuilder code_;
  x86::Flags flags_;
  std::array<std::uint32_t, x86::kRegisters> registers_;  // the IR register of each, if used
  std::array<bool, x86::kRegisters> wide_;                // used with 64 bits
  std::map<std::string, ir::Label> labels_;
  ir::Label end_ = ir::Label::none();
};

}  // namespace

ir::FunctionId lower_thread(const ThreadContext& context, const x86::Thread& thread,
                            std::vector<ObservedRegister>& observed) {
  return X86Lowering(context, thread).run(observed);
}

}  // namespace overtake::litmus
