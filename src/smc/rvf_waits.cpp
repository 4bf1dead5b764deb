#include "smc/rvf_waits.h"

#include <algorithm>

namespace overtake::smc {

bool RvfWaits::may_wait_at(const RvfNode& node) {
  const ThreadId t = node.current;
  if (!may_wait(t) || node.location == RvfPending::kNowhere) return false;
  if (put_backs_.depends_on_source(t)) return true;
  const std::vector<exec::Value> values = hangs_.final_values(node.location);
  return std::ranges::any_of(values, [&](const exec::Value& v) { return has_to_wait(t, v); }) ||
         hangs_.may_be_stuck(t);
}

}  // namespace overtake::smc
