// Where in the user's own code something happens.
//
// Library models (runtime/), headers of the C++ library and headers of the system are part of a
// program, but users do not know them. Something that happens there is shown at, and counted for,
// the line of the user's that leads to it: through inlining, or through calls.
#pragma once

#include <optional>
#include <span>

#include "ir/program.h"

namespace overtake::ir {

struct UserPlace {
  FileId file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  SourceId source;       // the entry in Program::sources
  SourceId instruction;  // whose entry leads there: the one asked for, or one of the calls

  friend bool operator==(const UserPlace& a, const UserPlace& b) {
    return a.file == b.file && a.line == b.line && a.column == b.column;
  }
};

// Whose code the source lies in; inlining is not followed. Without a file: the user's.
FileOrigin origin(const Program& program, SourceId source);

// The innermost place of the user's: of `source`, of what that was inlined into, or of one of the
// `calls` that lead to it (innermost first). None if there is none.
std::optional<UserPlace> user_place(const Program& program, SourceId source,
                                    std::span<const SourceId> calls = {});

}  // namespace overtake::ir
