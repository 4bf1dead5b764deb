// Post-dominators by the iterative algorithm of Cooper, Harvey and Kennedy on the reversed graph,
// whose root is a virtual block that every way out leads to.
#include "ir/control.h"

#include <algorithm>

namespace overtake::ir {
namespace {

class PostDominators {
 public:
  explicit PostDominators(const Cfg& cfg) : cfg_(cfg), exit_(cfg.blocks.size()) {
    predecessors_.resize(exit_ + 1);
    for (std::size_t b = 0; b < exit_; ++b)
      for (const BlockId to : cfg.blocks[b].successors) predecessors_[to.index()].push_back(b);
    for (std::size_t b = 0; b < exit_; ++b)
      if (cfg.blocks[b].successors.empty()) add_way_out(b);
    number();
    // Blocks that cannot get out: each of them might be the last one.
    for (std::size_t b = 0; b < exit_; ++b)
      if (number_[b] == kNone) add_way_out(b);
    number();
    solve();
  }

  std::size_t exit() const { return exit_; }
  std::size_t immediate(std::size_t b) const { return immediate_[b]; }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  void add_way_out(std::size_t b) { predecessors_[exit_].push_back(b); }

  // Postorder of the reversed graph from its root.
  void number() {
    number_.assign(exit_ + 1, kNone);
    order_.clear();
    std::vector<bool> seen(exit_ + 1, false);
    std::vector<std::pair<std::size_t, std::size_t>> stack{{exit_, 0}};
    seen[exit_] = true;
    while (!stack.empty()) {
      auto& [b, next] = stack.back();
      if (next < predecessors_[b].size()) {
        const std::size_t to = predecessors_[b][next++];
        if (seen[to]) continue;
        seen[to] = true;
        stack.emplace_back(to, 0);
      } else {
        number_[b] = order_.size();
        order_.push_back(b);
        stack.pop_back();
      }
    }
  }

  void solve() {
    immediate_.assign(exit_ + 1, kNone);
    immediate_[exit_] = exit_;
    std::vector<bool> leaves(exit_, false);
    for (const std::size_t b : predecessors_[exit_]) leaves[b] = true;
    for (bool changed = true; changed;) {
      changed = false;
      for (auto it = order_.rbegin(); it != order_.rend(); ++it) {
        if (*it == exit_) continue;
        std::size_t common = leaves[*it] ? exit_ : kNone;
        for (const BlockId to : cfg_.blocks[*it].successors)
          if (immediate_[to.index()] != kNone)
            common = common == kNone ? to.index() : meet(common, to.index());
        changed |= common != immediate_[*it];
        immediate_[*it] = common;
      }
    }
  }

  std::size_t meet(std::size_t a, std::size_t b) const {
    while (a != b) {
      while (number_[a] < number_[b]) a = immediate_[a];
      while (number_[b] < number_[a]) b = immediate_[b];
    }
    return a;
  }

  const Cfg& cfg_;
  std::size_t exit_;
  std::vector<std::vector<std::size_t>> predecessors_;
  std::vector<std::size_t> number_, order_, immediate_;
};

}  // namespace

// A block depends on a branch if it post-dominates one of its successors, but not the branch: these
// are the blocks on the way up the tree from the successor to the branch's own post-dominator.
std::vector<std::vector<BlockId>> control_dependence(const Cfg& cfg) {
  const PostDominators post(cfg);
  std::vector<std::vector<BlockId>> depends(cfg.blocks.size());
  for (std::size_t b = 0; b < cfg.blocks.size(); ++b) {
    if (cfg.blocks[b].successors.size() < 2) continue;
    for (const BlockId to : cfg.blocks[b].successors)
      for (std::size_t up = to.index(); up != post.immediate(b) && up != post.exit();
           up = post.immediate(up))
        if (std::ranges::find(depends[up], BlockId{b}) == depends[up].end())
          depends[up].push_back(BlockId{b});
  }
  return depends;
}

}  // namespace overtake::ir
