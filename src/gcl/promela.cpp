#include "gcl/promela.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "gcl/print.h"

namespace overtake::gcl {
namespace {

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program) {}

  std::string run() const {
    std::string out = fmt::format("/* {} */\n", program_.name);
    for (const Variable& v : program_.variables) {
      if (v.range) refuse(v.position, "ranges");
      check(v.initial, v.position);
      // Prefixes keep names out of the way of Promela's keywords.
      out += fmt::format("int v_{} = {};\n", v.name, v.initial);
    }
    for (const Process& p : program_.processes) out += process(p);
    return out;
  }

 private:
  [[noreturn]] void refuse(Position at, const std::string& what) const {
    throw InputError(fmt::format("{}:{}:{}: {} cannot be said in Promela", program_.file, at.line,
                                 at.column, what));
  }

  void check(std::int64_t value, Position at) const {
    if (value < std::numeric_limits<std::int32_t>::min() ||
        value > std::numeric_limits<std::int32_t>::max())
      refuse(at, fmt::format("the value {}", value));
  }

  void check(const Expr& e, Position at) const {
    if (e.op == Operator::Literal) check(e.value, at);
    for (const Expr& o : e.operands) check(o, at);
  }

  std::string process(const Process& p) const {
    std::string out = fmt::format("\nactive proctype p_{}() {{\n", p.name);
    for (const std::string& r : p.registers) out += fmt::format("  int r_{} = 0;\n", r);
    out += fmt::format("  goto l_{};\n", p.label(p.init).name);
    for (const Label& l : p.labels) {
      out += fmt::format("l_{}:\n", l.name);
      if (l.instructions.empty()) {
        out += "  goto ended;\n";
        continue;
      }
      out += "  if\n";
      for (const InstructionId i : l.instructions) {
        const Instruction& instruction = p.instruction(i);
        out += fmt::format("  :: {} -> goto l_{}\n", statement(instruction, p),
                           p.label(instruction.to).name);
      }
      out += "  fi;\n";
    }
    return out + "ended:\n  skip\n}\n";
  }

  std::string expression(const Expr& e, const Process& p, Position at) const {
    check(e, at);
    std::string text = to_text(e, p);
    for (std::size_t i = text.find('$'); i != text.npos; i = text.find('$', i))
      text.replace(i, 1, "r_");
    return "(" + text + ")";
  }

  std::string statement(const Instruction& i, const Process& p) const {
    const Statement& s = i.statement;
    const auto expr = [&](const Expr& e) { return expression(e, p, i.position); };
    const auto cell = [&] {
      const auto v = s.variable();
      if (!v) refuse(i.position, "a computed address");
      return "v_" + program_.variables[v->index()].name;
    };
    const auto reg = [&] { return "r_" + p.registers[s.reg.index()]; };
    switch (s.kind) {
      case StatementKind::Read:
        return fmt::format("{} = {}", reg(), cell());
      case StatementKind::Write:
        return fmt::format("{} = {}", cell(), expr(s.value));
      case StatementKind::Assign:
        return fmt::format("{} = {}", reg(), expr(s.value));
      case StatementKind::Arw:
        return fmt::format("atomic {{ {0} == {1} -> {0} = {2} }}", cell(), expr(s.value),
                           expr(s.desired));
      case StatementKind::Fence:
      case StatementKind::Skip:
        return "skip";
      case StatementKind::Assume:
        return expr(s.value);
      case StatementKind::Assert:
        return fmt::format("assert({})", expr(s.value));
      case StatementKind::Lock:
      case StatementKind::Unlock:
        refuse(i.position, "lock and unlock");
    }
    throw InternalError("a statement of no kind");
  }

  const Program& program_;
};

}  // namespace

std::string to_promela(const Program& program) { return Printer(program).run(); }

}  // namespace overtake::gcl
