// What fences change, for the page and for SARIF: sentences that follow from a FencesDocument.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/robustness_document.h"

namespace overtake::report {

// "after", "before", "at state"
std::string_view preposition(FenceWhere where);

// "a fence is missing after: x = 1"
std::string missing_text(const Fence& fence);

// A row of the table "before and after".
struct Comparison {
  std::string what;
  Value before;
  Value after;
};
std::vector<Comparison> comparison(const FencesDocument& document);

}  // namespace overtake::report
