// What `overtake` exits with. Those of CBMC where both have the same thing to say.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "report/document.h"

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

constexpr int to_int(report::Outcome outcome) {
  switch (outcome) {
    case report::Outcome::Nothing:
      return to_int(ExitCode::NoError);
    case report::Outcome::Found:
      return to_int(ExitCode::ErrorFound);
    case report::Outcome::Inconclusive:
      return to_int(ExitCode::Inconclusive);
    case report::Outcome::BadInput:
      return to_int(ExitCode::BadInput);
  }
  return to_int(ExitCode::InternalError);
}

struct ExitCodeRow {
  ExitCode code;
  std::string_view meaning;
};
inline constexpr std::array kExitCodes{
    ExitCodeRow{ExitCode::NoError, "no error: every execution was covered"},
    ExitCodeRow{ExitCode::ErrorFound, "an error was found"},
    ExitCodeRow{ExitCode::Inconclusive, "inconclusive: a bound or limit was reached"},
    ExitCodeRow{ExitCode::WrongUse, "wrong use"},
    ExitCodeRow{ExitCode::BadInput, "bad input"},
    ExitCodeRow{ExitCode::InternalError, "internal error of overtake"}};

}  // namespace overtake::cli
