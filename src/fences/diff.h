// Unified diffs that `git apply` and `patch -p1` take.
//
// Names get the prefixes a/ and b/, relative to the folder in which overtake runs; a name with
// blanks is followed by a tab, as git writes it. The lines are compared by Myers' greedy algorithm
// ("An O(ND) difference algorithm and its variations", 1986): a few changes in a long file cost
// little.
#pragma once

#include <string>

namespace overtake::fences {

// Of one file. Empty if the texts are the same.
std::string unified_diff(const std::string& file, const std::string& before,
                         const std::string& after);

// The name in a diff, without its prefix: relative to the current folder if it lies below that,
// otherwise from the root on (`patch -p1 -d /`).
std::string name_in_diff(const std::string& file);

}  // namespace overtake::fences
