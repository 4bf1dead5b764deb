// The C of litmus tests: functions P0, P1, ... with declarations, assignments, calls, if and while.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "frontend/litmus/c.h"
#include "frontend/litmus/lexer.h"

namespace overtake::litmus::c {
namespace {

const std::map<std::string, Type, std::less<>>& named_types() {
  auto integer = [](std::uint8_t bytes, bool is_signed, bool atomic = false) {
    return Type{.base_bytes = bytes, .base_signed = is_signed, .atomic = atomic, .pointers = 0};
  };
  static const std::map<std::string, Type, std::less<>> kTypes = {
      {"char", integer(1, true)},
      {"short", integer(2, true)},
      {"int", integer(4, true)},
      {"long", integer(8, true)},
      {"bool", integer(1, false)},
      {"_Bool", integer(1, false)},
      {"void", integer(1, false)},
      {"size_t", integer(8, false)},
      {"int8_t", integer(1, true)},
      {"uint8_t", integer(1, false)},
      {"int16_t", integer(2, true)},
      {"uint16_t", integer(2, false)},
      {"int32_t", integer(4, true)},
      {"uint32_t", integer(4, false)},
      {"int64_t", integer(8, true)},
      {"uint64_t", integer(8, false)},
      {"int128_t", integer(16, true)},
      {"uint128_t", integer(16, false)},
      {"__int128", integer(16, true)},
      {"__int128_t", integer(16, true)},
      {"__uint128_t", integer(16, false)},
      {"intptr_t", integer(8, true)},
      {"uintptr_t", integer(8, false)},
      {"atomic_int", integer(4, true, true)},
      {"atomic_uint", integer(4, false, true)},
      {"atomic_long", integer(8, true, true)},
      {"atomic_ulong", integer(8, false, true)},
      {"atomic_char", integer(1, true, true)},
      {"atomic_bool", integer(1, false, true)},
      {"atomic_t", integer(4, true)},
      {"atomic64_t", integer(8, true)},
      {"atomic_long_t", integer(8, true)},
      {"spinlock_t", integer(8, false)},
  };
  return kTypes;
}

bool is_qualifier(const Token& t) {
  return t.is("volatile") || t.is("const") || t.is("register") || t.is("static") ||
         t.is("__restrict");
}

// By binding strength, weakest first.
const std::vector<std::vector<std::string_view>> kLevels = {
    {"||"},       {"&&"},     {"|"},           {"^"}, {"&"}, {"==", "!="}, {"<", "<=", ">", ">="},
    {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"},
};

class Parser {
 public:
  explicit Parser(Lexer& lexer) : lexer_(lexer) {}

  std::vector<Function> run() {
    std::vector<Function> functions;
    while (lexer_.accept("static") || lexer_.accept("void") ||
           (lexer_.peek().kind == TokenKind::Name && is_thread(lexer_.peek().text))) {
      if (!is_thread(lexer_.peek().text)) continue;
      const Token name = lexer_.take();
      if (name.text != fmt::format("P{}", functions.size()))
        fail(lexer_.file(), name.position,
             fmt::format("expected thread P{}, found `{}`", functions.size(), name.text));
      lexer_.c_code(true);
      functions.push_back(function(name.position));
      lexer_.c_code(false);
    }
    if (functions.empty()) lexer_.unexpected("a thread, such as P0(...) { ... }");
    return functions;
  }

 private:
  static bool is_thread(const std::string& s) {
    return s.size() > 1 && s[0] == 'P' && s.find_first_not_of("0123456789", 1) == std::string::npos;
  }

  Function function(Position at) {
    Function f;
    f.position = at;
    lexer_.expect("(");
    if (lexer_.peek().is("void") && lexer_.peek(1).is(")")) lexer_.take();
    while (!lexer_.peek().is(")")) {
      Parameter p;
      p.position = lexer_.peek().position;
      const auto type = parse_type(lexer_);
      if (!type) lexer_.unexpected("the type of a parameter");
      p.type = *type;
      p.name = lexer_.expect_name("a parameter name").text;
      if (!p.type.is_pointer())
        fail(lexer_.file(), p.position,
             fmt::format("expected a pointer: parameter `{}` is the address of location `{}`",
                         p.name, p.name));
      f.parameters.push_back(std::move(p));
      if (!lexer_.accept(",")) break;
    }
    lexer_.expect(")");
    if (!lexer_.peek().is("{")) lexer_.unexpected("`{`");
    f.body = block();
    return f;
  }

  // Does not look beyond its closing brace: what follows may be outside C.
  Statement block() {
    Statement s;
    s.position = lexer_.peek().position;
    lexer_.expect("{");
    while (!lexer_.peek().is("}")) s.body.push_back(statement());
    lexer_.take();
    return s;
  }

  Statement statement() {
    const Nesting nesting(depth_, lexer_);
    if (lexer_.peek().is("{")) return block();
    Statement s;
    s.position = lexer_.peek().position;
    if (lexer_.accept(";")) return s;
    if (lexer_.accept("if")) {
      s.kind = Statement::Kind::If;
      condition(s);
      s.body.push_back(statement());
      if (lexer_.accept("else")) s.body.push_back(statement());
      return s;
    }
    if (lexer_.accept("while")) {
      s.kind = Statement::Kind::While;
      condition(s);
      s.body.push_back(statement());
      return s;
    }
    if (lexer_.accept("do")) {
      s.kind = Statement::Kind::DoWhile;
      s.body.push_back(statement());
      lexer_.expect("while");
      condition(s);
      lexer_.expect(";");
      return s;
    }
    for (const std::string_view word : {"for", "switch", "goto", "return", "break", "continue"})
      if (lexer_.peek().is(word))
        fail(lexer_.file(), s.position, fmt::format("`{}` is not supported in litmus tests", word));
    if (const auto type = parse_type(lexer_)) {
      declaration(s, *type);
    } else {
      assignment(s);
    }
    lexer_.expect(";");
    return s;
  }

  void condition(Statement& s) {
    lexer_.expect("(");
    s.expr = expression();
    lexer_.expect(")");
  }

  // type name [= e] {, name [= e]}
  void declaration(Statement& s, Type type) {
    Statement d;
    d.kind = Statement::Kind::Declare;
    d.position = s.position;
    d.type = type;
    d.name = lexer_.expect_name("a variable name").text;
    if (lexer_.accept("=")) d.expr = expression();
    if (!lexer_.peek().is(",")) {
      s = std::move(d);
      return;
    }
    s.kind = Statement::Kind::Block;
    s.body.push_back(std::move(d));
    while (lexer_.accept(",")) {
      Statement more;
      more.kind = Statement::Kind::Declare;
      more.position = lexer_.peek().position;
      more.type = type;
      more.type.pointers = 0;
      while (lexer_.accept("*")) ++more.type.pointers;
      more.name = lexer_.expect_name("a variable name").text;
      if (lexer_.accept("=")) more.expr = expression();
      s.body.push_back(std::move(more));
    }
  }

  // e, lvalue = e, lvalue op= e, lvalue++ and lvalue--
  void assignment(Statement& s) {
    Expr left = expression();
    const Token t = lexer_.peek();
    static const std::array<std::string_view, 8> kCompound = {
        "+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>="};
    const bool compound = std::find(kCompound.begin(), kCompound.end(), t.text) != kCompound.end();
    const bool step = t.is("++") || t.is("--");
    if (!t.is("=") && !compound && !step) {
      s.kind = Statement::Kind::Expr;
      s.expr = std::move(left);
      return;
    }
    if (left.kind != Expr::Kind::Name && left.kind != Expr::Kind::Deref)
      fail(lexer_.file(), left.position, "expected a variable or *pointer on the left of `=`");
    lexer_.take();
    Expr right;
    right.number = 1;
    right.position = t.position;
    if (!step) right = expression();
    s.kind = Statement::Kind::Assign;
    if (compound || step) {
      const std::string op = step ? t.text.substr(0, 1) : t.text.substr(0, t.text.size() - 1);
      s.expr = make(Expr::Kind::Binary, op, t.position, {left, std::move(right)});
    } else {
      s.expr = std::move(right);
    }
    s.left = std::move(left);
  }

  static Expr make(Expr::Kind kind, std::string text, Position at, std::vector<Expr> operands) {
    Expr e;
    e.kind = kind;
    e.text = std::move(text);
    e.operands = std::move(operands);
    e.position = at;
    return e;
  }

  Expr expression() {
    const Nesting nesting(depth_, lexer_);
    Expr e = binary(0);
    if (!lexer_.peek().is("?")) return e;
    const Position at = lexer_.take().position;
    Expr yes = expression();
    lexer_.expect(":");
    Expr no = expression();
    return make(Expr::Kind::Conditional, "?", at, {std::move(e), std::move(yes), std::move(no)});
  }

  Expr binary(std::size_t level) {
    if (level == kLevels.size()) return unary();
    Expr left = binary(level + 1);
    for (;;) {
      const auto& ops = kLevels[level];
      if (lexer_.peek().kind != TokenKind::Punctuation ||
          std::find(ops.begin(), ops.end(), lexer_.peek().text) == ops.end())
        return left;
      const Token op = lexer_.take();
      Expr right = binary(level + 1);
      const Expr::Kind kind = op.text == "&&"   ? Expr::Kind::And
                              : op.text == "||" ? Expr::Kind::Or
                                                : Expr::Kind::Binary;
      left = make(kind, op.text, op.position, {std::move(left), std::move(right)});
    }
  }

  Expr unary() {
    const Nesting nesting(depth_, lexer_);
    const Token t = lexer_.peek();
    if (t.is("*")) {
      lexer_.take();
      return make(Expr::Kind::Deref, "*", t.position, {unary()});
    }
    if (t.is("&")) {
      lexer_.take();
      return make(Expr::Kind::AddressOf, "&", t.position, {unary()});
    }
    if (t.is("-") || t.is("!") || t.is("~") || t.is("+")) {
      lexer_.take();
      return make(Expr::Kind::Unary, t.text, t.position, {unary()});
    }
    if (t.is("(")) {
      lexer_.take();
      if (const auto type = parse_type(lexer_)) {
        lexer_.expect(")");
        Expr e = make(Expr::Kind::Cast, "", t.position, {unary()});
        e.type = *type;
        return e;
      }
      Expr e = expression();
      lexer_.expect(")");
      return postfix(std::move(e));
    }
    return postfix(primary());
  }

  // e[i] is *(e + i)
  Expr postfix(Expr e) {
    while (lexer_.peek().is("[")) {
      const Position at = lexer_.take().position;
      Expr index = expression();
      lexer_.expect("]");
      Expr sum = make(Expr::Kind::Binary, "+", at, {std::move(e), std::move(index)});
      e = make(Expr::Kind::Deref, "*", at, {std::move(sum)});
    }
    if (lexer_.peek().is("->"))
      fail(lexer_.file(), lexer_.peek().position, "structures are not supported in litmus tests");
    return e;
  }

  // As in C: decimal numbers are signed unless they say u, others may be unsigned.
  static void number_type(const Token& t, Type& type) {
    const bool hex = t.text.starts_with("0x") || t.text.starts_with("0X");
    const bool says_unsigned = t.text.find_first_of("uU") != std::string::npos;
    const bool says_long = t.text.find_first_of("lL") != std::string::npos;
    const std::uint64_t int_max = says_unsigned || hex ? 0xffffffffu : 0x7fffffffu;
    type.base_bytes = says_long || t.number > int_max ? 8 : 4;
    const std::uint64_t sign_bit = std::uint64_t{1} << (8 * type.base_bytes - 1);
    type.base_signed = !says_unsigned && (t.number & sign_bit) == 0;
  }

  Expr primary() {
    const Token t = lexer_.peek();
    Expr e;
    e.position = t.position;
    if (t.kind == TokenKind::Number) {
      e.number = static_cast<std::int64_t>(lexer_.take_64_bits());
      number_type(t, e.type);
      return e;
    }
    if (t.kind != TokenKind::Name) lexer_.unexpected("an expression");
    lexer_.take();
    if (t.text == "NULL") return e;
    e.text = t.text;
    e.kind = Expr::Kind::Name;
    if (!lexer_.accept("(")) return e;
    e.kind = Expr::Kind::Call;
    while (!lexer_.peek().is(")")) {
      e.operands.push_back(expression());
      if (!lexer_.accept(",")) break;
    }
    lexer_.expect(")");
    return e;
  }

  Lexer& lexer_;
  int depth_ = 0;
};

}  // namespace

std::optional<Type> parse_type(Lexer& lexer) {
  bool any = false, atomic = false, unsigned_ = false, base = false;
  Type type;
  for (;;) {
    const Token& t = lexer.peek();
    if (t.kind != TokenKind::Name) break;
    if (is_qualifier(t) || t.is("signed")) {
      lexer.take();
    } else if (t.is("unsigned")) {
      lexer.take();
      unsigned_ = true;
    } else if (t.is("_Atomic")) {
      lexer.take();
      atomic = true;
      if (lexer.peek().is("(")) {
        lexer.take();
        const auto inner = parse_type(lexer);
        if (!inner) lexer.unexpected("a type");
        lexer.expect(")");
        type = *inner;
        base = true;
      }
    } else if (const auto named = named_types().find(t.text); named != named_types().end()) {
      const bool plain_int = t.text == "int";
      lexer.take();
      // `long int`, `short int`, `long long`
      if (!base || !plain_int) type = named->second;
      base = true;
    } else {
      break;
    }
    any = true;
  }
  if (!any) return std::nullopt;
  type.atomic = type.atomic || atomic;
  if (unsigned_) type.base_signed = false;
  while (lexer.accept("*")) {
    ++type.pointers;
    while (is_qualifier(lexer.peek())) lexer.take();
  }
  return type;
}

std::vector<Function> parse_functions(Lexer& lexer) { return Parser(lexer).run(); }

}  // namespace overtake::litmus::c
