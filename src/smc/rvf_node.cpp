#include "smc/rvf_node.h"

namespace overtake::smc {

void RvfNode::reset(std::uint32_t events, const StepOrder& sigma, std::size_t threads) {
  length = events;
  order.assign(sigma.begin(), sigma.end());
  counts.assign(threads, 0);
  causal.assign(threads, kUndefined);
  mutate.clear();
  current = ThreadId::none();
  groups.clear();
  turns.clear();
  values.clear();
  backtrack = true;
  fruitful = false;
  outside = false;
  entry = kUndefined;
  depended_on = false;
  signalled = false;
  join.reset();
}

}  // namespace overtake::smc
