#include "generator.h"

#include <map>

#include "ir/builder.h"
#include "ir/shape.h"

namespace overtake::ir {
namespace {

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Program run() {
    tables();
    globals();
    const std::uint32_t functions = 1 + random_.below(4);
    for (std::uint32_t i = 0; i < functions; ++i) {
      Function f;
      f.name = name();
      f.parameters = i == 0 ? 0 : random_.below(4);
      f.variadic = i > 0 && random_.chance(20);
      f.registers = f.parameters + 3 + random_.below(10);
      f.source = source();
      program_.functions.push_back(std::move(f));
    }
    program_.entry = FunctionId{0};
    for (Function& f : program_.functions) fill(f);
    for (std::size_t i = 1; i < program_.functions.size(); ++i)
      if (program_.functions[i].parameters == 1 && random_.chance(30))
        program_.thread_end = FunctionId{i};
    return std::move(program_);
  }

 private:
  std::string name() {
    static const char* const kNames[] = {"main", "x",   "x",   "a.b",      "odd name", "q\"\\",
                                         "",     "a#2", "f\n", "\xc3\xa9", "$x",       "0"};
    return random_.pick(kNames);
  }

  void tables() {
    const std::uint32_t files = 1 + random_.below(2);
    for (std::uint32_t i = 0; i < files; ++i)
      program_.files.push_back({name(), static_cast<FileOrigin>(random_.below(4))});
    const std::uint32_t sources = random_.below(6);
    for (std::uint32_t i = 0; i < sources; ++i) {
      Source s{FileId{random_.below(files)}, random_.below(100), random_.below(80), {}};
      if (i > 0 && random_.chance(30)) s.inlined_at = SourceId{random_.below(i)};
      program_.sources.push_back(s);
    }
  }

  SourceId source() {
    if (program_.sources.empty() || random_.chance(20)) return {};
    return SourceId{random_.below(program_.sources.size())};
  }

  void globals() {
    const std::uint32_t globals = 1 + random_.below(5);
    for (std::uint32_t i = 0; i < globals; ++i) {
      Global g;
      g.name = name();
      g.size = random_.chance(10) ? 3 * kSlotSpan : random_.below(20);
      g.constant = random_.chance(30);
      g.thread_local_ = random_.chance(30);
      g.private_ = g.thread_local_ && random_.chance(50);
      const std::uint64_t bytes = random_.below(g.size + 1) % 30;
      for (std::uint64_t k = 0; k < bytes; ++k)
        g.initial.push_back(static_cast<std::uint8_t>(random_.bits()));
      g.source = source();
      if (random_.chance(20)) program_.next_global_slot += random_.below(5);
      program_.add_global(std::move(g));
    }
  }

  void fill(Function& f) {
    const std::uint32_t length = 1 + random_.below(30);
    for (std::uint32_t k = 0; k + 1 < length; ++k) f.code.push_back(instruction(f, length, false));
    f.code.push_back(instruction(f, length, true));
  }

  Operand constant(Function& f, bool address) {
    std::uint64_t value = 0;
    switch (random_.below(address ? 2 : 5)) {
      case 0:
        value = random_.below(100);
        break;
      case 1:
        value = function_address(FunctionId{random_.below(6)});
        break;
      case 2: {
        const Global& g = program_.globals[random_.below(program_.globals.size())];
        value = address_of(g.slot, random_.below(30));
        break;
      }
      case 3:
        value = random_.bits() >> random_.below(64);
        break;
      default:
        value = std::uint64_t{1} << random_.below(64);
        break;
    }
    f.constants.push_back(value);
    return Operand::constant(static_cast<std::uint32_t>(f.constants.size() - 1));
  }

  Operand value(Function& f, bool pair, bool address = false) {
    if (!pair && random_.chance(50)) return constant(f, address);
    return Operand::reg(random_.below(f.registers - (pair ? 1 : 0)));
  }

  bool use(Use u) { return u == Use::Needed || (u == Use::Optional && random_.chance(50)); }

  std::uint8_t width(WidthRule rule, Opcode op) {
    static const std::uint8_t kAccess[] = {1, 2, 3, 4, 5, 6, 7, 8, 16};
    static const std::uint8_t kAtomic[] = {1, 2, 4, 8, 16};
    static const std::uint8_t kChunk[] = {0, 1, 2, 4, 8, 16};
    switch (rule) {
      case WidthRule::Ignored:
        return random_.chance(80) ? default_width(op) : 64;
      case WidthRule::Bits:
        return static_cast<std::uint8_t>(8 + random_.below(57));
      case WidthRule::FloatBits:
        return random_.chance(50) ? 32 : 64;
      case WidthRule::CallBits:
        return random_.chance(50) ? 64 : 128;
      case WidthRule::Access:
        return random_.pick(kAccess);
      case WidthRule::Atomic:
        return random_.pick(kAtomic);
      case WidthRule::Word:
        return random_.pick(kAtomic) % 16 + 0;
      case WidthRule::Chunk:
        return random_.pick(kChunk);
    }
    return 0;
  }

  std::uint8_t sub(SubRule rule) {
    switch (rule) {
      case SubRule::None:
        return 0;
      case SubRule::Bits:
        return 64;
      case SubRule::FloatBits:
        return random_.chance(50) ? 32 : 64;
      default:
        break;
    }
    std::uint8_t count = 0;
    while (!sub_name(rule, count).empty()) ++count;
    return static_cast<std::uint8_t>(random_.below(count));
  }

  Order order(Opcode op) {
    static const Order kLoad[] = {Order::Plain, Order::Relaxed, Order::Acquire, Order::SeqCst};
    static const Order kStore[] = {Order::Plain, Order::Relaxed, Order::Release, Order::SeqCst};
    static const Order kAny[] = {Order::Relaxed, Order::Acquire, Order::Release, Order::AcqRel,
                                 Order::SeqCst};
    if (op == Opcode::Load) return random_.pick(kLoad);
    if (op == Opcode::Store) return random_.pick(kStore);
    return random_.pick(kAny);
  }

  Instruction instruction(Function& f, std::uint32_t length, bool last) {
    Instruction i;
    do i.op = static_cast<Opcode>(random_.below(kOpcodes));
    while (last && !ends_block(i.op));
    const Shape& general = shape(i.op);
    do i.width = width(general.width, i.op);
    while (general.width == WidthRule::Word && i.width == 0);
    i.sub = sub(general.sub);
    if (i.op == Opcode::Rmw && i.width != 4 && i.width != 8) i.sub %= 11;  // no float functions
    if (general.ordered) i.order = order(i.op);
    const Shape s = shape(i);
    const bool pairs = takes_pairs(i);
    if (use(s.a)) i.a = value(f, false, true);
    if (use(s.b) && (s.b == Use::Needed || i.a.present()))
      i.b = value(f, pairs, i.op == Opcode::MemCopy);
    if (use(s.c)) i.c = value(f, pairs);
    if (use(s.dst) || i.width == 128) i.dst = random_.below(f.registers - 2);
    numbers(f, i, length);
    i.source = source();
    return i;
  }

  void numbers(Function& f, Instruction& i, std::uint32_t length) {
    switch (i.op) {
      case Opcode::Jump:
        i.target = random_.below(length);
        break;
      case Opcode::Branch:
        i.target = random_.below(length);
        i.target2 = random_.below(length);
        break;
      case Opcode::Switch: {
        i.target = static_cast<std::uint32_t>(f.switches.size());
        SwitchTable t;
        t.otherwise = random_.below(length);
        for (std::uint64_t v = random_.below(3); t.cases.size() < 4 && random_.chance(80);
             v += 1 + random_.below(20))
          t.cases.emplace_back(v, random_.below(length));
        f.switches.push_back(std::move(t));
        break;
      }
      case Opcode::Call: {
        i.target = random_.below(program_.functions.size());
        const Function& callee = program_.functions[i.target];
        arguments(f, i, callee.parameters + (callee.variadic ? random_.below(3) : 0), length);
        break;
      }
      case Opcode::CallIndirect:
        arguments(f, i, random_.below(4), length);
        break;
      case Opcode::Alloca:
        i.count = random_.below(2);
        break;
      case Opcode::LoopBound:
        i.count = random_.below(10);
        break;
      case Opcode::ThreadLocal: {
        std::uint32_t g = 0;
        while (g < program_.globals.size() && !program_.globals[g].thread_local_) ++g;
        if (g == program_.globals.size())
          i = {.op = Opcode::Self, .dst = i.dst};
        else
          i.target = g;
        break;
      }
      default:
        break;
    }
  }

  void arguments(Function& f, Instruction& i, std::uint32_t count, std::uint32_t length) {
    i.target2 = static_cast<std::uint32_t>(f.arguments.size());
    i.count = count;
    for (std::uint32_t k = 0; k < count; ++k) f.arguments.push_back(value(f, false));
    if (random_.chance(30)) i.unwind = random_.below(length);
  }

  Random random_;
  Program program_;
};

}  // namespace

Program random_program(std::uint64_t seed) { return Generator(seed).run(); }

Program with_canonical_pools(Program program) {
  for (Function& f : program.functions) {
    const Function old = f;
    f.constants.clear();
    f.arguments.clear();
    f.switches.clear();
    std::map<std::uint64_t, std::uint32_t> constants;
    auto renumber = [&](Operand o) {
      if (!o.is_constant()) return o;
      const std::uint64_t value = old.constants[o.index()];
      const auto [it, added] =
          constants.try_emplace(value, static_cast<std::uint32_t>(f.constants.size()));
      if (added) f.constants.push_back(value);
      return Operand::constant(it->second);
    };
    for (Instruction& i : f.code) {
      for (Operand* o : {&i.a, &i.b, &i.c}) *o = renumber(*o);
      if (is_call(i)) {
        const std::uint32_t first = i.target2;
        i.target2 = static_cast<std::uint32_t>(f.arguments.size());
        for (std::uint32_t k = 0; k < i.count; ++k)
          f.arguments.push_back(renumber(old.arguments[first + k]));
      }
      if (i.op == Opcode::Switch) {
        f.switches.push_back(old.switches[i.target]);
        i.target = static_cast<std::uint32_t>(f.switches.size() - 1);
      }
    }
  }
  return program;
}

}  // namespace overtake::ir
