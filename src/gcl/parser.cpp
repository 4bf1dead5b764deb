// Recursive descent over the grammar of docs/gcl.md, one function a nonterminal.
#include "gcl/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "gcl/lexer.h"

namespace overtake::gcl {
namespace {

constexpr std::array<std::string_view, 14> kKeywords = {
    "program", "vars", "procs", "process", "regs", "init",   "begin",
    "end",     "goto", "arw",   "fence",   "skip", "assume", "assert",
};

bool is_keyword(const Token& t) {
  return t.kind == TokenKind::Name &&
         std::find(kKeywords.begin(), kKeywords.end(), t.text) != kKeywords.end();
}

struct Binary {
  std::string_view text;
  Operator op;
};

// By binding strength, weakest first: C's.
const std::vector<std::vector<Binary>> kLevels = {
    {{"||", Operator::Or}},
    {{"&&", Operator::And}},
    {{"|", Operator::BitOr}},
    {{"^", Operator::BitXor}},
    {{"&", Operator::BitAnd}},
    {{"==", Operator::Eq}, {"!=", Operator::Ne}},
    {{"<", Operator::Lt}, {"<=", Operator::Le}, {">", Operator::Gt}, {">=", Operator::Ge}},
    {{"<<", Operator::Shl}, {">>", Operator::Shr}},
    {{"+", Operator::Add}, {"-", Operator::Sub}},
    {{"*", Operator::Mul}, {"/", Operator::Div}, {"%", Operator::Mod}},
};

constexpr int kMaxNesting = 256;

struct Nesting {
  explicit Nesting(int& depth) : depth_(depth) { ++depth_; }
  ~Nesting() { --depth_; }
  int& depth_;
};

class Parser {
 public:
  Parser(std::string_view text, const std::string& file)
      : tokens_(tokenize(text, file)), file_(file) {
    program_.file = file;
  }

  Program program() {
    expect("program");
    program_.name = name("a program name").text;
    expect("vars");
    while (!peek().is("procs")) {
      variable();
      accept(",");
    }
    expect("procs");
    while (peek().kind != TokenKind::End) process();
    return std::move(program_);
  }

 private:
  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
  }
  Token take() {
    Token t = peek();
    if (t.kind != TokenKind::End) ++next_;
    return t;
  }
  bool accept(std::string_view text) {
    if (!peek().is(text)) return false;
    take();
    return true;
  }
  Token expect(std::string_view text) {
    if (!peek().is(text)) unexpected(fmt::format("`{}`", text));
    return take();
  }
  [[noreturn]] void unexpected(const std::string& expected) const {
    fail(file_, peek().position, fmt::format("expected {}, found {}", expected, describe(peek())));
  }
  Token name(const std::string& what) {
    if (peek().kind != TokenKind::Name || is_keyword(peek())) unexpected(what);
    return take();
  }

  std::int64_t integer() {
    const bool negative = accept("-");
    if (peek().kind != TokenKind::Number) unexpected("an integer");
    return integer_value(take(), negative);
  }
  std::int64_t integer_value(const Token& t, bool negative) const {
    if (!negative && t.number > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
      fail(file_, t.position, fmt::format("{} does not fit in 64 bits", t.text));
    return static_cast<std::int64_t>(negative ? std::uint64_t{0} - t.number : t.number);
  }

  // NAME [":" INT ".." INT] ["=" INT]
  void variable() {
    const Token t = name("a variable name or `procs`");
    for (const Variable& v : program_.variables)
      if (v.name == t.text)
        fail(file_, t.position,
             fmt::format("variable `{}` is declared twice; first in line {}", t.text,
                         v.position.line));
    Variable v{.name = t.text, .initial = 0, .range = std::nullopt, .position = t.position};
    if (accept(":")) {
      const Position at = peek().position;
      const std::int64_t least = integer();
      expect("..");
      v.range = Range{least, integer()};
      if (v.range->greatest < v.range->least) fail(file_, at, "this range is empty");
    }
    Position at = t.position;
    if (accept("=")) {
      at = peek().position;
      v.initial = integer();
    }
    if (v.range && (v.initial < v.range->least || v.initial > v.range->greatest))
      fail(file_, at,
           fmt::format("the initial value {} of `{}` is not in {}..{}", v.initial, v.name,
                       v.range->least, v.range->greatest));
    program_.variables.push_back(std::move(v));
  }

  // "process" NAME "regs" ("$" NAME)* "init" NAME "begin" instruction* "end"
  void process() {
    if (!peek().is("process")) unexpected("`process` or the end of the file");
    take();
    const Token id = name("a process name");
    process_ = new_process(program_, id.text, id.position, "process");
    expect("regs");
    while (peek().kind == TokenKind::Register) {
      const Token r = take();
      if (std::find(process_.registers.begin(), process_.registers.end(), r.text) !=
          process_.registers.end())
        fail(file_, r.position, fmt::format("register `${}` is declared twice", r.text));
      process_.registers.push_back(r.text);
      accept(",");
    }
    if (!peek().is("init")) unexpected("a register (`$name`) or `init`");
    take();
    const Token init = name("a label");
    process_.init = process_.intern_label(init.text);
    expect("begin");
    while (!peek().is("end")) instruction();
    expect("end");
    if (!process_.instructions.empty() && process_.label(process_.init).instructions.empty())
      fail(file_, init.position,
           fmt::format("no instruction of process `{}` has the initial label `{}`", process_.name,
                       init.text));
    program_.processes.push_back(std::move(process_));
  }

  // NAME ":" statement ";" "goto" NAME [";"]
  void instruction() {
    const Token label = name("a label or `end`");
    expect(":");
    Instruction i{.from = process_.intern_label(label.text),
                  .statement = statement(),
                  .to = {},
                  .position = label.position};
    expect(";");
    expect("goto");
    i.to = process_.intern_label(name("a label").text);
    accept(";");
    process_.add(std::move(i));
  }

  Statement statement() {
    Statement s;
    if (accept("skip")) return s;
    if (accept("fence")) {
      s.kind = StatementKind::Fence;
    } else if (peek().is("assume") || peek().is("assert")) {
      s.kind = take().text == "assume" ? StatementKind::Assume : StatementKind::Assert;
      s.value = expression();
    } else if (accept("arw")) {
      s.kind = StatementKind::Arw;
      expect("(");
      s.address = variable_address();
      expect(",");
      s.value = expression();
      expect(",");
      s.desired = expression();
      expect(")");
    } else if (peek().kind == TokenKind::Register) {
      s.reg = register_id(take());
      expect("=");
      if (peek().kind == TokenKind::Name && !is_keyword(peek())) {
        s.kind = StatementKind::Read;
        s.address = variable_address();
        if (!peek().is(";")) unexpected("`;` (a read takes one variable and no operators)");
      } else {
        s.kind = StatementKind::Assign;
        s.value = expression();
      }
    } else if (peek().kind == TokenKind::Name && !is_keyword(peek())) {
      s.kind = StatementKind::Write;
      s.address = variable_address();
      expect("=");
      s.value = expression();
    } else {
      unexpected("a statement (variable = ..., $register = ..., arw, fence, skip, assume, assert)");
    }
    return s;
  }

  Expr variable_address() {
    const Token t = name("a variable");
    for (std::size_t i = 0; i < program_.variables.size(); ++i)
      if (program_.variables[i].name == t.text)
        return Expr::literal(static_cast<std::int64_t>(i), t.position);
    fail(file_, t.position, fmt::format("variable `{}` is not declared in `vars`", t.text));
  }

  RegisterId register_id(const Token& t) const {
    for (std::size_t i = 0; i < process_.registers.size(); ++i)
      if (process_.registers[i] == t.text) return RegisterId{i};
    fail(file_, t.position,
         fmt::format("register `${}` is not declared in `regs` of process `{}`", t.text,
                     process_.name));
  }

  // Precedence climbing: one frame for each operand, so that nesting costs little stack.
  Expr expression(std::size_t weakest = 0) {
    Expr left = unary();
    for (;;) {
      const Binary* found = nullptr;
      std::size_t level = weakest;
      for (; level < kLevels.size() && !found; ++level)
        for (const Binary& b : kLevels[level])
          if (peek().is(b.text)) found = &b;
      if (!found) return left;
      const Position at = take().position;
      Expr right = expression(level);  // one above the operator's own level: left-associative
      left = Expr{.op = found->op,
                  .value = 0,
                  .reg = {},
                  .operands = {std::move(left), std::move(right)},
                  .position = at};
    }
  }

  Expr unary() {
    const Position at = peek().position;
    const Nesting nesting(depth_);
    if (depth_ > kMaxNesting) fail(file_, at, "this expression is nested too deeply");
    if (peek().is("-") && peek(1).kind == TokenKind::Number) return Expr::literal(integer(), at);
    for (const Binary& b :
         {Binary{"-", Operator::Neg}, Binary{"!", Operator::Not}, Binary{"~", Operator::BitNot}}) {
      if (!accept(b.text)) continue;
      return Expr{.op = b.op, .value = 0, .reg = {}, .operands = {unary()}, .position = at};
    }
    return primary();
  }

  Expr primary() {
    const Position at = peek().position;
    if (accept("(")) {
      Expr e = expression();
      expect(")");
      return e;
    }
    if (peek().kind == TokenKind::Number) return Expr::literal(integer_value(take(), false), at);
    if (peek().kind == TokenKind::Register) return Expr::register_(register_id(take()), at);
    if (peek().kind == TokenKind::Name && !is_keyword(peek()))
      fail(file_, at,
           fmt::format("expected a register or a number, found `{}`; read the variable into a "
                       "register first",
                       peek().text));
    unexpected("an expression");
  }

  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  int depth_ = 0;
  const std::string& file_;
  Program program_;
  Process process_;
};

}  // namespace

Program parse_gcl(std::string_view text, const std::string& file) {
  return Parser(text, file).program();
}

}  // namespace overtake::gcl
