#include "runnable.h"

#include <fmt/format.h>

#include "exec/executor.h"
#include "generator.h"
#include "ir/builder.h"
#include "ir/shape.h"

namespace overtake::ir {
namespace {

// Functions call only functions before them, so that nothing recurses. The last registers of each
// function point to private objects and are used as addresses only: what private addresses are
// depends on the size of frames, which simplification changes.
class RunnableGenerator {
 public:
  explicit RunnableGenerator(std::uint64_t seed) : random_(seed) {}

  Program run() {
    const FileId file = add_file(program_, "random.c");
    for (std::uint32_t line = 1; line <= 40; ++line) add_source(program_, file, line, 1);
    for (const char* name : {"x", "y", "z"})
      globals_.push_back(program_.add_global({.name = name, .size = 16}));
    program_.add_global({.name = "text", .size = 4, .constant = true, .initial = {1, 2, 3}});
    const std::uint32_t functions = 1 + random_.below(3);
    for (std::uint32_t f = 0; f < functions; ++f) function(f + 1 == functions);
    program_.entry = FunctionId{functions - 1};
    return std::move(program_);
  }

 private:
  static constexpr std::uint32_t kRegisters = 10;  // then two pointers to private objects
  static constexpr std::uint32_t kPrivate = 10;

  void function(bool entry) {
    f_ = {};
    f_.name = fmt::format("f{}", program_.functions.size());
    f_.parameters = entry ? 0 : random_.below(4);
    f_.registers = kRegisters + 2;
    length_ = 4 + random_.below(40);
    for (std::uint32_t k = 0; k < 2; ++k)
      f_.code.push_back({.op = Opcode::Alloca, .dst = kPrivate + k, .a = constant(16), .count = 1});
    while (f_.code.size() < length_) f_.code.push_back(instruction());
    f_.code.push_back({.op = Opcode::Ret, .width = 64, .a = value(), .source = source()});
    ++length_;
    program_.functions.push_back(std::move(f_));
  }

  SourceId source() { return SourceId{random_.below(program_.sources.size())}; }
  std::uint32_t target() { return 2 + random_.below(length_ - 1); }
  std::uint32_t reg() { return random_.below(kRegisters); }

  Operand constant(std::uint64_t v) {
    f_.constants.push_back(v);
    return Operand::constant(static_cast<std::uint32_t>(f_.constants.size() - 1));
  }
  Operand value() {
    if (random_.chance(70)) return Operand::reg(reg());
    static const std::uint64_t kValues[] = {0, 1, 2, 3, 7, 8, 31, 255, 0xffffffff, ~0ull};
    return constant(random_.chance(80) ? random_.pick(kValues) : random_.bits());
  }
  Operand address() {
    switch (random_.below(4)) {
      case 0:
        return Operand::reg(kPrivate + random_.below(2));
      case 1:
        return Operand::reg(reg());
      default:
        return constant(address_of(program_.globals[random_.below(4)].slot, 4 * random_.below(4)));
    }
  }

  Instruction instruction() {
    Instruction i = random_.chance(55) ? computation() : random_.chance(50) ? control() : visible();
    i.source = source();
    return i;
  }

  Instruction computation() {
    static const std::uint8_t kWidths[] = {1, 8, 16, 32, 64, 64, 37};
    Instruction i;
    i.op = static_cast<Opcode>(random_.below(static_cast<unsigned>(Opcode::FToF) + 1));
    const Shape& general = shape(i.op);
    const bool floats = general.width == WidthRule::FloatBits;
    i.width = general.width == WidthRule::Ignored ? 64
              : floats                            ? (random_.chance(50) ? 32 : 64)
                                                  : random_.pick(kWidths);
    switch (general.sub) {
      case SubRule::Bits:
        i.sub = std::max<std::uint8_t>(i.width, random_.pick(kWidths));
        break;
      case SubRule::FloatBits:
        i.sub = random_.chance(50) ? 32 : 64;
        break;
      case SubRule::FloatPredicate:
        i.sub = static_cast<std::uint8_t>(random_.below(16));
        break;
      case SubRule::FloatFunction:
        i.sub = static_cast<std::uint8_t>(random_.below(12));
        break;
      default:
        break;
    }
    const Shape s = shape(i);
    i.dst = reg();
    i.a = value();
    if (s.b == Use::Needed) i.b = value();
    if (s.c == Use::Needed) i.c = value();
    return i;
  }

  Instruction control() {
    switch (random_.below(6)) {
      case 0:
        return {.op = Opcode::Jump, .target = target()};
      case 1:
      case 2:
        return {.op = Opcode::Branch,
                .width = 64,
                .a = value(),
                .target = target(),
                .target2 = target()};
      case 3: {
        SwitchTable table{target(), {{0, target()}, {2, target()}, {7, target()}}};
        f_.switches.push_back(std::move(table));
        return {.op = Opcode::Switch,
                .width = 8,
                .a = value(),
                .target = static_cast<std::uint32_t>(f_.switches.size() - 1)};
      }
      case 4:
        return call();
      default: {
        if (random_.chance(30)) return {.op = Opcode::Throw, .a = value(), .b = value()};
        if (random_.chance(30)) return {.op = Opcode::Ret, .width = 64, .a = value()};
        return {.op = Opcode::Caught, .dst = random_.below(kRegisters - 1)};
      }
    }
  }

  Instruction call() {
    if (program_.functions.empty()) return {.op = Opcode::Self, .dst = reg()};
    Instruction i{.op = Opcode::Call, .width = 64};
    i.target = random_.below(program_.functions.size());
    i.target2 = static_cast<std::uint32_t>(f_.arguments.size());
    i.count = program_.functions[i.target].parameters;
    for (std::uint32_t k = 0; k < i.count; ++k) f_.arguments.push_back(value());
    if (random_.chance(30)) i.width = 128;
    if (random_.chance(80) || i.width == 128) i.dst = random_.below(kRegisters - 1);
    if (random_.chance(50)) i.unwind = target();
    return i;
  }

  Instruction visible() {
    static const std::uint8_t kBytes[] = {1, 2, 4, 8, 16};
    const std::uint8_t bytes = random_.pick(kBytes);
    auto wide = [&] { return bytes == 16 ? Operand::reg(random_.below(kRegisters - 1)) : value(); };
    switch (random_.below(9)) {
      case 0:
      case 1:
        return {.op = Opcode::Load,
                .width = bytes,
                .dst = random_.below(kRegisters - 1),
                .a = address()};
      case 2:
      case 3:
        return {.op = Opcode::Store, .width = bytes, .a = address(), .b = wide()};
      case 4:
        return {.op = Opcode::Rmw,
                .width = bytes,
                .sub = static_cast<std::uint8_t>(random_.below(11)),
                .order = Order::SeqCst,
                .dst = random_.below(kRegisters - 1),
                .a = address(),
                .b = wide()};
      case 5:
        return {.op = Opcode::Cas,
                .width = bytes,
                .order = Order::SeqCst,
                .dst = random_.below(kRegisters - 2),
                .a = address(),
                .b = wide(),
                .c = wide()};
      case 6:
        return {.op = Opcode::Choose, .dst = reg(), .a = value()};
      case 7:
        return {.op = Opcode::Assume, .a = value()};
      default:
        return {.op = Opcode::Fence, .sub = kFullFence};
    }
  }

  Random random_;
  Program program_;
  std::vector<GlobalId> globals_;
  Function f_;
  std::uint32_t length_ = 0;
};

}  // namespace

Program runnable_program(std::uint64_t seed) { return RunnableGenerator(seed).run(); }

std::vector<std::string> observe(const Program& program, std::uint64_t results) {
  Random random(results);
  std::vector<std::string> seen;
  const exec::Executor executor(program);
  exec::Thread t = executor.start_main();
  while (t.ready() && seen.size() < 100) {
    const exec::Op& op = t.next();
    seen.push_back(fmt::format("{} {} {} {} !{} {:x} {:x}.{:x} {:x}.{:x}",
                               static_cast<int>(op.kind), op.size, op.sub,
                               static_cast<int>(op.order), op.source.value, op.address,
                               op.operand.lo, op.operand.hi, op.expected.lo, op.expected.hi));
    exec::Value result{random.chance(70) ? random.below(4) : random.bits(), random.below(3)};
    if (op.kind == exec::OpKind::Choose) result.lo %= op.operand.lo;
    if (op.size < 8) result.lo &= (std::uint64_t{1} << (8 * op.size)) - 1;
    if (op.size < 16) result.hi = 0;
    executor.resume(t, result);
  }
  seen.push_back(fmt::format("status {} error {} !{}", static_cast<int>(t.status()),
                             static_cast<int>(t.error().kind), t.error().source.value));
  return seen;
}

}  // namespace overtake::ir
