// What `overtake` exits with. Those of CBMC where both have the same thing to say.
#pragma once

#include <cstdint>

namespace overtake::cli {

enum class ExitCode : std::uint8_t {
  NoError = 0,
  WrongUse = 1,
  BadInput = 2,
  Inconclusive = 5,
  InternalError = 6,
  ErrorFound = 10,
};

constexpr int to_int(ExitCode code) { return static_cast<int>(code); }

}  // namespace overtake::cli
