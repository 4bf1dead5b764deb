// Equal threads once: what RVF exploration asks equal_groups.h and renamings.h for.
#include <algorithm>

#include "smc/rvf_explorer.h"

namespace overtake::smc {

void RvfExplorer::visit_equal_threads_once() {
  equal_.emplace(execution_);
  renamings_.emplace(execution_, instance_, stack_, *equal_);
}

void RvfExplorer::collect_groups(std::vector<std::vector<ThreadId>>& groups) const {
  groups.clear();
  if (equal_) equal_->collect(groups);
}

void RvfExplorer::note_for_equality(Position p, std::span<const Position> good) {
  if (sections_) throw NotEqual{"atomic sections"};
  equal_->note(p, good);
}

// How many executions this one stands for; 0: it need not be visited. A hang may be found in
// several nodes.
std::uint64_t RvfExplorer::count_renamings(bool hangs) {
  if (must_meet_equals_ && !equal_->met()) throw NotEqual{"no two threads are equal"};
  must_meet_equals_ = false;
  bool counted = true;
  const std::uint64_t executions = renamings_->count(counted);
  if (executions == 0) return 0;
  if (hangs || !counted || (by_ == Groups::ByValue && merges_values()))
    result_.symmetry.counted = false;
  return executions;
}

// Whether some read could have obtained its value from several writes. Then the renamings of two
// executions may be one: how many there are is not known.
bool RvfExplorer::merges_values() const {
  std::vector<exec::Value> values;
  for (std::uint32_t location = 0; location < locations_.size(); ++location) {
    const std::vector<Position>& writes = trace_.writes_on(location);
    // An operation that takes turns finds what the last one left.
    const bool turns = location < chain_.size() && chain_[location] &&
                       std::ranges::all_of(
                           trace_.reads_on(location),
                           [&](Position r) { return trace_[r].kind == EventKind::Rmw; });
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
