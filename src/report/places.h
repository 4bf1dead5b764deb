// Where in the user's source something happened (ir/user_place.h), and what stands there.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/program.h"
#include "report/execution.h"

namespace overtake::report {

// Whether `source` itself (not its callers) lies in a library model. Headers of the C++ library do
// not: what they do, they do for the line that uses them.
bool in_library(const ir::Program& program, ir::SourceId source);

// The innermost user's place of `source`, inlined at and called through `calls` (innermost first).
Place shown_place(const ir::Program& program, ir::SourceId source,
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
