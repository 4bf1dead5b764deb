#include "gcl/print.h"

#include <fmt/format.h>

#include "base/error.h"

namespace overtake::gcl {
namespace {

struct Spelling {
  std::string_view text;
  int strength;  // how tightly it binds; as in the parser's table
};

Spelling spelling(Operator op) {
  switch (op) {
    case Operator::Or:
      return {"||", 0};
    case Operator::And:
      return {"&&", 1};
    case Operator::BitOr:
      return {"|", 2};
    case Operator::BitXor:
      return {"^", 3};
    case Operator::BitAnd:
      return {"&", 4};
    case Operator::Eq:
      return {"==", 5};
    case Operator::Ne:
      return {"!=", 5};
    case Operator::Lt:
      return {"<", 6};
    case Operator::Le:
      return {"<=", 6};
    case Operator::Gt:
      return {">", 6};
    case Operator::Ge:
      return {">=", 6};
    case Operator::Shl:
      return {"<<", 7};
    case Operator::Shr:
      return {">>", 7};
    case Operator::Add:
      return {"+", 8};
    case Operator::Sub:
      return {"-", 8};
    case Operator::Mul:
      return {"*", 9};
    case Operator::Div:
      return {"/", 9};
    case Operator::Mod:
      return {"%", 9};
    case Operator::Neg:
      return {"-", 10};
    case Operator::Not:
      return {"!", 10};
    case Operator::BitNot:
      return {"~", 10};
    case Operator::Literal:
    case Operator::Register:
      return {"", 11};
  }
  throw InternalError("an expression without an operator");
}

std::string text(const Expr& e, const Process& process, int needed) {
  const Spelling s = spelling(e.op);
  std::string out;
  if (e.op == Operator::Literal) {
    out = std::to_string(e.value);
  } else if (e.op == Operator::Register) {
    out = "$" + process.registers[e.reg.index()];
  } else if (e.operands.size() == 1) {
    // `-5` is a literal, so the negation of a literal keeps its parentheses.
    const bool literal = e.op == Operator::Neg && e.operands[0].is_literal();
    out = fmt::format("{}{}", s.text, text(e.operands[0], process, literal ? 12 : s.strength));
  } else {
    out = fmt::format("{} {} {}", text(e.operands[0], process, s.strength), s.text,
                      text(e.operands[1], process, s.strength + 1));
  }
  return s.strength < needed ? "(" + out + ")" : out;
}

class GclPrinter {
 public:
  // `lenient`: what .gcl cannot say is written as a reader would understand it.
  explicit GclPrinter(const Program& program, bool lenient = false)
      : program_(program), lenient_(lenient) {}

  std::string instruction(const Instruction& i, const Process& p) const {
    return fmt::format("{}: {}; goto {}", p.label(i.from).name, statement(i, p),
                       p.label(i.to).name);
  }

  std::string run() {
    std::string out = fmt::format("program {}\nvars\n", program_.name);
    for (const Variable& v : program_.variables) {
      out += "  " + v.name;
      if (v.range) out += fmt::format(" : {}..{}", v.range->least, v.range->greatest);
      if (v.initial != 0 || (v.range && (v.range->least > 0 || v.range->greatest < 0)))
        out += fmt::format(" = {}", v.initial);
      out += "\n";
    }
    out += "procs\n";
    for (const Process& p : program_.processes) out += process(p);
    return out;
  }

 private:
  std::string process(const Process& p) const {
    std::string out = fmt::format("\nprocess {}\nregs", p.name);
    for (const std::string& r : p.registers) out += " $" + r;
    out += fmt::format("\ninit {}\nbegin\n", p.label(p.init).name);
    for (const Instruction& i : p.instructions) out += "  " + instruction(i, p) + ";\n";
    return out + "end\n";
  }

  std::string statement(const Instruction& i, const Process& p) const {
    const Statement& s = i.statement;
    auto expr = [&](const Expr& e) { return text(e, p, 0); };
    auto cell = [&] {
      if (const auto v = s.variable()) return program_.variables[v->index()].name;
      if (lenient_) return fmt::format("[{}]", expr(s.address));
      throw InputError(fmt::format("{}:{}:{}: .gcl has no computed addresses", program_.file,
                                   i.position.line, i.position.column));
    };
    auto reg = [&] { return "$" + p.registers[s.reg.index()]; };
    switch (s.kind) {
      case StatementKind::Read:
        return fmt::format("{} = {}", reg(), cell());
      case StatementKind::Write:
        return fmt::format("{} = {}", cell(), expr(s.value));
      case StatementKind::Assign:
        return fmt::format("{} = {}", reg(), expr(s.value));
      case StatementKind::Arw:
        return fmt::format("arw({}, {}, {})", cell(), expr(s.value), expr(s.desired));
      case StatementKind::Fence:
        return "fence";
      case StatementKind::Skip:
        return "skip";
      case StatementKind::Assume:
        return "assume " + expr(s.value);
      case StatementKind::Assert:
        return "assert " + expr(s.value);
      case StatementKind::Lock:
      case StatementKind::Unlock:
        if (lenient_) return s.kind == StatementKind::Lock ? "lock" : "unlock";
        throw InputError(fmt::format("{}:{}:{}: .gcl has no lock and unlock; use arw",
                                     program_.file, i.position.line, i.position.column));
    }
    throw InternalError("a statement of no kind");
  }

  const Program& program_;
  bool lenient_;
};

class TrencherPrinter {
 public:
  explicit TrencherPrinter(const Program& program) : program_(program) {}

  std::string run() {
    std::string out =
        fmt::format("# {}\nmemory_size {}\n", program_.name, program_.variables.size());
    for (std::size_t i = 0; i < program_.variables.size(); ++i) {
      const Variable& v = program_.variables[i];
      if (v.initial != 0) refuse(v.position, "initial values");
      if (v.range) refuse(v.position, "ranges");
      out += fmt::format("# {}: {}\n", i, v.name);
    }
    for (const Process& p : program_.processes) out += thread(p);
    return out;
  }

 private:
  [[noreturn]] void refuse(Position at, const std::string& what) const {
    throw InputError(fmt::format("{}:{}:{}: the transition format has no {}", program_.file,
                                 at.line, at.column, what));
  }

  std::string thread(const Process& p) {
    process_ = &p;
    auxiliary_ = 0;
    std::string out = fmt::format("\nthread {}\n  initial {}\n", p.name, p.label(p.init).name);
    for (const Instruction& i : p.instructions) out += instruction(i);
    return out + "end\n";
  }

  std::string instruction(const Instruction& i) {
    const Statement& s = i.statement;
    const std::string from = process_->label(i.from).name;
    const std::string to = process_->label(i.to).name;
    if (s.kind != StatementKind::Arw) return transition(from, to, simple(s));
    std::string out;
    std::string at = from;
    auto step = [&](const std::string& text) {
      const std::string next = fmt::format("{}.{}", from, ++auxiliary_);
      out += transition(at, next, text);
      at = next;
    };
    step("lock");
    step(fmt::format("read arw {}", prefix(s.address)));
    step(fmt::format("check == arw {}", prefix(s.value)));
    step(fmt::format("write {} {}", prefix(s.desired), prefix(s.address)));
    step("local arw 0");
    return out + transition(at, to, "unlock");
  }

  static std::string transition(const std::string& from, const std::string& to,
                                const std::string& what) {
    return fmt::format("  transition {} {} {}\n", from, to, what);
  }

  std::string simple(const Statement& s) const {
    switch (s.kind) {
      case StatementKind::Read:
        return fmt::format("read {} {}", process_->registers[s.reg.index()], prefix(s.address));
      case StatementKind::Write:
        return fmt::format("write {} {}", prefix(s.value), prefix(s.address));
      case StatementKind::Assign:
        return fmt::format("local {} {}", process_->registers[s.reg.index()], prefix(s.value));
      case StatementKind::Fence:
        return "mfence";
      case StatementKind::Skip:
      case StatementKind::Assert:
        return "noop";
      case StatementKind::Assume:
        return "check " + prefix(s.value);
      case StatementKind::Lock:
        return "lock";
      case StatementKind::Unlock:
        return "unlock";
      case StatementKind::Arw:
        break;
    }
    throw InternalError("not a simple statement");
  }

  std::string prefix(const Expr& e) const {
    switch (e.op) {
      case Operator::Literal:
        return std::to_string(e.value);
      case Operator::Register:
        return process_->registers[e.reg.index()];
      case Operator::Neg:
        return "- 0 " + prefix(e.operands[0]);
      case Operator::Not:
        return "! " + prefix(e.operands[0]);
      case Operator::Div:
      case Operator::Mod:
      case Operator::Shl:
      case Operator::Shr:
      case Operator::BitOr:
      case Operator::BitXor:
      case Operator::BitNot:
        refuse(e.position, fmt::format("operator `{}`", spelling(e.op).text));
      default:
        return fmt::format("{} {} {}", spelling(e.op).text, prefix(e.operands[0]),
                           prefix(e.operands[1]));
    }
  }

  const Program& program_;
  const Process* process_ = nullptr;
  std::uint32_t auxiliary_ = 0;
};

}  // namespace

std::string to_text(const Expr& expression, const Process& process) {
  return text(expression, process, 0);
}

std::string to_text(const Instruction& instruction, const Process& process,
                    const Program& program) {
  return GclPrinter(program, /*lenient=*/true).instruction(instruction, process);
}

std::string to_gcl(const Program& program) { return GclPrinter(program).run(); }
std::string to_trencher(const Program& program) { return TrencherPrinter(program).run(); }

}  // namespace overtake::gcl
