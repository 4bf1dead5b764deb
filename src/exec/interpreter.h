// The interpreter of the bytecode: runs one thread up to its next visible operation.
//
// The stack of a thread is one flat vector of words, so that copying a thread is one allocation:
//
//     private thread-locals | frame | frame | ...
//     frame  = function, pc, caller's frame, number of stack objects below | registers | private
//     objects object = header (size and a tag) | bytes
//
// The address of a private object is its word index in the stack (ir/address.h). By construction
// (ir/privatize.h) such an address neither leaves its thread nor outlives its frame.
#pragma once

#include <cstdint>

#include "exec/executor.h"

namespace overtake::exec {

class Interpreter {
 public:
  Interpreter(const Executor& executor, Thread& thread)
      : program_(*executor.program_), executor_(executor), t_(thread) {}

  void enter(ir::FunctionId function, std::span<const Value> arguments);
  void run();
  void resume(Value result);
  void fail(ir::ErrorKind kind, ir::SourceId source, Address text = 0, Address address = 0);

  // The word before a private object; idle: nothing depends on what it holds.
  static constexpr std::uint64_t object_header(std::uint64_t size, bool idle) {
    return kObjectTag | size | (idle ? kIdleBit : 0);
  }
  static bool same_but_for(const ir::Program& program, const Thread& a, const Thread& b,
                           std::vector<Executor::Register>& different);
  static bool only_looked(const Thread& thread);
  static std::uint64_t position(const Thread& thread) {
    return thread.frame_ ^ thread.stack_[thread.frame_ + kPc] << 32;
  }
  static std::uint64_t state_at_head(const Thread& thread);
  static std::uint32_t objects_at_head(const Thread& thread) {
    return thread.spins_.back().objects;
  }
  static bool spins_in_loop_of(const Thread& thread, const Thread& then);
  static bool is_in_round(const Executor& executor, const Thread& thread);
  static std::vector<ir::SourceId> backtrace(const ir::Program& program, const Thread& thread);

 private:
  static constexpr std::uint32_t kFunction = 0;
  static constexpr std::uint32_t kPc = 1;
  static constexpr std::uint32_t kCaller = 2;
  static constexpr std::uint32_t kStackObjects = 3;
  static constexpr std::uint32_t kHeaderWords = 4;
  static constexpr std::uint64_t kNoFrame = 0xffffffffu;
  static constexpr std::uint64_t kObjectTag = std::uint64_t{0xa11c} << 48;
  static constexpr std::uint64_t kIdleBit = std::uint64_t{1} << 47;  // ir/mark_idle.h
  static constexpr std::uint64_t kSizeMask = kIdleBit - 1;

  enum class Access : std::uint8_t { Done, Visible, Failed };

  const ir::Function& function() const {
    return program_.functions[t_.stack_[t_.frame_ + kFunction]];
  }
  const ir::Instruction& instruction() const { return function().code[t_.stack_[t_.frame_ + kPc]]; }
  std::uint64_t* registers() { return t_.stack_.data() + t_.frame_ + kHeaderWords; }
  std::uint64_t value(ir::Operand o) {
    if (!o.present()) return 0;
    return o.is_constant() ? function().constants[o.index()] : registers()[o.index()];
  }
  Value wide_value(ir::Operand o, unsigned size);
  void set(std::uint32_t reg, std::uint64_t v) {
    if (reg == ir::kNoRegister) return;
    registers()[reg] = v;
    if (!t_.undefined_.empty()) t_.undefined_.set(word_of(reg), {});
  }
  // The result of a load, of `size` bytes; a pair if these are 16.
  void set(std::uint32_t reg, const Value& v, unsigned size);
  std::size_t word_of(std::uint32_t reg) const { return t_.frame_ + kHeaderWords + reg; }
  void advance() { ++t_.stack_[t_.frame_ + kPc]; }
  void pend(Op op) { t_.pending_ = op; }
  bool stopped() const;
  void interrupt(ir::SourceId source);
  // Where the user's code is while library code runs at `own`; `own` if there is none.
  ir::SourceId users_place(ir::SourceId own) const;

  // Each returns false if the thread has to leave run(): a visible operation is pending, or it
  // stopped.
  bool slow(const ir::Instruction& i);
  bool access(const ir::Instruction& i);
  bool sync(const ir::Instruction& i);
  bool call(const ir::Instruction& i, ir::FunctionId callee);
  bool ret(const ir::Instruction& i);
  bool end_thread(ir::SourceId source);
  bool transfer(const ir::Instruction& i);
  bool unwind();
  bool leave_last_frame();
  bool release_stack_objects(std::size_t keep, ir::SourceId source);
  void end_last_object(ir::SourceId source);
  bool allocate(const ir::Instruction& i, ObjectKind kind);
  bool restore_stack(const ir::Instruction& i);
  bool spin_head(const ir::Instruction& i);  // spin.cpp
  void note_for_spins(const ir::Instruction& i, Value result);
  void note_effect();
  void note_own();
  void note_store();
  bool note_own_turn(const Op& op, Value result);
  void forget_looks(const Op& op);
  bool note_turn(const Op& op);
  void note_known_objects() { t_.known_objects_ = static_cast<std::uint32_t>(t_.objects_.size()); }
  bool note_change(const Op& op, const Value& old, const Value& written);
  void forget_reads();
  std::uint32_t merge_reads();
  struct FastHash;
  Thread::Spin mark(const ir::SpinHeadRegisters& head, std::uint32_t reads, const FastHash& state,
                    const FastHash& held) const;
  void add_frames(FastHash& state) const;
  std::uint32_t first_gone() const;
  bool is_gone(Address address, std::uint32_t objects) const;
  Time read_clock();  // clock.cpp
  void sleep(ir::SleepKind kind, Time time);
  void move_clock_to(Time time);
  void note_for_clock(Value result);

  // Values that were never set (careful.cpp). While the registers of the current frame hold such
  // bits, each instruction goes through here.
  bool careful() const {
    return !t_.undefined_.empty() &&
           t_.undefined_.any(word_of(0), word_of(0) + function().registers);
  }
  bool run_carefully();  // one instruction
  Undefined undefined(ir::Operand o) const;
  Undefined compute_undefined(const ir::Instruction& i);
  bool depends_on_undefined(const ir::Instruction& i);
  bool fail_undefined(const Undefined& u, ir::SourceId source);
  Value mark_undefined(Value v, ir::Operand o, unsigned size) const;
  Value read_undefined(Value v, Address address, unsigned size) const;
  void write_undefined(Address address, unsigned size, const Value& v);
  Undefined private_undefined(Address address, unsigned size) const;
  void set_private_undefined(Address address, unsigned size, const Undefined& u);
  // Private accesses know single bits.
  void load_undefined(const ir::Instruction& i, Address address);
  void store_undefined(const ir::Instruction& i, Address address);
  bool prints_undefined(Address text, std::uint64_t length, ir::SourceId source);

  // A private or constant access is done at once; any other is for the machine.
  std::uint8_t* private_bytes(Address address, unsigned size);
  Access read_local(Address address, unsigned size, Value& out, ir::SourceId source);
  Access write_local(Address address, unsigned size, Value v, ir::SourceId source);
  // Output must not be an event: text in shared memory is shown as question marks.
  void show(Address text, std::uint64_t length);
  void push_frame(ir::FunctionId callee);
  void pop_frame();

  const ir::Program& program_;
  const Executor& executor_;
  Thread& t_;
};

}  // namespace overtake::exec
