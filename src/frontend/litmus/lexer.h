// Tokens of litmus files. The three languages in one file share them; only comments differ: `(* *)`
// outside C code, `//` and `/* */` inside. Tokens are made on demand, so that a parser may change
// the language between two of them.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "frontend/litmus/number.h"
#include "frontend/litmus/position.h"

namespace overtake::litmus {

enum class TokenKind : std::uint8_t { Name, Number, Punctuation, End };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;
  UnsignedNumber number = 0;
  Position position;

  bool is(std::string_view s) const {
    return (kind == TokenKind::Name || kind == TokenKind::Punctuation) && text == s;
  }
};

std::string describe(const Token& token);

class Lexer {
 public:
  Lexer(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  const std::string& file() const { return file_; }

  const Token& peek(std::size_t ahead = 0);
  Token take();
  std::uint64_t take_64_bits();  // a number
  bool accept(std::string_view text);
  Token expect(std::string_view text);
  Token expect_name(const std::string& what);
  [[noreturn]] void unexpected(const std::string& expected);

  // What was peeked at keeps the language it was read in.
  void c_code(bool on) { c_code_ = on; }

  // Raw access for the header, before the first token.
  Position here() const { return position_; }
  char raw() const { return next_ < text_.size() ? text_[next_] : '\0'; }
  bool at_end() const { return next_ >= text_.size(); }
  std::string rest_of_line();  // without surrounding blanks; the line is consumed
  void skip_blanks();
  std::string quoted();  // from `"` to `"`

 private:
  void advance(std::size_t count = 1);
  char ahead(std::size_t n) const { return next_ + n < text_.size() ? text_[next_ + n] : '\0'; }
  Token scan();
  void scan_number(Token& token);

  std::string_view text_;
  std::string file_;
  std::size_t next_ = 0;
  Position position_{1, 1};
  bool c_code_ = false;
  std::deque<Token> buffered_;
};

// Counts how deep a recursive parser is; too deep is an input error instead of a stack overflow.
class Nesting {
 public:
  Nesting(int& depth, Lexer& lexer);
  ~Nesting() { --depth_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

 private:
  int& depth_;
};

}  // namespace overtake::litmus
