#include "smc/rvf_equal.h"

#include <algorithm>

namespace overtake::smc {

RvfEqual::RvfEqual(CurrentExecution& execution, const RvfInstance& instance, RvfStack& stack,
                   const RvfTurns& turns, Groups by, CheckResult& result)
    : execution_(execution),
      turns_(turns),
      by_(by),
      result_(result),
      groups_(execution),
      renamings_(execution, instance, stack, groups_) {}

std::uint64_t RvfEqual::count(bool hangs) {
  if (demanded_ && !groups_.met()) throw NotEqual{"no two threads are equal"};
  demanded_ = false;
  bool counted = true;
  const std::uint64_t executions = renamings_.count(counted);
  if (executions == 0) return 0;
  if (hangs || !counted || (by_ == Groups::ByValue && merges_values()))
    result_.symmetry.counted = false;
  return executions;
}

// Whether some read could have obtained its value from several writes. Then the renamings of two
// executions may be one: how many there are is not known.
bool RvfEqual::merges_values() const {
  std::vector<exec::Value> values;
  for (std::uint32_t location = 0; location < execution_.locations().size(); ++location) {
    const std::vector<Position>& writes = trace_.writes_on(location);
    // An operation that takes turns finds what the last one left.
    const bool turns =
        turns_.at(location) && std::ranges::all_of(trace_.reads_on(location), [&](Position r) {
          return trace_[r].kind == EventKind::Rmw;
        });
    if (turns || trace_.reads_on(location).empty()) continue;
    values.assign(1, execution_.value_at(location, kInitial));
    for (const Position w : writes) {
      if (std::ranges::find(values, trace_[w].written) != values.end()) return true;
      values.push_back(trace_[w].written);
    }
  }
  return false;
}

}  // namespace overtake::smc
