// Header, initial state and final condition; the program between them is read by
// x86_parser.cpp and c_parser.cpp.
#include "frontend/litmus/parser.h"

#include <fmt/format.h>

#include <cctype>
#include <utility>

#include "frontend/litmus/lexer.h"

namespace overtake::litmus {
namespace {

class Parser {
 public:
  Parser(std::string_view text, const std::string& file) : lexer_(text, file) { test_.file = file; }

  Test run() {
    header();
    initial_state();
    if (test_.architecture == Architecture::C) {
      test_.threads = c::parse_functions(lexer_);
    } else {
      test_.threads = x86::parse_threads(lexer_, test_.architecture == Architecture::X86_64);
    }
    if (lexer_.accept("locations")) locations();
    if (lexer_.accept("filter")) test_.filter = proposition();
    condition();
    return std::move(test_);
  }

 private:
  // ARCH NAME, then comments, strings and `Key=value` lines up to `{`.
  void header() {
    lexer_.skip_blanks();
    const Position at = lexer_.here();
    const std::string line = lexer_.rest_of_line();
    const auto blank = line.find_first_of(" \t");
    const std::string architecture = line.substr(0, blank);
    if (architecture == "X86") {
      test_.architecture = Architecture::X86;
    } else if (architecture == "X86_64") {
      test_.architecture = Architecture::X86_64;
    } else if (architecture == "C") {
      test_.architecture = Architecture::C;
    } else if (architecture.empty()) {
      fail(lexer_.file(), at, "expected the architecture (X86, X86_64 or C) and the test's name");
    } else {
      fail(lexer_.file(), at,
           fmt::format("architecture `{}` is not supported; expected X86, X86_64 or C",
                       architecture));
    }
    const auto name = blank == std::string::npos ? blank : line.find_first_not_of(" \t", blank);
    if (name == std::string::npos)
      fail(lexer_.file(), at, "expected the test's name after the architecture");
    test_.name = line.substr(name);
    for (lexer_.skip_blanks(); lexer_.raw() != '{'; lexer_.skip_blanks()) {
      if (lexer_.raw() == '"') {
        lexer_.quoted();
        continue;
      }
      const Position here = lexer_.here();
      const std::string info = lexer_.rest_of_line();
      const auto equal = info.find('=');
      if (equal == std::string::npos || equal == 0 ||
          !std::isalpha(static_cast<unsigned char>(info[0])))
        fail(lexer_.file(), here, "expected `{` (the initial state)");
      test_.info[info.substr(0, equal)] = info.substr(equal + 1);
    }
  }

  void initial_state() {
    lexer_.expect("{");
    while (!lexer_.accept("}")) {
      if (lexer_.accept(";")) continue;
      initial();
      if (!lexer_.peek().is("}")) lexer_.expect(";");
    }
  }

  // [type] location [`[` N `]`] [= value]
  void initial() {
    Initial i;
    i.position = lexer_.peek().position;
    if (lexer_.accept("*")) {
      i.type = c::Type{.base_bytes = 4, .base_signed = true, .atomic = false, .pointers = 1};
    } else if (names_type()) {
      i.type = c::parse_type(lexer_);
      if (!i.type)
        fail(lexer_.file(), i.position, fmt::format("unknown type `{}`", lexer_.peek().text));
    }
    const bool bracketed = lexer_.accept("[");
    i.where = location();
    if (bracketed) lexer_.expect("]");
    if (i.where.index) {
      i.array_size = std::exchange(i.where.index, std::nullopt);
      if (*i.array_size == 0) fail(lexer_.file(), i.where.position, "an array needs a cell");
    }
    if (lexer_.accept("=")) {
      if (lexer_.accept("{")) {
        do i.values.push_back(value());
        while (lexer_.accept(","));
        lexer_.expect("}");
        if (!i.array_size || i.values.size() != *i.array_size)
          fail(lexer_.file(), i.position,
               fmt::format("{} initial values for `{}`, which has {} cells", i.values.size(),
                           i.where.name, i.array_size.value_or(1)));
      } else if (lexer_.peek().is("ATOMIC_INIT")) {
        lexer_.take();
        lexer_.expect("(");
        i.values.push_back(value());
        lexer_.expect(")");
      } else {
        i.values.push_back(value());
        if (i.array_size)
          fail(lexer_.file(), i.position,
               fmt::format("expected `{{` (one value for each cell of array `{}`)", i.where.name));
      }
    }
    test_.initial.push_back(std::move(i));
  }

  // A name that is followed by another name, a star, a register or a bracketed location.
  bool names_type() {
    if (lexer_.peek().kind != TokenKind::Name) return false;
    const Token& next = lexer_.peek(1);
    return next.kind == TokenKind::Name || next.is("*") || next.kind == TokenKind::Number ||
           (next.is("(") && lexer_.peek().is("_Atomic")) ||
           (next.is("[") && lexer_.peek(2).kind == TokenKind::Name);
  }

  std::uint32_t small_number(const Token& t) const {
    if (t.number > 1u << 16)
      fail(lexer_.file(), t.position, fmt::format("{} is too large", t.text));
    return static_cast<std::uint32_t>(t.number);
  }

  // N:reg, PN:reg, name, name[N]
  Location location() {
    Location l;
    l.position = lexer_.peek().position;
    const Token first = lexer_.peek();
    const bool process =
        first.kind == TokenKind::Name && first.text.size() > 1 && first.text[0] == 'P' &&
        std::isdigit(static_cast<unsigned char>(first.text[1])) && lexer_.peek(1).is(":");
    if (first.kind == TokenKind::Number || process) {
      lexer_.take();
      UnsignedNumber number = first.number;
      if (process) {
        const std::string digits = first.text.substr(1);
        if (digits.size() > 4 || digits.find_first_not_of("0123456789") != std::string::npos)
          fail(lexer_.file(), first.position, "expected a thread, such as P0");
        number = std::stoul(digits);
      }
      lexer_.expect(":");
      lexer_.accept("%");
      if (number > 1u << 16) fail(lexer_.file(), first.position, "there are not so many threads");
      l.thread = static_cast<std::uint32_t>(number);
      l.name = lexer_.expect_name("a register").text;
      return l;
    }
    l.name = lexer_.expect_name("a location (`x`, `t[1]` or `0:register`)").text;
    if (lexer_.accept("[")) {
      if (lexer_.peek().kind != TokenKind::Number) lexer_.unexpected("an array index");
      l.index = small_number(lexer_.take());
      lexer_.expect("]");
    }
    return l;
  }

  Value value() {
    Value v;
    v.position = lexer_.peek().position;
    const bool negative = lexer_.accept("-");
    if (lexer_.peek().kind == TokenKind::Number) {
      const UnsignedNumber n = lexer_.take().number;
      v.number = static_cast<Number>(negative ? 0 - n : n);
      return v;
    }
    if (negative) lexer_.unexpected("a number");
    lexer_.accept("&");
    v.symbol = lexer_.expect_name("a number or the name of a location").text;
    if (lexer_.accept("[")) {
      if (lexer_.peek().kind != TokenKind::Number) lexer_.unexpected("an array index");
      v.index = small_number(lexer_.take());
      lexer_.expect("]");
    }
    return v;
  }

  void locations() {
    lexer_.expect("[");
    while (!lexer_.accept("]")) {
      test_.locations.push_back(location());
      // herd allows a type after a location; ours come from the program.
      c::parse_type(lexer_);
      while (lexer_.accept("*")) {
      }
      if (!lexer_.peek().is("]")) lexer_.expect(";");
    }
  }

  void condition() {
    test_.condition_position = lexer_.peek().position;
    if (lexer_.accept("exists") || lexer_.accept("final") || lexer_.peek().is("(")) {
      test_.quantifier = Quantifier::Exists;
    } else if (lexer_.accept("~")) {
      lexer_.expect("exists");
      test_.quantifier = Quantifier::NotExists;
    } else if (lexer_.accept("forall")) {
      test_.quantifier = Quantifier::Forall;
    } else if (lexer_.peek().kind == TokenKind::End) {
      return;  // forall (true)
    } else {
      lexer_.unexpected("`exists`, `~exists`, `forall`, `locations` or `filter`");
    }
    test_.condition = proposition();
    lexer_.accept(";");
    if (lexer_.peek().kind != TokenKind::End)
      lexer_.unexpected("`/\\`, `\\/`, `=>` or the end of the file");
  }

  // As in herd's grammar, from weak to strong: \/, /\, =>, not.
  Proposition proposition() {
    const Nesting nesting(depth_, lexer_);
    Proposition p = conjunction();
    while (lexer_.accept("\\/")) p = combine(Proposition::Kind::Or, std::move(p), conjunction());
    return p;
  }
  Proposition conjunction() {
    Proposition p = implication();
    while (lexer_.accept("/\\")) p = combine(Proposition::Kind::And, std::move(p), implication());
    return p;
  }
  Proposition implication() {
    const Nesting nesting(depth_, lexer_);
    Proposition p = negation();
    if (!lexer_.accept("=>")) return p;
    return combine(Proposition::Kind::Implies, std::move(p), implication());
  }
  Proposition negation() {
    const Nesting nesting(depth_, lexer_);
    if (lexer_.accept("~") || lexer_.accept("not")) {
      Proposition p;
      p.kind = Proposition::Kind::Not;
      p.operands.push_back(negation());
      return p;
    }
    if (lexer_.accept("(")) {
      Proposition p = proposition();
      lexer_.expect(")");
      return p;
    }
    Proposition p;
    if (lexer_.accept("true")) return p;
    if (lexer_.accept("false")) {
      p.kind = Proposition::Kind::False;
      return p;
    }
    return atom();
  }

  static Proposition combine(Proposition::Kind kind, Proposition a, Proposition b) {
    Proposition p;
    p.kind = kind;
    p.operands.push_back(std::move(a));
    p.operands.push_back(std::move(b));
    return p;
  }

  // location = value, location = location, with == and != too; [x] is x.
  Proposition atom() {
    Proposition p;
    p.left = bracketed_location();
    const bool negated = lexer_.peek().is("!=") || lexer_.peek().is("<>");
    if (!negated && !lexer_.peek().is("=") && !lexer_.peek().is("=="))
      lexer_.unexpected("`=` or `!=`");
    lexer_.take();
    const bool reads_location =
        lexer_.peek().is("[") || lexer_.peek().is("*") ||
        ((lexer_.peek().kind == TokenKind::Number || lexer_.peek().kind == TokenKind::Name) &&
         lexer_.peek(1).is(":"));
    if (reads_location) {
      p.kind = Proposition::Kind::EqualLocations;
      lexer_.accept("*");
      p.right = bracketed_location();
    } else {
      p.kind = Proposition::Kind::Equal;
      p.value = value();
    }
    if (!negated) return p;
    Proposition n;
    n.kind = Proposition::Kind::Not;
    n.operands.push_back(std::move(p));
    return n;
  }

  Location bracketed_location() {
    if (!lexer_.accept("[")) return location();
    Location l = location();
    lexer_.expect("]");
    return l;
  }

  Lexer lexer_;
  Test test_;
  int depth_ = 0;
};

}  // namespace

Test parse(std::string_view text, const std::string& file) { return Parser(text, file).run(); }

}  // namespace overtake::litmus
