// Loops as nested strongly connected components (Bourdoncle's weak topological order): the
// components of the code, each with the block that a depth-first search enters first as its header;
// then, inside each, the components that are left without the header. For reducible code these are
// the natural loops; for irreducible code every retreating edge still leads into some header.
//
// Cost: one linear search for each level of nesting.
#include <algorithm>

#include "ir/loops.h"

namespace overtake::ir {
namespace {

class LoopFinder {
 public:
  explicit LoopFinder(const Cfg& cfg)
      : cfg_(cfg),
        region_(cfg.blocks.size(), kNoLoop),
        number_(cfg.blocks.size(), 0),
        low_(cfg.blocks.size(), 0) {
    forest_.innermost = region_;
  }

  LoopForest run() {
    search(BlockId{0}, kNoLoop);
    // Loops are found parents first; those found on the way are searched for inner ones.
    for (std::uint32_t l = 0; l < forest_.loops.size(); ++l) {
      const BlockId header = forest_.loops[l].header;
      for (const BlockId b : forest_.loops[l].blocks) {
        region_[b.index()] = l;
        number_[b.index()] = 0;
        forest_.innermost[b.index()] = l;
      }
      number_[header.index()] = kDone;
      for (const BlockId b : cfg_[header].successors)
        if (region_[b.index()] == l) search(b, l);
    }
    return std::move(forest_);
  }

 private:
  static constexpr std::uint32_t kDone = 0xffffffffu;

  struct Visit {
    BlockId block;
    std::size_t next = 0;  // successor
  };

  // Tarjan's algorithm from `root`, within the blocks of one region.
  void search(BlockId root, std::uint32_t region) {
    if (number_[root.index()] != 0) return;
    enter(root);
    while (!visits_.empty()) {
      Visit& v = visits_.back();
      const std::vector<BlockId>& successors = cfg_[v.block].successors;
      if (v.next < successors.size()) {
        const BlockId to = successors[v.next++];
        if (region_[to.index()] != region) continue;
        if (number_[to.index()] == 0)
          enter(to);
        else if (number_[to.index()] != kDone)
          low_[v.block.index()] = std::min(low_[v.block.index()], number_[to.index()]);
        continue;
      }
      const BlockId block = v.block;
      visits_.pop_back();
      if (!visits_.empty()) {
        std::uint32_t& low = low_[visits_.back().block.index()];
        low = std::min(low, low_[block.index()]);
      }
      if (low_[block.index()] == number_[block.index()]) leave(block, region);
    }
  }

  void enter(BlockId b) {
    number_[b.index()] = low_[b.index()] = ++counter_;
    open_.push_back(b);
    visits_.push_back({b});
  }

  // `block` is the first of its component; the rest lies above it on the stack.
  void leave(BlockId block, std::uint32_t region) {
    const auto first = std::find(open_.rbegin(), open_.rend(), block).base() - 1;
    const bool cycle = open_.end() - first > 1 ||
                       std::find(cfg_[block].successors.begin(), cfg_[block].successors.end(),
                                 block) != cfg_[block].successors.end();
    if (cycle) forest_.loops.push_back({block, region, {first, open_.end()}});
    for (auto it = first; it != open_.end(); ++it) number_[it->index()] = kDone;
    open_.erase(first, open_.end());
  }

  const Cfg& cfg_;
  LoopForest forest_;
  std::vector<std::uint32_t> region_;  // by block: the loop whose inside is being searched
  std::vector<std::uint32_t> number_;  // order of visits; 0: not yet, kDone: its component is known
  std::vector<std::uint32_t> low_;
  std::vector<BlockId> open_;
  std::vector<Visit> visits_;
  std::uint32_t counter_ = 0;
};

}  // namespace

LoopForest find_loops(const Cfg& cfg) { return LoopFinder(cfg).run(); }

}  // namespace overtake::ir
