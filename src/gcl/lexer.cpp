#include "gcl/lexer.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <limits>

#include "base/error.h"

namespace overtake::gcl {
namespace {

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool continues_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Longest first.
constexpr std::array<std::string_view, 27> kPunctuation = {
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "..", ":", ";", ",", "=", "(",
    ")",  "+",  "-",  "*",  "/",  "%",  "<",  ">",  "!",  "~", "&", "|", "^",
};

class Lexer {
 public:
  Lexer(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    for (;;) {
      skip_blanks();
      Token t = token();
      const bool end = t.kind == TokenKind::End;
      tokens.push_back(std::move(t));
      if (end) return tokens;
    }
  }

 private:
  bool at_end() const { return next_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const {
    return next_ + ahead < text_.size() ? text_[next_ + ahead] : '\0';
  }
  void advance(std::size_t count = 1) {
    for (; count > 0; --count, ++next_) {
      if (text_[next_] == '\n') {
        ++position_.line;
        position_.column = 1;
      } else {
        ++position_.column;
      }
    }
  }

  void skip_blanks() {
    for (;;) {
      if (!at_end() && std::isspace(static_cast<unsigned char>(peek()))) {
        advance();
      } else if (peek() == '/' && peek(1) == '/') {
        while (!at_end() && peek() != '\n') advance();
      } else if (peek() == '/' && peek(1) == '*') {
        const Position start = position_;
        while (!(peek() == '*' && peek(1) == '/')) {
          if (at_end()) fail(file_, start, "this comment is never closed; expected `*/`");
          advance();
        }
        advance(2);
      } else {
        return;
      }
    }
  }

  std::string name() {
    std::string s;
    while (continues_name(peek())) {
      s += peek();
      advance();
    }
    return s;
  }

  Token token() {
    Token t{.kind = TokenKind::End, .text = "", .number = 0, .position = position_};
    if (at_end()) return t;
    if (starts_name(peek())) {
      t.kind = TokenKind::Name;
      t.text = name();
    } else if (peek() == '$') {
      advance();
      if (!starts_name(peek())) fail(file_, t.position, "expected a register name after `$`");
      t.kind = TokenKind::Register;
      t.text = name();
    } else if (std::isdigit(static_cast<unsigned char>(peek()))) {
      t.kind = TokenKind::Number;
      t.text = name();
      t.number = value(t);
    } else {
      t.kind = TokenKind::Punctuation;
      t.text = punctuation();
    }
    return t;
  }

  std::uint64_t value(const Token& t) const {
    constexpr std::uint64_t kLimit = std::uint64_t{1} << 63;  // may follow a minus
    std::uint64_t v = 0;
    for (const char c : t.text) {
      if (!std::isdigit(static_cast<unsigned char>(c)))
        fail(file_, t.position,
             fmt::format("`{}` is not a number; expected decimal digits", t.text));
      const auto digit = static_cast<std::uint64_t>(c - '0');
      if (v > (kLimit - digit) / 10)
        fail(file_, t.position, fmt::format("{} does not fit in 64 bits", t.text));
      v = v * 10 + digit;
    }
    return v;
  }

  std::string punctuation() {
    for (const std::string_view p : kPunctuation) {
      if (text_.substr(next_, p.size()) != p) continue;
      advance(p.size());
      return std::string(p);
    }
    fail(file_, position_, fmt::format("unexpected character `{}`", peek()));
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t next_ = 0;
  Position position_{1, 1};
};

}  // namespace

std::string describe(const Token& token) {
  switch (token.kind) {
    case TokenKind::End:
      return "the end of the file";
    case TokenKind::Register:
      return fmt::format("register `${}`", token.text);
    default:
      return fmt::format("`{}`", token.text);
  }
}

void fail(const std::string& file, Position at, const std::string& message) {
  throw InputError(fmt::format("{}:{}:{}: {}", file, at.line, at.column, message));
}

Process new_process(const Program& program, const std::string& name, Position at,
                    std::string_view kind) {
  for (const Process& p : program.processes)
    if (p.name == name)
      fail(program.file, at,
           fmt::format("{} `{}` is declared twice; first in line {}", kind, name, p.position.line));
  Process process;
  process.name = name;
  process.position = at;
  return process;
}

std::vector<Token> tokenize(std::string_view text, const std::string& file) {
  return Lexer(text, file).run();
}

}  // namespace overtake::gcl
