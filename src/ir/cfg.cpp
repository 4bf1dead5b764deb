#include "ir/cfg.h"

#include <algorithm>

namespace overtake::ir {

Cfg build_cfg(const Function& f) {
  const auto size = static_cast<std::uint32_t>(f.code.size());
  std::vector<bool> leader(size + 1, false);
  leader[0] = true;
  for (std::uint32_t k = 0; k < size; ++k) {
    const Instruction& i = f.code[k];
    for_each_target(f, i, [&](std::uint32_t target) { leader[target] = true; });
    if (ends_block(i.op) || i.unwind != kNoTarget) leader[k + 1] = true;
  }

  Cfg cfg;
  cfg.block_of.resize(size);
  for (std::uint32_t k = 0; k < size; ++k) {
    if (leader[k]) cfg.blocks.push_back({k, k, {}});
    cfg.blocks.back().end = k + 1;
    cfg.block_of[k] = BlockId{cfg.blocks.size() - 1};
  }
  for (Block& block : cfg.blocks) {
    auto add = [&](std::uint32_t target) {
      const BlockId to = cfg.block_of[target];
      if (std::find(block.successors.begin(), block.successors.end(), to) == block.successors.end())
        block.successors.push_back(to);
    };
    const Instruction& last = f.code[block.end - 1];
    for_each_target(f, last, add);
    if (!ends_block(last.op)) add(block.end);
  }
  return cfg;
}

std::vector<bool> reachable(const Cfg& cfg) {
  std::vector<bool> seen(cfg.blocks.size(), false);
  std::vector<BlockId> todo{BlockId{0}};
  seen[0] = true;
  while (!todo.empty()) {
    const BlockId b = todo.back();
    todo.pop_back();
    for (const BlockId next : cfg[b].successors) {
      if (seen[next.index()]) continue;
      seen[next.index()] = true;
      todo.push_back(next);
    }
  }
  return seen;
}

}  // namespace overtake::ir
