// A place in a list of tokens, and what a recursive-descent parser asks there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/lexer.h"

namespace overtake::ir {

class TokenReader {
 public:
  // `file` is for messages; it outlives the reader.
  TokenReader(std::string_view text, const std::string& file)
      : file_(file), tokens_(tokenize(text, file)) {}

  const std::string& file() const { return file_; }

  // Both throw InputError, at the token or at the next one.
  [[noreturn]] void error(const Token& token, const std::string& what) const;
  [[noreturn]] void expected(std::string_view what) const;

  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  const Token& take() { return tokens_[at_++]; }
  void step_back() { --at_; }
  void go_to(std::size_t token) { at_ = token; }
  bool at_line_start() const { return at_ == 0 || tokens_[at_ - 1].kind == TokenKind::NewLine; }

  bool accept(char punctuation);
  bool accept_word(std::string_view word);
  const Token& expect(TokenKind kind, std::string_view what);
  void expect(char punctuation);
  void expect_word(std::string_view word);
  void end_of_line() { expect(TokenKind::NewLine, "the end of the line"); }

  std::uint64_t number(std::string_view what) { return expect(TokenKind::Number, what).number; }
  // Below 2^31.
  std::uint32_t small(const Token& token) const;
  std::uint32_t small_number(std::string_view what) {
    return small(expect(TokenKind::Number, what));
  }
  std::uint32_t reg() { return small(expect(TokenKind::Register, "a register")); }

 private:
  const std::string& file_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

}  // namespace overtake::ir
