// Inline assembly that lock-free code uses: fences, pauses, lock-prefixed read-modify-writes, xchg,
// moves between registers and memory. Anything else is refused: a guess would be silently wrong.
//
// Every operand of the statement is a cell: a register of ours that instructions read and write.
// The flags are one more cell, set by compare-exchange and the bit tests and by nothing else.
#include "frontend/clang/assembly.h"

#include <llvm/IR/InlineAsm.h>

#include <map>

#include "frontend/clang/function_lowering.h"

namespace overtake::frontend {

class Assembly {
 public:
  Assembly(FunctionLowering& f, const llvm::CallBase& call)
      : f_(f), call_(call), asm_(*llvm::cast<llvm::InlineAsm>(call.getCalledOperand())) {}

  void lower() {
    if (asm_.getDialect() != llvm::InlineAsm::AD_ATT) refuse();
    const std::vector<AsmInstruction> code = parse_assembly(asm_.getAsmString());
    bind();
    for (const AsmInstruction& i : code) instruction(i);
    results();
  }

 private:
  using Operand = ir::Operand;
  using R = ir::RmwFunction;

  struct Cell {
    std::string code;  // its constraint: "r", "m", "{ax}", ...
    bool output = false;
    bool memory = false;  // `value` is an address
    bool constant = false;
    Operand value;
    unsigned bits = 64;  // of the value, or of what the address points to (0: unknown)
  };

  [[noreturn]] void refuse(std::string_view what = {}) const {
    std::string text = asm_.getAsmString();
    for (char& c : text)
      if (c == '\n' || c == '\t') c = ' ';
    throw Refusal{"inline assembly '" + text + "' is not supported" +
                  (what.empty() ? "" : ": " + std::string(what)) +
                  "; use a builtin or an atomic operation"};
  }

  // Gives every constraint its cell.
  void bind() {
    unsigned argument = 0;
    for (const llvm::InlineAsm::ConstraintInfo& info : asm_.ParseConstraints()) {
      if (info.Type == llvm::InlineAsm::isClobber) continue;
      if (info.Type == llvm::InlineAsm::isLabel) refuse("asm goto");
      Cell cell;
      cell.code = info.Codes.empty() ? "" : info.Codes.front();
      cell.output = info.Type == llvm::InlineAsm::isOutput;
      if (info.isIndirect) {
        cell.memory = true;
        cell.value = f_.scalar(call_.getArgOperand(argument));
        llvm::Type* type = call_.getParamElementType(argument);
        cell.bits = type != nullptr && type->isSized() ? f_.size(type) * 8 : 0;
        ++argument;
      } else if (cell.output) {
        cell.value = Operand::reg(f_.b_.fresh());
        outputs_.push_back(cells_.size());
      } else {
        const llvm::Value* v = call_.getArgOperand(argument++);
        const Operand value = f_.scalar(v);
        const unsigned bits = f_.scalar_bits(v->getType());
        if (!cell.code.empty() && std::isdigit(static_cast<unsigned char>(cell.code.front()))) {
          // "0": starts as the value of output 0.
          Cell& target = cells_.at(std::stoul(cell.code));
          if (target.memory) refuse();
          target.bits = bits;
          f_.b_.move(target.value.index(), value);
          cells_.push_back(Cell{target});
          continue;
        }
        cell.constant = llvm::isa<llvm::Constant>(v);
        cell.bits = bits;
        cell.value = Operand::reg(f_.b_.fresh());  // xadd and xchg may write it
        f_.b_.move(cell.value.index(), value);
      }
      cells_.push_back(cell);
    }
    std::size_t n = 0;
    for (std::size_t i : outputs_) cells_[i].bits = f_.scalar_bits(output_type(n++));
  }

  llvm::Type* output_type(std::size_t n) const {
    llvm::Type* type = call_.getType();
    return type->isStructTy() ? type->getStructElementType(n) : type;
  }

  void results() {
    FunctionLowering::Words all;
    for (std::size_t i : outputs_) {
      if (cells_[i].code.find("@cc") != std::string::npos) {
        const bool zero = cells_[i].code.find("@ccz") != std::string::npos ||
                          cells_[i].code.find("@cce") != std::string::npos;
        const bool carry = cells_[i].code.find("@ccc") != std::string::npos;
        const auto& flag = zero ? zero_flag_ : carry_flag_;
        if (!flag || (!zero && !carry)) refuse("this flag is not known");
        all.push_back(*flag);
      } else {
        all.push_back(f_.truncate(cells_[i].value, cells_[i].bits));
      }
    }
    if (!call_.getType()->isVoidTy()) f_.define(&call_, all);
  }

  Cell* cell(const AsmOperand& o) {
    if (o.kind != AsmOperand::Kind::Argument) return nullptr;
    if (o.argument >= cells_.size()) refuse();
    return &cells_[o.argument];
  }

  // The value of a register or immediate operand.
  Operand source(const AsmOperand& o) {
    if (o.kind == AsmOperand::Kind::Immediate) return f_.number(o.value);
    const Cell* c = cell(o);
    if (c == nullptr || c->memory) refuse("operand " + o.text);
    return c->value;
  }

  Cell& memory(const AsmOperand& o) {
    Cell* c = cell(o);
    if (c == nullptr || !c->memory) refuse("operand " + o.text);
    return *c;
  }

  bool is_memory(const AsmOperand& o) {
    const Cell* c = cell(o);
    return c != nullptr && c->memory;
  }

  Cell& register_named(std::string_view name) {
    for (Cell& c : cells_)
      if (c.code == name) return c;
    refuse("register " + std::string(name));
  }

  // Separates "addl" into "add" and 4 bytes; without suffix the operands tell the size.
  unsigned take_size(std::string& mnemonic, const AsmInstruction& i, std::string_view known) {
    if (mnemonic != known) {
      const char suffix = mnemonic.back();
      mnemonic.pop_back();
      return suffix == 'b' ? 1 : suffix == 'w' ? 2 : suffix == 'l' ? 4 : 8;
    }
    for (const AsmOperand& o : i.operands)
      if (const Cell* c = cell(o); c != nullptr && c->bits != 0 && !c->constant)
        return (c->bits + 7) / 8;
    refuse("the size of its operand is not known");
  }

  static bool is(const std::string& mnemonic, std::string_view base) {
    if (mnemonic == base) return true;
    return mnemonic.size() == base.size() + 1 && mnemonic.starts_with(base) &&
           std::string_view("bwlq").find(mnemonic.back()) != std::string_view::npos;
  }

  // Fences of POWER and ARM, in programs that were written for those, by what they order: writes
  // before reads, writes, or only reads, which nothing reorders here.
  bool foreign_fence(const AsmInstruction& i) {
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

  void instruction(const AsmInstruction& i) {
    const std::string& m = i.mnemonic;
    if (m == "mfence") return f_.b_.fence(ir::kFullFence);
    if (m == "sfence") return f_.b_.fence(ir::kStoreFence);
    if (m == "lfence" || m == "pause" || m == "nop" || m == "rep nop") return;
    if (foreign_fence(i)) return;
    if (is(m, "xchg") && i.operands.size() == 2) return exchange(i);
    if (is(m, "mov") && i.operands.size() == 2 && !i.lock) return move(i);
    if ((m == "sete" || m == "setz") && i.operands.size() == 1 && zero_flag_)
      return write(i.operands[0], *zero_flag_, 1);
    if ((m == "setc" || m == "setb") && i.operands.size() == 1 && carry_flag_)
      return write(i.operands[0], *carry_flag_, 1);
    if (!i.lock) refuse(m);
    if (is(m, "cmpxchg") && i.operands.size() == 2) return compare_exchange(i);
    if (m == "cmpxchg16b" && i.operands.size() == 1) return compare_exchange_pair(i);
    if (is(m, "xadd") && i.operands.size() == 2) return exchange_add(i);
    static const std::map<std::string_view, R> two = {
        {"add", R::Add}, {"sub", R::Sub}, {"and", R::And}, {"or", R::Or}, {"xor", R::Xor}};
    for (const auto& [name, function] : two)
      if (is(m, name) && i.operands.size() == 2) return read_modify_write(i, name, function);
    static const std::map<std::string_view, R> bit = {
        {"bts", R::Or}, {"btr", R::And}, {"btc", R::Xor}};
    for (const auto& [name, function] : bit)
      if (is(m, name) && i.operands.size() == 2) return bit_test(i, name, function);
    if (is(m, "inc") && i.operands.size() == 1) return step(i, "inc", R::Add);
    if (is(m, "dec") && i.operands.size() == 1) return step(i, "dec", R::Sub);
    refuse(m);
  }

  void write(const AsmOperand& o, Operand value, unsigned bytes) {
    Cell* c = cell(o);
    if (c == nullptr) refuse("operand " + o.text);
    if (c->memory)
      f_.b_.store(c->value, value, bytes);
    else
      f_.b_.move(c->value.index(), value);
  }

  Operand atomic(R function, Cell& memory, Operand value, unsigned bytes) {
    zero_flag_.reset();
    carry_flag_.reset();
    return f_.b_.rmw(function, memory.value, f_.truncate(value, bytes * 8), bytes,
                     ir::Order::SeqCst);
  }

  void read_modify_write(const AsmInstruction& i, std::string_view name, R function) {
    // lock; addl $0, 0(%rsp): a full fence in fancy dress. It touches nothing but the stack.
    if (i.operands[1].kind == AsmOperand::Kind::Memory) {
      const std::string& at = i.operands[1].text;
      const bool stack = at.find("(%rsp)") != at.npos || at.find("(%esp)") != at.npos;
      const bool nothing = i.operands[0].kind == AsmOperand::Kind::Immediate &&
                           i.operands[0].value == 0 && function != R::And;
      if (stack && nothing) return f_.b_.fence(ir::kFullFence);
      refuse("operand " + at);
    }
    std::string m = i.mnemonic;
    const unsigned bytes = take_size(m, i, name);
    const Operand old = atomic(function, memory(i.operands[1]), source(i.operands[0]), bytes);
    const ir::Opcode opcode = function == R::Add   ? ir::Opcode::Add
                              : function == R::Sub ? ir::Opcode::Sub
                              : function == R::And ? ir::Opcode::And
                              : function == R::Or  ? ir::Opcode::Or
                                                   : ir::Opcode::Xor;
    const Operand operand = f_.truncate(source(i.operands[0]), bytes * 8);
    zero_flag_ = f_.is_zero(f_.op(opcode, bytes * 8, old, operand), bytes * 8);
  }

  void step(const AsmInstruction& i, std::string_view name, R function) {
    std::string m = i.mnemonic;
    const unsigned bytes = take_size(m, i, name);
    const Operand old = atomic(function, memory(i.operands[0]), f_.number(1), bytes);
    const std::uint64_t ones = bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << bytes * 8) - 1;
    zero_flag_ = f_.op(ir::Opcode::Eq, bytes * 8, old, f_.number(function == R::Sub ? 1 : ones));
  }

  void exchange_add(const AsmInstruction& i) {
    std::string m = i.mnemonic;
    const unsigned bytes = take_size(m, i, "xadd");
    const Operand old = atomic(R::Add, memory(i.operands[1]), source(i.operands[0]), bytes);
    write(i.operands[0], old, bytes);
  }

  void exchange(const AsmInstruction& i) {
    std::string m = i.mnemonic;
    const unsigned bytes = take_size(m, i, "xchg");
    const bool first = is_memory(i.operands[0]);
    const AsmOperand& place = i.operands[first ? 0 : 1];
    const AsmOperand& other = i.operands[first ? 1 : 0];
    const Operand old = atomic(R::Exchange, memory(place), source(other), bytes);
    write(other, old, bytes);
  }

  void compare_exchange(const AsmInstruction& i) {
    std::string m = i.mnemonic;
    const unsigned bytes = take_size(m, i, "cmpxchg");
    Cell& accumulator = register_named("{ax}");
    const auto [old, success] =
        f_.b_.cas(memory(i.operands[1]).value, f_.truncate(accumulator.value, bytes * 8),
                  f_.truncate(source(i.operands[0]), bytes * 8), bytes, ir::Order::SeqCst);
    f_.b_.move(accumulator.value.index(), old);
    zero_flag_ = success;
    carry_flag_.reset();
  }

  void compare_exchange_pair(const AsmInstruction& i) {
    Cell &ax = register_named("{ax}"), &dx = register_named("{dx}");
    Cell &bx = register_named("{bx}"), &cx = register_named("{cx}");
    const Operand expected = f_.as_pair({ax.value, dx.value});
    const Operand desired = f_.as_pair({bx.value, cx.value});
    const auto [old, success] =
        f_.b_.cas(memory(i.operands[0]).value, expected, desired, 16, ir::Order::SeqCst);
    f_.b_.move(ax.value.index(), old);
    f_.b_.move(dx.value.index(), Operand::reg(old.index() + 1));
    zero_flag_ = success;
    carry_flag_.reset();
  }

  // Only with a constant bit inside the operand: a register may name a bit far away.
  void bit_test(const AsmInstruction& i, std::string_view name, R function) {
    std::string m = i.mnemonic;
    const unsigned bytes = take_size(m, i, name);
    if (i.operands[0].kind != AsmOperand::Kind::Immediate || i.operands[0].value >= bytes * 8)
      refuse("bit number");
    const std::uint64_t mask = std::uint64_t{1} << i.operands[0].value;
    const Operand operand = f_.truncate(f_.number(function == R::And ? ~mask : mask), bytes * 8);
    const Operand old = atomic(function, memory(i.operands[1]), operand, bytes);
    const Operand shifted = f_.op(ir::Opcode::LShr, 64, old, f_.number(i.operands[0].value));
    carry_flag_ = f_.op(ir::Opcode::And, 64, shifted, f_.number(1));
  }

  void move(const AsmInstruction& i) {
    std::string m = i.mnemonic;
    const unsigned bytes = take_size(m, i, "mov");
    const Operand value = is_memory(i.operands[0]) ? f_.b_.load(memory(i.operands[0]).value, bytes)
                                                   : f_.truncate(source(i.operands[0]), bytes * 8);
    write(i.operands[1], value, bytes);
  }

  FunctionLowering& f_;
  const llvm::CallBase& call_;
  const llvm::InlineAsm& asm_;
  std::vector<Cell> cells_;
  std::vector<std::size_t> outputs_;
  std::optional<Operand> zero_flag_, carry_flag_;
};

void FunctionLowering::assembly(const llvm::CallBase& call) { Assembly(*this, call).lower(); }

}  // namespace overtake::frontend
