// Where in the user's source something happened (ir/user_place.h), and what stands there.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/program.h"

namespace overtake::report {

struct Place {
  std::string file;        // empty: not known
  std::uint32_t line = 0;  // 0: not known
  std::uint32_t column = 0;
  bool in_library = false;  // no user's line is known; `file` is one of ours

  bool known() const { return !file.empty() && line != 0; }
  std::string text() const;  // "file.c:12", or "an unknown place"
  friend bool operator==(const Place&, const Place&) = default;
};

// Whether `source` itself (not its callers) lies in a library model. Headers of the C++ library do
// not: what they do, they do for the line that uses them.
bool in_library(const ir::Program& program, ir::SourceId source);

// The innermost user's place of `source`, inlined at and called through `calls` (innermost first).
Place user_place(const ir::Program& program, ir::SourceId source,
                 std::span<const ir::SourceId> calls = {});

// The whole text of a file of the user's; empty if it cannot be read or is no text.
std::string source_text(const std::string& file);

// The text of source lines. Files are read when first asked for; a file that cannot be read has no
// text, and reports do without.
class SourceText {
 public:
  // Without leading and trailing blanks; empty if not known.
  std::string_view line(const Place& place);

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> files_;
};

}  // namespace overtake::report
