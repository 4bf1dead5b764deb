// Every function becomes a C function over unsigned 64-bit registers, with labels and gotos; every
// global an array of bytes. Addresses of the program are kept: `load` and `store` look them up,
// and addresses that are constants are array elements at once, so that a model checker sees which.
#include "seq/emit_c.h"

#include <fmt/format.h>

#include <cctype>
#include <set>

#include "base/error.h"
#include "ir/errors.h"
#include "ir/shape.h"
#include "seq/unfold.h"

namespace overtake::seq {
namespace {

using ir::Instruction;
using ir::Opcode;
using ir::Operand;

constexpr std::string_view kPrelude = R"(#include <assert.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t u64;

/* Nondeterministic values and assumptions. Model checkers know these names; with OVERTAKE_RUN the
   program runs: values come from a function that you link, and a false assumption ends the run. */
extern unsigned long __VERIFIER_nondet_ulong(void);
#ifdef OVERTAKE_RUN
#include <stdlib.h>
static void assume(int condition) {
  if (!condition) exit(0);
}
#else
extern void __CPROVER_assume(int condition);
static void assume(int condition) { __CPROVER_assume(condition); }
#endif

static inline u64 choose(u64 count) {
  u64 value = __VERIFIER_nondet_ulong();
#ifdef OVERTAKE_RUN
  if (count > 0) value %= count;
#endif
  assume(value < count);
  return value;
}

static inline u64 sign(u64 value, unsigned width) {
  u64 top = (u64)1 << (width - 1);
  return width >= 64 ? value : ((value & (((u64)1 << width) - 1)) ^ top) - top;
}

static inline int less_signed(u64 a, u64 b, unsigned width) {
  return (sign(a, width) ^ (u64)1 << 63) < (sign(b, width) ^ (u64)1 << 63);
}

static inline u64 shift_signed(u64 value, u64 by, unsigned width) {
  u64 wide = sign(value, width);
  unsigned n = by < width ? (unsigned)by : width - 1;
  u64 fill = wide >> 63 && n > 0 ? ~(~(u64)0 >> n) : 0;
  return wide >> n | fill;
}

static inline u64 divide_signed(u64 a, u64 b, unsigned width, int remainder) {
  u64 x = sign(a, width), y = sign(b, width);
  u64 p = x >> 63 ? 0 - x : x, q = y >> 63 ? 0 - y : y;
  u64 magnitude = remainder ? p % q : p / q;
  int negative = remainder ? (int)(x >> 63) : (int)((x ^ y) >> 63);
  return negative ? 0 - magnitude : magnitude;
}

static inline u64 read_bytes(const unsigned char *from, unsigned size) {
  u64 value = 0;
  for (unsigned k = 0; k < size; k++) value |= (u64)from[k] << (8 * k);
  return value;
}

static inline void write_bytes(unsigned char *to, u64 value, unsigned size) {
  for (unsigned k = 0; k < size; k++) to[k] = (unsigned char)(value >> (8 * k));
}
)";

class CEmitter {
 public:
  explicit CEmitter(const ir::Program& program) : program_(program) {}

  std::string run() {
    out_ = "/* Written by 'overtake sequentialize'. */\n";
    out_ += kPrelude;
    out_ += '\n';
    globals();
    lookup();
    for (std::size_t f = 0; f < program_.functions.size(); ++f)
      out_ += fmt::format("static {};\n", signature(f));
    for (std::size_t f = 0; f < program_.functions.size(); ++f) function(f);
    out_ += fmt::format("\nint main(void) {{\n  {}();\n  return 0;\n}}\n",
                        function_name(program_.entry.index()));
    return std::move(out_);
  }

 private:
  static std::string identifier(std::string_view name) {
    std::string out;
    for (const char c : name) out += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    return out;
  }
  std::string global_name(std::size_t g) const {
    return fmt::format("g{}_{}", g, identifier(program_.globals[g].name));
  }
  std::string function_name(std::size_t f) const {
    return fmt::format("f{}_{}", f, identifier(program_.functions[f].name));
  }
  std::string signature(std::size_t f) const {
    std::string parameters;
    for (std::uint32_t p = 0; p < program_.functions[f].parameters; ++p)
      parameters += fmt::format("{}u64 r{}", p == 0 ? "" : ", ", p);
    return fmt::format("u64 {}({})", function_name(f), parameters.empty() ? "void" : parameters);
  }

  void globals() {
    for (std::size_t g = 0; g < program_.globals.size(); ++g) {
      const ir::Global& global = program_.globals[g];
      std::string bytes;
      for (const std::uint8_t b : global.initial) bytes += fmt::format("{}, ", b);
      out_ += fmt::format("static unsigned char {}[{}] = {{{}}};\n", global_name(g),
                          std::max<std::uint64_t>(global.size, 1), bytes.empty() ? "0" : bytes);
    }
  }

  // The bytes that an address names.
  void lookup() {
    out_ += "\nstatic inline unsigned char *at(u64 address, unsigned size) {\n";
    for (std::size_t g = 0; g < program_.globals.size(); ++g) {
      const ir::Global& global = program_.globals[g];
      if (global.size == 0) continue;
      out_ += fmt::format(
          "  if (address - {}u < {}u && {}u - (address - {}u) >= size) return {} + (address - "
          "{}u);\n",
          address_of(global.slot), global.size, global.size, address_of(global.slot),
          global_name(g), address_of(global.slot));
    }
    out_ += "  assert(!\"an address that names no object\");\n  return 0;\n}\n\n";
  }

  std::string constant_place(const ir::Function& f, const Instruction& i) const {
    if (!i.a.is_constant()) return fmt::format("at({}, {})", value(f, i.a), i.width);
    const std::uint64_t address = f.constants[i.a.index()];
    const std::uint64_t slot = slot_bits(address);
    if (slot < program_.next_global_slot) {
      const ir::GlobalId g = program_.global_of_slot[slot];
      if (g.valid()) {
        const std::uint64_t offset = address - address_of(program_.globals[g.index()].slot);
        if (offset + i.width <= program_.globals[g.index()].size)
          return fmt::format("{} + {}", global_name(g.index()), offset);
      }
    }
    return fmt::format("at({}u, {})", address, i.width);
  }

  std::string value(const ir::Function& f, Operand o) const {
    if (!o.present()) return "0";
    return o.is_constant() ? fmt::format("{}u", f.constants[o.index()])
                           : fmt::format("r{}", o.index());
  }

  static std::string masked(const std::string& text, unsigned width) {
    return width >= 64 ? text : fmt::format("({}) & {}u", text, (std::uint64_t{1} << width) - 1);
  }

  void function(std::size_t index) {
    const ir::Function& f = program_.functions[index];
    out_ += fmt::format("\nstatic {} {{\n", signature(index));
    std::set<std::uint32_t> used;
    std::set<std::uint32_t> targets;
    for (const Instruction& i : f.code) {
      ir::for_each_operand(f, i, [&](Operand o, bool) {
        if (!o.is_constant()) used.insert(o.index());
      });
      if (i.dst != ir::kNoRegister) used.insert(i.dst);
      ir::for_each_target(f, i, [&](std::uint32_t t) { targets.insert(t); });
    }
    for (const std::uint32_t r : used)
      if (r >= f.parameters) out_ += fmt::format("  u64 r{} = 0;\n", r);
    for (const std::uint32_t r : used) out_ += fmt::format("  (void)r{};\n", r);
    for (std::uint32_t k = 0; k < f.code.size(); ++k) {
      if (targets.contains(k)) out_ += fmt::format("L{}:;\n", k);
      out_ += "  " + statement(f, f.code[k]) + "\n";
    }
    out_ += "}\n";
  }

  std::string statement(const ir::Function& f, const Instruction& i) const {
    const std::string a = value(f, i.a);
    const std::string b = value(f, i.b);
    const std::string c = value(f, i.c);
    const auto set = [&](const std::string& text) { return fmt::format("r{} = {};", i.dst, text); };
    const unsigned w = i.width;
    const auto infix = [&](std::string_view op) {
      return set(masked(fmt::format("{} {} {}", a, op, b), w));
    };
    switch (i.op) {
      case Opcode::Mov:
      case Opcode::Freeze:  // fresh memory is zero here
        return set(a);
      case Opcode::Add:
        return infix("+");
      case Opcode::Sub:
        return infix("-");
      case Opcode::Mul:
        return infix("*");
      case Opcode::And:
        return set(fmt::format("{} & {}", a, b));
      case Opcode::Or:
        return set(fmt::format("{} | {}", a, b));
      case Opcode::Xor:
        return set(fmt::format("{} ^ {}", a, b));
      case Opcode::Shl:
        return set(masked(fmt::format("{1} < {2} ? {0} << ({1} & 63) : 0", a, b, w), w));
      case Opcode::LShr:
        return set(fmt::format("{1} < {2} ? {0} >> ({1} & 63) : 0", a, b, w));
      case Opcode::AShr:
        return set(masked(fmt::format("shift_signed({}, {}, {})", a, b, w), w));
      case Opcode::UDiv:
      case Opcode::URem:
        return fmt::format("assert({} != 0); r{} = {} {} {};", b, i.dst, a,
                           i.op == Opcode::UDiv ? "/" : "%", b);
      case Opcode::SDiv:
      case Opcode::SRem:
        return fmt::format("assert({} != 0); r{} = {};", b, i.dst,
                           masked(fmt::format("divide_signed({}, {}, {}, {})", a, b, w,
                                              i.op == Opcode::SRem ? 1 : 0),
                                  w));
      case Opcode::Eq:
        return set(fmt::format("{} == {}", a, b));
      case Opcode::Ne:
        return set(fmt::format("{} != {}", a, b));
      case Opcode::ULt:
        return set(fmt::format("{} < {}", a, b));
      case Opcode::ULe:
        return set(fmt::format("{} <= {}", a, b));
      case Opcode::SLt:
        return set(fmt::format("less_signed({}, {}, {})", a, b, w));
      case Opcode::SLe:
        return set(fmt::format("!less_signed({}, {}, {})", b, a, w));
      case Opcode::Select:
        return set(fmt::format("{} ? {} : {}", a, b, c));
      case Opcode::SExt:
        return set(masked(fmt::format("sign({}, {})", a, w), i.sub));
      case Opcode::Trunc:
        return set(masked(a, w));
      case Opcode::Jump:
        return fmt::format("goto L{};", i.target);
      case Opcode::Branch:
        return fmt::format("if ({}) goto L{}; else goto L{};", a, i.target, i.target2);
      case Opcode::Switch: {
        std::string text = fmt::format("switch ({}) {{", a);
        for (const auto& [number, target] : f.switches[i.target].cases)
          text += fmt::format(" case {}u: goto L{};", number, target);
        return text + fmt::format(" default: goto L{}; }}", f.switches[i.target].otherwise);
      }
      case Opcode::Call: {
        std::string arguments;
        for (std::uint32_t k = 0; k < i.count; ++k)
          arguments += (k == 0 ? "" : ", ") + value(f, f.arguments[i.target2 + k]);
        return set(fmt::format("{}({})", function_name(i.target), arguments));
      }
      case Opcode::Ret:
        return fmt::format("return {};", a);
      case Opcode::Load:
        return set(fmt::format("read_bytes({}, {})", constant_place(f, i), w));
      case Opcode::Store:
        return fmt::format("write_bytes({}, {}, {});", constant_place(f, i), b, w);
      case Opcode::Choose:
        return set(fmt::format("choose({})", a));
      case Opcode::Assume:
        return fmt::format("assume({} != 0);", a);
      case Opcode::Fail:
        return fmt::format("assert(!\"{}: {}\"); return 0;", place(program_, i.source),
                           ir::name(static_cast<ir::ErrorKind>(i.sub)));
      case Opcode::Trap:
        return "assert(!\"unreachable\"); return 0;";
      default:
        throw InputError(place(program_, i.source) + ": '" + std::string(ir::shape(i.op).name) +
                         "' cannot be written as C here");
    }
  }

  const ir::Program& program_;
  std::string out_;
};

}  // namespace

std::string emit_c(const ir::Program& program) { return CEmitter(program).run(); }

}  // namespace overtake::seq
