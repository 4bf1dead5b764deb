// Inline assembly as a small x86-64: registers with their parts, flags, memory, jumps. What it does
// not know it refuses, with the text: a guess would be silently wrong.
//
// Every operand of the statement is a cell: a register of ours that instructions read and write. An
// operand that is bound to a certain register ("a", "=d", a register variable) shares the cell of
// that register with every other operand that is, as it does on the processor: "=a"(result) and
// "a"(expected) are one register, which starts as `expected`. All other operands have registers of
// their own. A compiler may give an output without early clobber the register of an input, which
// makes no difference as long as no input is read after such an output was written; a statement
// where one is means something else to each compiler, and is refused.
//
//   assembly_text.cpp   the text              assembly_instructions.cpp  what instructions do
//   assembly.cpp        operands, results     assembly_atomics.cpp       exchanges, bit tests
//   assembly_flags.cpp  flags, jumps          assembly_sharing.cpp       early clobbers
#pragma once

#include <llvm/IR/InlineAsm.h>

#include <array>
#include <map>
#include <set>

#include "frontend/clang/assembly_text.h"
#include "frontend/clang/function_lowering.h"

namespace overtake::frontend {

class Assembly {
 public:
  Assembly(FunctionLowering& f, const llvm::CallBase& call)
      : f_(f), call_(call), asm_(*llvm::cast<llvm::InlineAsm>(call.getCalledOperand())) {}

  void lower();

 private:
  using Operand = ir::Operand;
  using Opcode = ir::Opcode;
  using Words = FunctionLowering::Words;

  // The sixteen registers, in the processor's numbering.
  enum : unsigned { kAx, kCx, kDx, kBx, kSp, kBp, kSi, kDi, kRegisters = 16 };
  struct RegisterPart {
    unsigned number = 0;
    unsigned bytes = 8;
    bool high = false;  // ah, bh, ch, dh
  };

  struct Cell {
    std::string code;    // its constraint: "r", "m", "{ax}", ...
    Operand value;       // a register of ours; of memory: the address
    unsigned bits = 64;  // of the value
    bool memory = false;
    bool constant = false;          // an immediate: nothing may write it
    std::optional<unsigned> fixed;  // the processor's register it stands for
    Words opaque;                   // a value that no instruction of ours can use
    bool shares = false;  // an output whose register a compiler may use for an input as well
    bool input = false;   // its value or its address is in a register that such an output may have
    std::optional<std::uint64_t> number;  // the constant, if it is one
  };

  enum Flag : unsigned { kCarry, kParity, kZero, kSign, kOverflow, kFlags };
  static constexpr unsigned kAllFlags = (1u << kFlags) - 1;

  struct Label {
    ir::Label at;
    bool bound = false;
    unsigned known = kAllFlags;  // flags that have a value on every way here
    std::size_t position = 0;    // of the instruction after it
  };

  // --- operands and results (assembly.cpp) -------------------------------------------------------
  [[noreturn]] void refuse(std::string_view what = {}) const;
  void fence_compiler(const std::vector<AsmInstruction>& code);
  void spell(AsmInstruction& i) const;
  void mention_unused_pair(const std::vector<AsmInstruction>& code);
  void bind();
  void bind_output(Cell cell, llvm::Type* type);
  void bind_input(Cell cell, llvm::ArrayRef<std::string> codes, const llvm::Value* v);
  void results();
  llvm::Type* output_type(std::size_t n) const;
  static std::optional<RegisterPart> register_named(std::string_view name);
  // The processor's register; the statement has to mention it as an operand or a clobber.
  Operand machine_register(unsigned number);

  const Cell& cell(const AsmOperand& o) const;
  bool is_memory(const AsmOperand& o) const;
  // Bytes of a register operand; 0 for memory and immediates, which have no size of their own.
  unsigned size_of(const AsmOperand& o) const;
  Operand address(const AsmOperand& o);
  Operand full_register(const AsmOperand& o, bool& high);
  Operand read(const AsmOperand& o, unsigned bytes);
  void write(const AsmOperand& o, Operand value, unsigned bytes);
  Operand read_register(Operand r, unsigned bytes, bool high = false);
  void write_register(Operand r, Operand value, unsigned bytes, bool high = false);

  // --- flags and control (assembly_flags.cpp) ----------------------------------------------------
  void set_flag(Flag flag, Operand value);
  Operand flag(Flag flag);
  void forget_flags(unsigned flags) { known_ &= ~flags; }
  // Zero, sign and parity of a result.
  void result_flags(Operand result, unsigned bits);
  void add_flags(Operand a, Operand b, Operand result, unsigned bits);
  void subtract_flags(Operand a, Operand b, Operand result, unsigned bits);
  void logic_flags(Operand result, unsigned bits);
  Operand sign_bit(Operand a, unsigned bits);
  // "e", "nz", "b", ...; nothing if there is no such condition.
  std::optional<Operand> condition(std::string_view name);
  void place_label(const std::string& name);
  std::string label_of(const AsmOperand& o);
  void jump(const AsmInstruction& i, std::optional<Operand> when);

  // --- early clobbers (assembly_sharing.cpp) -----------------------------------------------------
  void find_shared(const llvm::InlineAsm::ConstraintInfoVector& constraints,
                   const std::set<std::size_t>& tied);
  void note_read(const AsmOperand& o);
  void note_write(const AsmOperand& o);
  void note_write(unsigned number, const std::string& text);
  void demand_early_clobbers() const;

  // --- instructions (assembly_instructions.cpp) --------------------------------------------------
  void instruction(const AsmInstruction& i);
  bool without_operands(const AsmInstruction& i);
  bool foreign_fence(const AsmInstruction& i);
  bool conditional(const AsmInstruction& i);
  bool moving(const AsmInstruction& i);
  bool extending(const AsmInstruction& i);
  bool two_operands(const AsmInstruction& i);
  bool one_operand(const AsmInstruction& i);
  bool bit_test(const AsmInstruction& i);
  bool shift(const AsmInstruction& i);
  bool multiply(const AsmInstruction& i);
  bool bit_scan(const AsmInstruction& i);
  bool exchanging(const AsmInstruction& i);
  void exchange(const AsmInstruction& i, unsigned bytes);
  void exchange_add(const AsmInstruction& i, unsigned bytes);
  void compare_exchange(const AsmInstruction& i, unsigned bytes);
  void compare_exchange_pair(const AsmInstruction& i, unsigned bytes);
  bool stack_fence(const AsmInstruction& i);
  // Whether the mnemonic is `base` with or without a size; `bytes` becomes the operands' size.
  bool is(const AsmInstruction& i, std::string_view base, std::size_t operands, unsigned& bytes);
  // The old value of the target, which obtains fn(old, value), in one step if the instruction is
  // locked.
  Operand update(const AsmInstruction& i, const AsmOperand& target, ir::RmwFunction fn,
                 Opcode opcode, Operand value, unsigned bytes);

  FunctionLowering& f_;
  const llvm::CallBase& call_;
  const llvm::InlineAsm& asm_;
  std::vector<Cell> cells_;
  std::vector<std::size_t> outputs_;
  std::vector<std::pair<std::size_t, Operand>> stored_;  // cells, and where they go in the end
  std::array<Operand, kRegisters> registers_{};
  std::array<bool, kRegisters> mentioned_{};
  std::array<Operand, kFlags> flags_{};
  unsigned known_ = 0;                      // flags that have a value here
  std::map<std::string, Label> labels_;     // numbered ones as "1#0", "1#1", ...
  std::set<std::string> backward_;          // numbers that a jump further down names
  bool reachable_ = true;                   // no jump stands before this place
  std::map<std::string, unsigned> passed_;  // how many labels of a number there were so far
  // Which instructions read inputs and write outputs that may share a register, and the jumps
  // upwards, as positions in the text.
  std::size_t position_ = 0;
  std::vector<std::pair<std::size_t, std::string>> reads_, writes_;
  std::vector<std::pair<std::size_t, std::size_t>> upwards_;
};

}  // namespace overtake::frontend
