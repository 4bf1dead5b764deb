// The orders that were tried to explain a history, each up to where it fails, and why.
#pragma once

#include <vector>

#include "linearize/explanation.h"

namespace overtake::linearize {

enum class Failure : std::uint8_t {
  OtherResult,  // the last operation has another result then: `would`
  Blocks,       // the last operation waits for ever then
  NoOutcome,    // the specification fails in the last operation
  EndedBefore,  // `first` had ended before `second` began, and comes after it in the order
  Quiet,        // the same, and nothing was under way in between
  DoesNotWait,  // the operation that waited for ever returns then
};

struct Attempt {
  LinearOrder order;  // ends with the operation that fails, if one does
  Failure failure = Failure::OtherResult;
  Result would;
  std::uint32_t first = 0;
  std::uint32_t second = 0;
};

// At most `limit`; operations that did not return are left out if nothing is gained by them.
std::vector<Attempt> attempts(Specification& specification, const History& history,
                              Criterion criterion, std::optional<std::uint32_t> waiting,
                              std::size_t limit);

}  // namespace overtake::linearize
