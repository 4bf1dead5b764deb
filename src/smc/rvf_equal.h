// Equal threads once: what RVF exploration asks equal_groups.h and renamings.h for.
#pragma once

#include <span>
#include <vector>

#include "smc/equal_groups.h"
#include "smc/renamings.h"
#include "smc/rvf_turns.h"

namespace overtake::smc {

class RvfEqual {
 public:
  RvfEqual(CurrentExecution& execution, const RvfInstance& instance, RvfStack& stack,
           const RvfTurns& turns, Groups by, CheckResult& result);

  // Whether two equal threads have to be met before the first execution ends; else NotEqual is
  // thrown there.
  void demand_equals(bool demanded) { demanded_ = demanded; }
  // The event was just performed; `good`: the writes that it may have obtained.
  void note(Position p, std::span<const Position> good) { groups_.note(p, good); }
  // Whether a renaming of every execution below that value of the node on top is visited earlier.
  bool has_earlier(const RvfGroup& group) { return renamings_.has_earlier(group); }
  // At the end of an execution: how many it stands for; 0: it need not be visited. A hang may be
  // found in several nodes.
  std::uint64_t count(bool hangs);
  // The groups of equal threads that there are now.
  void collect(std::vector<std::vector<ThreadId>>& groups) const { groups_.collect(groups); }

 private:
  bool merges_values() const;

  const CurrentExecution& execution_;
  const Trace& trace_ = execution_.trace();
  const RvfTurns& turns_;
  const Groups by_;
  CheckResult& result_;
  EqualGroups groups_;
  Renamings renamings_;
  bool demanded_ = false;
};

}  // namespace overtake::smc
