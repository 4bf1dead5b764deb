// Builds one function of a Program, instruction by instruction.
//
//     ir::Program p;
//     ir::GlobalId x = p.add_global({.name = "x", .size = 4});
//     ir::FunctionBuilder f(p, "main", /*parameters=*/0);
//     ir::Operand r = f.load(f.global(x), 4);
//     ir::Label done = f.label();
//     f.branch(f.binary(ir::Opcode::Eq, 32, r, f.constant(1)), done, done);
//     f.bind(done);
//     f.ret();
//     p.entry = f.finish();
//
// Functions that call each other are declared first (`declare_function`) and built afterwards.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/program.h"

namespace overtake::ir {

using Label = Id<struct LabelTag>;

// Reserves a function so that it can be called before it is built.
FunctionId declare_function(Program& program, std::string name, std::uint32_t parameters);

class FunctionBuilder {
 public:
  // Declares and builds.
  FunctionBuilder(Program& program, std::string name, std::uint32_t parameters);
  // Builds a declared function.
  FunctionBuilder(Program& program, FunctionId declared);

  FunctionId id() const { return id_; }
  std::uint32_t fresh() { return function_.registers++; }  // a new register
  std::uint32_t fresh_pair();                              // two consecutive registers
  Operand parameter(std::uint32_t i) const { return Operand::reg(i); }
  Operand constant(std::uint64_t value);
  Operand global(GlobalId g, std::uint64_t offset = 0);
  Operand function(FunctionId f) { return constant(function_address(f)); }

  // All that follows carries this source place.
  void at(SourceId source) { source_ = source; }
  SourceId source() const { return source_; }

  Label label();
  void bind(Label label);
  // True if the code so far ends in Jump, Branch, Switch, Ret or Trap (nothing falls through).
  bool terminated() const;

  void move(std::uint32_t dst, Operand a);
  Operand binary(Opcode op, unsigned width, Operand a, Operand b);
  Operand select(Operand condition, Operand a, Operand b);

  void jump(Label to);
  void branch(Operand condition, Label then, Label otherwise);
  void switch_on(Operand value, unsigned width,
                 std::span<const std::pair<std::uint64_t, Label>> cases, Label otherwise);
  // Returns the register of the result (always allocated); `pair`: the first of two registers.
  Operand call(FunctionId callee, std::span<const Operand> arguments, Label unwind = Label::none(),
               bool pair = false);
  Operand call_indirect(Operand callee, std::span<const Operand> arguments,
                        Label unwind = Label::none(), bool pair = false);
  void ret(Operand value = {}, Operand second = {});

  Operand undefined(unsigned width);  // a value of that many bits that was never set
  Operand alloca_(Operand size, Contents contents = Contents::Zeroed);
  Operand load(Operand address, unsigned bytes, Order order = Order::Plain);
  void store(Operand address, Operand value, unsigned bytes, Order order = Order::Plain);
  Operand rmw(RmwFunction fn, Operand address, Operand value, unsigned bytes,
              Order order = Order::SeqCst);
  // {old value, success}
  std::pair<Operand, Operand> cas(Operand address, Operand expected, Operand desired,
                                  unsigned bytes, Order order = Order::SeqCst);
  void fence(std::uint8_t kind);  // kFullFence or kStoreFence
  Operand spawn(Operand function, Operand argument);
  Operand join(Operand thread);
  Operand sync(SyncOp op, Operand address, Operand value = {}, unsigned width = 8);
  Operand choose(Operand count);
  Operand clock();
  void sleep(SleepKind kind, Operand time);
  void assume(Operand condition);
  // The text becomes a constant global of the program.
  void fail(ErrorKind kind, const std::string& message);

  // Any instruction at all; jumps in it take labels through `patch_target`.
  Instruction& emit(Instruction instruction);

  // Resolves labels and moves the function into the program. The builder is spent.
  FunctionId finish();

 private:
  struct Patch {
    std::uint32_t instruction;
    std::uint32_t Instruction::* field;
    Label label;
  };
  struct SwitchPatch {
    std::uint32_t table;
    std::uint32_t entry;  // kNoTarget: the default
    Label label;
  };
  Operand emit_value(Instruction instruction);
  Operand emit_call(Instruction instruction, std::span<const Operand> arguments, Label unwind);

  Program& program_;
  FunctionId id_;
  Function function_;
  SourceId source_;
  std::vector<std::uint32_t> labels_;  // by Label: instruction index, or kNoTarget
  std::vector<Patch> patches_;
  std::vector<SwitchPatch> switch_patches_;
  std::unordered_map<std::uint64_t, std::uint32_t> constant_index_;
};

// A constant, zero-terminated string as a global; equal texts share one.
GlobalId add_string(Program& program, const std::string& text);

// Adds a source place and returns its id.
SourceId add_source(Program& program, FileId file, std::uint32_t line, std::uint32_t column);
FileId add_file(Program& program, const std::string& path, FileOrigin origin = FileOrigin::User);

}  // namespace overtake::ir
