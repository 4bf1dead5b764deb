// Places in a litmus file, and the errors that name them.
#pragma once

#include <cstdint>
#include <string>

namespace overtake::litmus {

struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

// Throws InputError "file:line:column: message".
[[noreturn]] void fail(const std::string& file, Position at, const std::string& message);

}  // namespace overtake::litmus
