#include "frontend/litmus/lexer.h"

#include <fmt/format.h>

#include <array>
#include <cctype>

#include "base/error.h"

namespace overtake::litmus {
namespace {

constexpr int kMaxNesting = 256;

bool starts_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '.';
}
bool continues_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
}

// Longest first.
constexpr std::array<std::string_view, 50> kPunctuation = {
    "<<=", ">>=", "/\\", "\\/", "=>", "==", "!=", "<>", "<=", ">=", "<<", ">>", "&&",
    "||",  "++",  "--",  "+=",  "-=", "*=", "&=", "|=", "^=", "->", "{",  "}",  "[",
    "]",   "(",   ")",   ";",   ":",  ",",  "|",  "=",  "*",  "&",  "$",  "%",  "~",
    "+",   "-",   "/",   "<",   ">",  "!",  "^",  "?",  "@",  "#",  "\"",
};

}  // namespace

void fail(const std::string& file, Position at, const std::string& message) {
  throw InputError(fmt::format("{}:{}:{}: {}", file, at.line, at.column, message));
}

std::string describe(const Token& token) {
  return token.kind == TokenKind::End ? "the end of the file" : fmt::format("`{}`", token.text);
}

Nesting::Nesting(int& depth, Lexer& lexer) : depth_(depth) {
  if (++depth_ > kMaxNesting)
    fail(lexer.file(), lexer.peek().position, "this is nested too deeply");
}

const Token& Lexer::peek(std::size_t n) {
  while (buffered_.size() <= n) buffered_.push_back(scan());
  return buffered_[n];
}

Token Lexer::take() {
  Token t = peek();
  buffered_.pop_front();
  return t;
}

std::uint64_t Lexer::take_64_bits() {
  const Token t = take();
  if (t.number > UINT64_MAX)
    fail(file_, t.position, fmt::format("{} does not fit in 64 bits", t.text));
  return static_cast<std::uint64_t>(t.number);
}

bool Lexer::accept(std::string_view text) {
  if (!peek().is(text)) return false;
  take();
  return true;
}

Token Lexer::expect(std::string_view text) {
  if (!peek().is(text)) unexpected(fmt::format("`{}`", text));
  return take();
}

Token Lexer::expect_name(const std::string& what) {
  if (peek().kind != TokenKind::Name) unexpected(what);
  return take();
}

void Lexer::unexpected(const std::string& expected) {
  fail(file_, peek().position, fmt::format("expected {}, found {}", expected, describe(peek())));
}

void Lexer::advance(std::size_t count) {
  for (; count > 0 && next_ < text_.size(); --count, ++next_) {
    if (text_[next_] == '\n') {
      ++position_.line;
      position_.column = 1;
    } else {
      ++position_.column;
    }
  }
}

std::string Lexer::rest_of_line() {
  std::string line;
  while (!at_end() && raw() != '\n') {
    line += raw();
    advance();
  }
  advance();
  const auto first = line.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "";
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

std::string Lexer::quoted() {
  const Position start = position_;
  advance();
  std::string s;
  while (raw() != '"') {
    if (at_end()) fail(file_, start, "this string is never closed; expected `\"`");
    s += raw();
    advance();
  }
  advance();
  return s;
}

void Lexer::skip_blanks() {
  for (;;) {
    const Position start = position_;
    if (!at_end() && std::isspace(static_cast<unsigned char>(raw()))) {
      advance();
    } else if (!c_code_ && raw() == '(' && ahead(1) == '*') {
      int depth = 0;
      do {
        if (at_end()) fail(file_, start, "this comment is never closed; expected `*)`");
        if (raw() == '(' && ahead(1) == '*') {
          ++depth;
          advance(2);
        } else if (raw() == '*' && ahead(1) == ')') {
          --depth;
          advance(2);
        } else {
          advance();
        }
      } while (depth > 0);
    } else if (raw() == '/' && ahead(1) == '/') {
      while (!at_end() && raw() != '\n') advance();
    } else if (raw() == '/' && ahead(1) == '*') {
      advance(2);
      while (!(raw() == '*' && ahead(1) == '/')) {
        if (at_end()) fail(file_, start, "this comment is never closed; expected `*/`");
        advance();
      }
      advance(2);
    } else {
      return;
    }
  }
}

void Lexer::scan_number(Token& t) {
  t.kind = TokenKind::Number;
  while (std::isalnum(static_cast<unsigned char>(raw())) || raw() == '_') {
    t.text += raw();
    advance();
  }
  std::string digits = t.text;
  while (c_code_ && digits.size() > 1 &&
         std::string_view("uUlL").find(digits.back()) != std::string_view::npos)
    digits.pop_back();
  const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
  if (hex) digits = digits.substr(2);
  const std::uint64_t base = hex ? 16 : 10;
  if (digits.empty()) fail(file_, t.position, fmt::format("`{}` is not a number", t.text));
  for (const char c : digits) {
    const bool ok = hex ? std::isxdigit(static_cast<unsigned char>(c))
                        : std::isdigit(static_cast<unsigned char>(c));
    if (!ok) fail(file_, t.position, fmt::format("`{}` is not a number", t.text));
    const std::uint64_t digit = std::isdigit(static_cast<unsigned char>(c))
                                    ? static_cast<std::uint64_t>(c - '0')
                                    : static_cast<std::uint64_t>((c | 0x20) - 'a' + 10);
    if (t.number > (~UnsignedNumber{0} - digit) / base)
      fail(file_, t.position, fmt::format("{} does not fit in 128 bits", t.text));
    t.number = t.number * base + digit;
  }
}

Token Lexer::scan() {
  skip_blanks();
  Token t{.kind = TokenKind::End, .text = "", .number = 0, .position = position_};
  if (at_end()) return t;
  if (starts_name(raw())) {
    t.kind = TokenKind::Name;
    while (continues_name(raw())) {
      t.text += raw();
      advance();
    }
    return t;
  }
  if (std::isdigit(static_cast<unsigned char>(raw()))) {
    scan_number(t);
    return t;
  }
  for (const std::string_view p : kPunctuation) {
    if (text_.substr(next_, p.size()) != p) continue;
    t.kind = TokenKind::Punctuation;
    t.text = p;
    advance(p.size());
    return t;
  }
  fail(file_, t.position, fmt::format("unexpected character `{}`", raw()));
}

}  // namespace overtake::litmus
