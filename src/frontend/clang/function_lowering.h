// One LLVM function to one ir::Function.
//
// An SSA value is a list of operands, one for each word of its type (layout.h): what an instruction
// computes lives in registers that nothing else writes, so casts that keep the bits, extractvalue,
// insertvalue and the like are renaming and emit nothing. Blocks are visited in reverse post-order:
// definitions come before uses, except through phis, which own registers from the start and are
// written by parallel copies on the edges.
//
// The work is spread over files by kind of instruction:
//   function_lowering.cpp  values, blocks, edges     memory.cpp      loads, stores, atomics, copies
//   arithmetic.cpp         computation               calls.cpp       calls, varargs, unwinding
//   wide.cpp               integers of any width     floating.cpp    floats of any width
//   vectors.cpp            vectors, aggregates       assembly.cpp    inline assembly
//   intrinsics.cpp         llvm.*                    integer_intrinsics.cpp, float_intrinsics.cpp
//   library.cpp            __overtake_*, libm, ...   jumps.cpp       setjmp
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <functional>
#include <optional>
#include <span>

#include "frontend/clang/program_lowering.h"

namespace overtake::frontend {

class FunctionLowering {
 public:
  // What cannot be lowered, and why. Only an execution that gets there is a reason to refuse the
  // program, so a call of a stub stands in its place.
  using Refusals = llvm::DenseMap<const llvm::Instruction*, std::string>;

  FunctionLowering(ProgramLowering& program, const llvm::Function& function, ir::FunctionId id,
                   Refusals& refusals);

  // False: an instruction was added to the refusals, and the function has to be lowered anew.
  bool run();  // throws InputError

 private:
  using Operand = ir::Operand;
  using Opcode = ir::Opcode;
  using Words = llvm::SmallVector<Operand, 2>;

  // --- values ------------------------------------------------------------------------------------
  Words value(const llvm::Value* v);
  Operand scalar(const llvm::Value* v);  // of one word
  void define(const llvm::Value* v, Words words) { values_[v] = std::move(words); }
  void define(const llvm::Value* v, Operand word) { values_[v] = Words{word}; }
  void define_zero(const llvm::Value* v);
  Words constant(const llvm::Constant* c);
  Words undefined(llvm::Type* type);  // words that were never set
  Operand number(std::uint64_t n) { return b_.constant(n); }
  const std::vector<Word>& words(llvm::Type* type) { return program_.layout().words(type); }
  std::uint64_t size(llvm::Type* type) { return program_.layout().size(type); }
  // The words as consecutive registers, as 16-byte accesses want them.
  Operand as_pair(const Words& words);
  std::optional<std::uint64_t> known(const llvm::Value* v) const;  // a constant of up to 64 bits
  std::optional<std::string> known_string(const llvm::Value* v);

  // --- blocks ------------------------------------------------------------------------------------
  void parameters();
  void block(const llvm::BasicBlock& block, const llvm::BasicBlock* next);
  void instruction(const llvm::Instruction& i);
  void refused(const llvm::Instruction& i, const std::string& message);
  void terminator(const llvm::Instruction& i);
  void branch(const llvm::BranchInst& i);
  void switch_(const llvm::SwitchInst& i);
  void indirect_branch(const llvm::IndirectBrInst& i);
  void return_(const llvm::ReturnInst& i);
  bool has_phis(const llvm::BasicBlock* to) const { return !to->phis().empty(); }
  void edge(const llvm::BasicBlock* from, const llvm::BasicBlock* to);  // copies, then the jump
  // The label to jump to for this edge; edges with copies get code of their own, emitted by
  // `emit_edges` after the branch.
  ir::Label edge_label(const llvm::BasicBlock* from, const llvm::BasicBlock* to);
  void emit_edges(const llvm::BasicBlock* from);
  void copy_parallel(std::vector<std::pair<std::uint32_t, Operand>> copies);

  // --- computation -------------------------------------------------------------------------------
  Operand op(Opcode opcode, unsigned width, Operand a, Operand b) {
    return b_.binary(opcode, width, a, b);
  }
  Operand unary(Opcode opcode, unsigned width, Operand a, unsigned sub = 0);
  Operand float_math(ir::FloatFunction fn, unsigned width, Operand a, Operand b = {},
                     Operand c = {});
  Operand sign_extend(Operand a, unsigned from, unsigned to);
  Operand truncate(Operand a, unsigned width);
  Operand is_zero(Operand a, unsigned width) { return op(Opcode::Eq, width, a, number(0)); }
  Operand not_(Operand a) { return op(Opcode::Xor, 1, a, number(1)); }
  void binary(const llvm::BinaryOperator& i);
  void compare(const llvm::CmpInst& i);
  void cast(const llvm::CastInst& i);
  void negate(const llvm::Instruction& i);
  void select(const llvm::SelectInst& i);
  void bit_cast(const llvm::Instruction& i);
  void vector(const llvm::Instruction& i);
  void extract(const llvm::ExtractValueInst& i);
  void insert(const llvm::InsertValueInst& i);
  Words cast_element(const llvm::CastInst& i, llvm::Type* from, llvm::Type* to, const Words& a);
  // Bits side by side, cut into the words of another type of the same size.
  Words recut(const Words& from, const std::vector<Word>& layout, const std::vector<Word>& to);

  // Elements of vectors; a scalar is its only element.
  llvm::Type* element_type(llvm::Type* type) const { return type->getScalarType(); }
  unsigned element_count(llvm::Type* type) const;
  Words element(const Words& all, llvm::Type* type, unsigned k);
  Words element(const llvm::Value* v, unsigned k) { return element(value(v), v->getType(), k); }
  unsigned scalar_bits(llvm::Type* type);  // of a scalar, or of a vector's elements

  // --- integers of any width, as words (wide.cpp) ------------------------------------------------
  Words integer(unsigned opcode, unsigned bits, const Words& a, const Words& b);  // an LLVM opcode
  Operand integer_compare(llvm::CmpInst::Predicate predicate, unsigned bits, const Words& a,
                          const Words& b);
  Words integer_resize(Words a, unsigned from, unsigned to, bool is_signed);
  Words integer_select(Operand condition, const Words& a, const Words& b);
  Words integer_number(unsigned bits, std::uint64_t n);  // the low word n, all others 0
  Words wide_mask(Words a, unsigned bits);
  Words wide_add(const Words& a, const Words& b);
  Words wide_subtract(const Words& a, const Words& b);
  Words wide_multiply(const Words& a, const Words& b);
  std::pair<Operand, Operand> multiply_words(Operand a, Operand b);  // 64 x 64 -> {low, high}
  Words wide_shift_left(Words a, Operand amount);
  Words wide_shift_right(Words a, Operand amount, Operand fill);
  Words wide_divide(unsigned opcode, unsigned bits, const Words& a, const Words& b);

  // --- floating point of any width (floating.cpp) ------------------------------------------------
  Words float_binary(unsigned opcode, llvm::Type* type, const Words& a, const Words& b);
  Operand float_compare(llvm::CmpInst::Predicate predicate, llvm::Type* type, const Words& a,
                        const Words& b);
  Words float_convert(llvm::Type* from, llvm::Type* to, const Words& a);
  Words float_negate(llvm::Type* type, const Words& a);
  Words float_from_integer(unsigned bits, bool is_signed, const Words& a, llvm::Type* to);
  Words float_to_integer(llvm::Type* from, const Words& a, unsigned bits, bool is_signed);
  Words float_to_integer_saturated(llvm::Type* from, const Words& a, unsigned bits, bool is_signed);
  Operand float_class(llvm::Type* type, const Words& a, std::uint64_t classes);
  // A function of runtime/ that the lowering itself calls; `results` words come back.
  Words model_call(const char* name, llvm::ArrayRef<Operand> arguments, unsigned results);
  // Memory for one instruction at a time: results of many words, operands of models.
  std::uint64_t scratch_size(const llvm::Instruction& i);
  void spill(const Words& a, std::uint64_t offset);  // into scratch_
  Words unspill(std::uint64_t offset, std::size_t words);

  // --- memory ------------------------------------------------------------------------------------
  void alloca_(const llvm::AllocaInst& i);
  Operand address_offset(Operand base, std::uint64_t offset);
  void element_pointer(const llvm::Instruction& i);
  Words load_words(Operand address, llvm::Type* type, ir::Order order);
  void store_words(Operand address, llvm::Type* type, const Words& value, ir::Order order);
  Words load_all(Operand address, const std::vector<Word>& all, ir::Order order);
  void store_all(Operand address, const std::vector<Word>& all, const Words& value,
                 ir::Order order);
  llvm::Type* packed_integer(llvm::Type* type);
  unsigned atomic_bytes(llvm::Type* type);  // throws Refusal if it is not one access
  void load(const llvm::LoadInst& i);
  void store(const llvm::StoreInst& i);
  void rmw(const llvm::AtomicRMWInst& i);
  void compare_exchange(const llvm::AtomicCmpXchgInst& i);
  void fence(const llvm::FenceInst& i);
  void copy_memory(const llvm::Value* to, const llvm::Value* from, const llvm::Value* length,
                   std::uint64_t alignment);
  void copy_object(Operand to, Operand from, llvm::Type* type);
  void fill_memory(const llvm::Value* to, const llvm::Value* byte, const llvm::Value* length,
                   std::uint64_t alignment);
  // The type whose fields a copy of `length` bytes at `pointer` goes through, or null; and the size
  // of the chunks for copies without one.
  llvm::Type* fields_for(const llvm::Value* pointer, std::uint64_t length);
  std::uint8_t chunk(const llvm::Value* pointer, std::uint64_t alignment);
  std::vector<Word> covered_fields(const llvm::Value* pointer, llvm::Type* accessed);
  // The type of the object that a pointer points to, where LLVM's types tell.
  llvm::Type* pointee(const llvm::Value* pointer) const;
  Operand thread_local_address(const llvm::GlobalVariable& variable);

  // --- calls -------------------------------------------------------------------------------------
  void call(const llvm::CallBase& call);
  void call_function(const llvm::CallBase& call, const llvm::Function* definition);
  std::string could_not_compile() const;
  void call_undefined(const llvm::CallBase& call, const llvm::Function& callee);
  Operand variadic_arguments(const llvm::CallBase& call);
  std::uint64_t variadic_size(const llvm::CallBase& call);
  void finish_call(const llvm::CallBase& call);  // the jump after an invoke
  ir::Label unwind_label(const llvm::CallBase& call);
  void landing_pad(const llvm::LandingPadInst& pad);
  void resume(const llvm::ResumeInst& i);

  // --- setjmp (jumps.cpp) ------------------------------------------------------------------------
  struct JumpPoint {
    std::uint32_t token;   // registers
    std::uint32_t result;  // what setjmp returns next
    ir::Label again;
  };
  bool saves_jumps() const;
  void save_jump(const llvm::CallBase& call);
  void emit_jump_landing();
  void pass_jumps(Operand exception, Operand type);  // in landing pads: these are not theirs

  bool intrinsic(const llvm::IntrinsicInst& call);
  bool bit_intrinsic(const llvm::IntrinsicInst& call);
  Words bit_function(llvm::Intrinsic::ID id, unsigned bits, llvm::ArrayRef<Words> arguments);
  bool overflow_intrinsic(const llvm::IntrinsicInst& call);
  bool saturating_intrinsic(const llvm::IntrinsicInst& call);
  // {result, overflow} of an addition, subtraction or multiplication.
  std::pair<Words, Operand> checked(unsigned opcode, bool is_signed, unsigned bits, const Words& a,
                                    const Words& b);
  bool reduction(const llvm::IntrinsicInst& call);
  bool float_intrinsic(const llvm::IntrinsicInst& call);
  Words float_function(llvm::Intrinsic::ID id, llvm::Type* type, llvm::ArrayRef<Words> arguments);
  void variadic_start(Operand list);
  Operand population(Operand a);
  Words bit_count(llvm::Intrinsic::ID id, unsigned bits, const Words& a);
  Words reversed(llvm::Intrinsic::ID id, unsigned bits, const Words& a);
  Operand swap_bytes(Operand a);    // of 64 bits
  Operand reverse_bits(Operand a);  // of 64 bits
  Words extreme(llvm::Intrinsic::ID id, unsigned bits, const Words& a, const Words& b);

  // Calls of functions without a body that have a meaning of their own. False: not one of them.
  bool library(const llvm::CallBase& call, llvm::StringRef name);
  bool overtake_intrinsic(const llvm::CallBase& call, llvm::StringRef name);
  void show_arguments(const llvm::CallBase& call);
  bool math(const llvm::CallBase& call, llvm::StringRef name);
  bool math_to_integer(const llvm::CallBase& call, llvm::StringRef name);
  bool is_swallowed_output(const llvm::CallBase& call, llvm::StringRef name);
  bool sized_atomic(const llvm::CallBase& call, llvm::StringRef name);

  void assembly(const llvm::CallBase& call);

  ProgramLowering& program_;
  const llvm::Function& function_;
  Refusals& refusals_;
  const llvm::Instruction* current_ = nullptr;
  const bool model_;
  const bool atomic_section_;  // a __VERIFIER_atomic_* function: its body is one atomic step
  ir::FunctionBuilder b_;
  llvm::DenseMap<const llvm::Value*, Words> values_;
  llvm::DenseMap<const llvm::BasicBlock*, ir::Label> labels_;
  llvm::DenseMap<const llvm::BasicBlock*, ir::Label> pending_edges_;
  const llvm::BasicBlock* next_ = nullptr;  // the block that will be emitted next
  Operand return_buffer_;                   // hidden parameters
  Operand variadic_;
  Operand variadic_buffer_;  // for this function's own variadic calls
  Operand scratch_;
  std::vector<JumpPoint> jump_points_;
  std::optional<ir::Label> jump_landing_;  // of a function that calls setjmp

  friend class Assembly;
};

ir::Order order_of(llvm::AtomicOrdering ordering);
bool is_setjmp(llvm::StringRef name);

}  // namespace overtake::frontend
