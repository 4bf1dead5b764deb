// Where a statement of C or C++ begins and ends, given a place in it. Enough of the language to put
// something after it: tokens, brackets, and what may stand before a statement.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace overtake::fences {

struct SourceStatement {
  std::size_t begin = 0;  // offsets in the text
  std::size_t end = 0;    // after the `;`
  bool lone = false;      // it is all that an if, else, for, while or do governs: needs braces
};

// None if the place is not in an expression statement whose last effect it is: in the head of a
// loop or a condition, before a comma, &&, || or ?, or in a macro's definition.
std::optional<SourceStatement> find_statement(std::string_view text, std::uint32_t line,
                                              std::uint32_t column);

// Where something can be put that is done right before the statement around the place, and before
// its first access. None in the head of a loop, after &&, || or ?, in an `else if`.
struct SourceStart {
  std::size_t begin = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::optional<std::size_t> end;  // after the `;`, if what is governed needs braces
};
std::optional<SourceStart> find_start(std::string_view text, std::uint32_t line,
                                      std::uint32_t column);

}  // namespace overtake::fences
