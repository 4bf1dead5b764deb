// Findings that are meant to be: a file of lines `kind:pattern`, as for other sanitizers.
//
//     # the statistics may be a little old
//     violation:update_statistics
//     race:src/stats.c
//     deadlock:*
//
// A pattern is matched against the functions, files and modules of all frames of a finding,
// anywhere in the name; `*` stands for anything, `^` and `$` for the ends.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "observe/symbols.h"

namespace overtake::observe {

enum class FindingKind : std::uint8_t { Violation, Race, Deadlock };

class Suppressions {
 public:
  // Throws InputError with "file:line: ..." if a line is not understood.
  void read(const std::string& path);
  bool match(FindingKind kind, const std::vector<const Stack*>& stacks) const;
  bool empty() const { return rules_.empty(); }

 private:
  struct Rule {
    FindingKind kind;
    std::string pattern;
  };
  std::vector<Rule> rules_;
};

bool pattern_matches(std::string_view pattern, std::string_view text);

}  // namespace overtake::observe
