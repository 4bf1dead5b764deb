// Fences written into C and C++: new texts of the files, and the difference as a unified diff.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "fences/choices.h"
#include "fences/subject.h"

namespace overtake::fences {

struct Patch {
  std::map<std::string, std::string> new_texts;  // by file
  std::string diff;                              // of all files, for `git apply` and `patch -p1`
};

// Reads the files. Throws InputError if one cannot be read or has changed since.
Patch make_patch(const std::vector<Fence>& fences, const RepairOptions& options);

// The order that the atomic store of the statement around a place needs instead of the fence: none
// if it is no atomic store that names an order.
std::string order_instead(const std::string& text, std::uint32_t line, std::uint32_t column,
                          FenceKind kind, FenceWhere where);

}  // namespace overtake::fences
