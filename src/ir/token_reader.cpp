#include "ir/token_reader.h"

#include <fmt/format.h>

#include "base/error.h"
#include "ir/program.h"

namespace overtake::ir {

void TokenReader::error(const Token& token, const std::string& what) const {
  throw InputError(fmt::format("{}:{}:{}: {}", file_, token.line, token.column, what));
}

void TokenReader::expected(std::string_view what) const {
  error(peek(), fmt::format("expected {}, found {}", what, describe(peek())));
}

bool TokenReader::accept(char punctuation) {
  if (!peek().is(punctuation)) return false;
  ++at_;
  return true;
}

bool TokenReader::accept_word(std::string_view word) {
  if (!peek().is_word(word)) return false;
  ++at_;
  return true;
}

const Token& TokenReader::expect(TokenKind kind, std::string_view what) {
  if (peek().kind != kind) expected(what);
  return take();
}

void TokenReader::expect(char punctuation) {
  if (!accept(punctuation)) expected(fmt::format("'{}'", punctuation));
}

void TokenReader::expect_word(std::string_view word) {
  if (!accept_word(word)) expected(fmt::format("'{}'", word));
}

std::uint32_t TokenReader::small(const Token& token) const {
  if (token.number >= Operand::kConstantBit) error(token, "expected a number below 2^31");
  return static_cast<std::uint32_t>(token.number);
}

}  // namespace overtake::ir
