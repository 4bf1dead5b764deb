// Tokens of the text form of programs (ir/parse.h). Ends of lines are tokens: an instruction is a
// line. Comments start with ';'.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace overtake::ir {

enum class TokenKind : std::uint8_t {
  Word,      // add.32, L7, null-dereference
  Symbol,    // @main, @"a b", @x#2: `text` is the name, `number` what follows # (else 1)
  Register,  // %5: `number`
  Source,    // !5: `number`
  Number,    // 17, 0x11
  String,    // "...": `text` without quotes and escapes
  Ellipsis,
  Punctuation,  // one character: = , ( ) [ ] { } : +
  NewLine,      // one for any number of empty lines
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;
  std::uint64_t number = 0;
  std::uint32_t line = 1;
  std::uint32_t column = 1;

  bool is(char punctuation) const {
    return kind == TokenKind::Punctuation && text[0] == punctuation;
  }
  bool is_word(std::string_view word) const { return kind == TokenKind::Word && text == word; }
};

// The tokens of `text`; the last one is End, preceded by NewLine. Throws InputError
// ("file:line:column: ...").
std::vector<Token> tokenize(std::string_view text, const std::string& file);

// How a token reads in "expected ..., found ...".
std::string describe(const Token& token);

}  // namespace overtake::ir
