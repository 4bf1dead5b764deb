#include "ir/builder.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace overtake::ir {

FunctionId declare_function(Program& program, std::string name, std::uint32_t parameters) {
  Function f;
  f.name = std::move(name);
  f.parameters = parameters;
  f.registers = parameters;
  program.functions.push_back(std::move(f));
  return FunctionId{program.functions.size() - 1};
}

FunctionBuilder::FunctionBuilder(Program& program, std::string name, std::uint32_t parameters)
    : FunctionBuilder(program, declare_function(program, std::move(name), parameters)) {}

FunctionBuilder::FunctionBuilder(Program& program, FunctionId declared)
    : program_(program), id_(declared), function_(program.functions[declared.index()]) {}

std::uint32_t FunctionBuilder::fresh_pair() {
  const std::uint32_t r = function_.registers;
  function_.registers += 2;
  return r;
}

Operand FunctionBuilder::constant(std::uint64_t value) {
  auto [it, added] =
      constant_index_.try_emplace(value, static_cast<std::uint32_t>(function_.constants.size()));
  if (added) function_.constants.push_back(value);
  return Operand::constant(it->second);
}

Operand FunctionBuilder::global(GlobalId g, std::uint64_t offset) {
  return constant(address_of(program_.globals[g.index()].slot, offset));
}

Label FunctionBuilder::label() {
  labels_.push_back(kNoTarget);
  return Label{labels_.size() - 1};
}

void FunctionBuilder::bind(Label label) {
  labels_[label.index()] = static_cast<std::uint32_t>(function_.code.size());
}

bool FunctionBuilder::terminated() const {
  if (function_.code.empty()) return false;
  const auto end = static_cast<std::uint32_t>(function_.code.size());
  if (std::find(labels_.begin(), labels_.end(), end) != labels_.end()) return false;
  switch (function_.code.back().op) {
    case Opcode::Jump:
    case Opcode::Branch:
    case Opcode::Switch:
    case Opcode::Ret:
    case Opcode::Throw:
    case Opcode::ForcedUnwind:
    case Opcode::Resume:
    case Opcode::ThreadExit:
    case Opcode::ProcessExit:
    case Opcode::Fail:
    case Opcode::Trap:
      return true;
    default:
      return false;
  }
}

Instruction& FunctionBuilder::emit(Instruction instruction) {
  if (!instruction.source.valid()) instruction.source = source_;
  function_.code.push_back(instruction);
  return function_.code.back();
}

Operand FunctionBuilder::emit_value(Instruction instruction) {
  instruction.dst = fresh();
  if (instruction.width == 16 || instruction.width == 128) fresh();
  return Operand::reg(emit(instruction).dst);
}

void FunctionBuilder::move(std::uint32_t dst, Operand a) {
  emit({.op = Opcode::Mov, .width = 64, .dst = dst, .a = a});
}

Operand FunctionBuilder::binary(Opcode op, unsigned width, Operand a, Operand b) {
  return emit_value({.op = op, .width = static_cast<std::uint8_t>(width), .a = a, .b = b});
}

Operand FunctionBuilder::select(Operand condition, Operand a, Operand b) {
  return emit_value({.op = Opcode::Select, .width = 64, .a = condition, .b = a, .c = b});
}

void FunctionBuilder::jump(Label to) {
  emit({.op = Opcode::Jump});
  patches_.push_back(
      {static_cast<std::uint32_t>(function_.code.size() - 1), &Instruction::target, to});
}

void FunctionBuilder::branch(Operand condition, Label then, Label otherwise) {
  emit({.op = Opcode::Branch, .width = 64, .a = condition});
  const auto i = static_cast<std::uint32_t>(function_.code.size() - 1);
  patches_.push_back({i, &Instruction::target, then});
  patches_.push_back({i, &Instruction::target2, otherwise});
}

void FunctionBuilder::switch_on(Operand value, unsigned width,
                                std::span<const std::pair<std::uint64_t, Label>> cases,
                                Label otherwise) {
  const auto table = static_cast<std::uint32_t>(function_.switches.size());
  std::vector<std::pair<std::uint64_t, Label>> sorted(cases.begin(), cases.end());
  std::sort(sorted.begin(), sorted.end());
  SwitchTable t;
  for (std::uint32_t i = 0; i < sorted.size(); ++i) {
    t.cases.emplace_back(sorted[i].first, kNoTarget);
    switch_patches_.push_back({table, i, sorted[i].second});
  }
  switch_patches_.push_back({table, kNoTarget, otherwise});
  function_.switches.push_back(std::move(t));
  emit({.op = Opcode::Switch,
        .width = static_cast<std::uint8_t>(width),
        .a = value,
        .target = table});
}

Operand FunctionBuilder::emit_call(Instruction instruction, std::span<const Operand> arguments,
                                   Label unwind) {
  instruction.target2 = static_cast<std::uint32_t>(function_.arguments.size());
  instruction.count = static_cast<std::uint32_t>(arguments.size());
  function_.arguments.insert(function_.arguments.end(), arguments.begin(), arguments.end());
  const Operand result = emit_value(instruction);
  if (unwind.valid())
    patches_.push_back(
        {static_cast<std::uint32_t>(function_.code.size() - 1), &Instruction::unwind, unwind});
  return result;
}

Operand FunctionBuilder::call(FunctionId callee, std::span<const Operand> arguments, Label unwind,
                              bool pair) {
  const std::uint8_t width = pair ? 128 : 64;
  return emit_call({.op = Opcode::Call, .width = width, .target = callee.value}, arguments, unwind);
}

Operand FunctionBuilder::call_indirect(Operand callee, std::span<const Operand> arguments,
                                       Label unwind, bool pair) {
  const std::uint8_t width = pair ? 128 : 64;
  return emit_call({.op = Opcode::CallIndirect, .width = width, .a = callee}, arguments, unwind);
}

void FunctionBuilder::ret(Operand value, Operand second) {
  emit({.op = Opcode::Ret, .width = 64, .a = value, .b = second});
}

Operand FunctionBuilder::undefined(unsigned width) {
  return emit_value({.op = Opcode::Undef, .width = static_cast<std::uint8_t>(width)});
}

Operand FunctionBuilder::alloca_(Operand size, Contents contents) {
  return emit_value({.op = Opcode::Alloca, .sub = static_cast<std::uint8_t>(contents), .a = size});
}

Operand FunctionBuilder::load(Operand address, unsigned bytes, Order order) {
  return emit_value({.op = Opcode::Load,
                     .width = static_cast<std::uint8_t>(bytes),
                     .order = order,
                     .a = address});
}

void FunctionBuilder::store(Operand address, Operand value, unsigned bytes, Order order) {
  emit({.op = Opcode::Store,
        .width = static_cast<std::uint8_t>(bytes),
        .order = order,
        .a = address,
        .b = value});
}

Operand FunctionBuilder::rmw(RmwFunction fn, Operand address, Operand value, unsigned bytes,
                             Order order) {
  return emit_value({.op = Opcode::Rmw,
                     .width = static_cast<std::uint8_t>(bytes),
                     .sub = static_cast<std::uint8_t>(fn),
                     .order = order,
                     .a = address,
                     .b = value});
}

std::pair<Operand, Operand> FunctionBuilder::cas(Operand address, Operand expected, Operand desired,
                                                 unsigned bytes, Order order) {
  const std::uint32_t dst = fresh_pair();
  std::uint32_t success = dst + 1;
  if (bytes == 16) success = fresh();
  emit({.op = Opcode::Cas,
        .width = static_cast<std::uint8_t>(bytes),
        .order = order,
        .dst = dst,
        .a = address,
        .b = expected,
        .c = desired});
  return {Operand::reg(dst), Operand::reg(success)};
}

void FunctionBuilder::fence(std::uint8_t kind) { emit({.op = Opcode::Fence, .sub = kind}); }

Operand FunctionBuilder::spawn(Operand function, Operand argument) {
  return emit_value({.op = Opcode::Spawn, .a = function, .b = argument});
}

Operand FunctionBuilder::join(Operand thread) {
  return emit_value({.op = Opcode::Join, .a = thread});
}

Operand FunctionBuilder::sync(SyncOp op, Operand address, Operand value, unsigned width) {
  return emit_value({.op = Opcode::Sync,
                     .width = static_cast<std::uint8_t>(width),
                     .sub = static_cast<std::uint8_t>(op),
                     .order = Order::SeqCst,
                     .a = address,
                     .b = value});
}

Operand FunctionBuilder::clock() { return emit_value({.op = Opcode::Clock}); }

void FunctionBuilder::sleep(SleepKind kind, Operand time) {
  emit({.op = Opcode::Sleep, .sub = static_cast<std::uint8_t>(kind), .a = time});
}

Operand FunctionBuilder::choose(Operand count) {
  return emit_value({.op = Opcode::Choose, .a = count});
}

void FunctionBuilder::assume(Operand condition) { emit({.op = Opcode::Assume, .a = condition}); }

void FunctionBuilder::fail(ErrorKind kind, const std::string& message) {
  const Operand text = message.empty() ? constant(0) : global(add_string(program_, message));
  emit({.op = Opcode::Fail, .sub = static_cast<std::uint8_t>(kind), .a = text});
}

FunctionId FunctionBuilder::finish() {
  auto resolve = [&](Label label) {
    const std::uint32_t target = labels_[label.index()];
    if (target == kNoTarget) throw InternalError("unbound label in function " + function_.name);
    return target;
  };
  // A label bound at the very end, or code that falls off the end.
  if (!terminated()) emit({.op = Opcode::Trap});
  for (const Patch& p : patches_) function_.code[p.instruction].*p.field = resolve(p.label);
  for (const SwitchPatch& p : switch_patches_) {
    SwitchTable& table = function_.switches[p.table];
    (p.entry == kNoTarget ? table.otherwise : table.cases[p.entry].second) = resolve(p.label);
  }
  function_.source = program_.functions[id_.index()].source;
  program_.functions[id_.index()] = std::move(function_);
  return id_;
}

GlobalId add_string(Program& program, const std::string& text) {
  std::vector<std::uint8_t> bytes(text.begin(), text.end());
  bytes.push_back(0);
  for (std::size_t i = 0; i < program.globals.size(); ++i) {
    const Global& g = program.globals[i];
    if (g.constant && g.initial == bytes && g.size == bytes.size()) return GlobalId{i};
  }
  Global g;
  g.name = ".str." + std::to_string(program.globals.size());
  g.size = bytes.size();
  g.constant = true;
  g.initial = std::move(bytes);
  return program.add_global(std::move(g));
}

SourceId add_source(Program& program, FileId file, std::uint32_t line, std::uint32_t column) {
  program.sources.push_back({file, line, column, SourceId::none()});
  return SourceId{program.sources.size() - 1};
}

FileId add_file(Program& program, const std::string& path, FileOrigin origin) {
  for (std::size_t i = 0; i < program.files.size(); ++i)
    if (program.files[i].path == path) return FileId{i};
  program.files.push_back({path, origin});
  return FileId{program.files.size() - 1};
}

}  // namespace overtake::ir
