// Tokens of .gcl files, with their places.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gcl/ast.h"

namespace overtake::gcl {

enum class TokenKind : std::uint8_t { Name, Register, Number, Punctuation, End };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;          // Register: without the `$`
  std::uint64_t number = 0;  // Number
  Position position;

  bool is(std::string_view punctuation_or_name) const {
    return (kind == TokenKind::Punctuation || kind == TokenKind::Name) &&
           text == punctuation_or_name;
  }
};

// "`begin`", "register `$r`", "the end of the file": for messages.
std::string describe(const Token& token);

// Throws InputError "file:line:column: message".
[[noreturn]] void fail(const std::string& file, Position at, const std::string& message);

// A process with a name of its own; `kind` is what the notation calls one.
Process new_process(const Program& program, const std::string& name, Position at,
                    std::string_view kind);

// All tokens, the last of kind End. Throws InputError on characters that begin no token.
std::vector<Token> tokenize(std::string_view text, const std::string& file);

}  // namespace overtake::gcl
