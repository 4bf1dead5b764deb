#include "ir/counted_loops.h"

#include <algorithm>

#include "ir/control.h"
#include "ir/liveness.h"
#include "ir/shape.h"

namespace overtake::ir {
namespace {

// Whether it stops the thread, or the process, whatever happened before.
bool only_fails(const Function& function, const Cfg& cfg, BlockId b) {
  const Opcode last = function.code[cfg[b].end - 1].op;
  return cfg[b].successors.empty() && last != Opcode::Ret && last != Opcode::ThreadExit;
}

// What decides where control goes, if nothing fails.
std::vector<std::vector<BlockId>> decisions(const Function& function, Cfg cfg) {
  std::vector<bool> fails(cfg.blocks.size());
  for (std::size_t b = 0; b < fails.size(); ++b) fails[b] = only_fails(function, cfg, BlockId{b});
  for (Block& block : cfg.blocks)
    std::erase_if(block.successors, [&](BlockId to) { return fails[to.index()]; });
  return control_dependence(cfg);
}

// Whether what the block decides may differ from iteration to iteration: there is a register that
// is computed, perhaps in several steps, from what it was before.
bool may_change(const Function& function, const Cfg& cfg, const LoopForest& forest,
                std::uint32_t loop, BlockId decision,
                const std::vector<std::vector<BlockId>>& decides) {
  std::vector<std::vector<std::uint32_t>> sources(function.registers);
  std::vector<unsigned> writers(function.registers);
  for (const Instruction& i : function.code)
    for (unsigned n = 0; n < results(i); ++n) ++writers[i.dst + n];
  const auto add = [&](std::vector<std::uint32_t>& to, Operand o) {
    if (o.present() && !o.is_constant()) to.push_back(o.index());
  };
  const auto last = [&](BlockId b) -> const Instruction& { return function.code[cfg[b].end - 1]; };
  for (const BlockId b : forest.loops[loop].blocks) {
    for (std::uint32_t k = cfg[b].first; k < cfg[b].end; ++k) {
      const Instruction& i = function.code[k];
      for (unsigned n = 0; n < results(i); ++n) {
        std::vector<std::uint32_t>& to = sources[i.dst + n];
        for (const Operand o : {i.a, i.b, i.c}) add(to, o);
        if (writers[i.dst + n] == 1) continue;
        // Which of its values it has is decided by what leads here.
        for (const BlockId from : decides[b.index()])
          if (forest.contains(loop, from)) add(to, last(from).a);
      }
    }
  }
  // Registers on the way from the decision to what it comes from: again one of them is a circle.
  enum : std::uint8_t { kNew, kOpen, kDone };
  std::vector<std::uint8_t> states(function.registers, kNew);
  std::vector<std::pair<std::uint32_t, std::size_t>> way;
  std::vector<std::uint32_t> first;
  add(first, last(decision).a);
  if (first.empty()) return false;
  way.emplace_back(first.front(), 0);
  states[first.front()] = kOpen;
  while (!way.empty()) {
    auto& [r, next] = way.back();
    if (next == sources[r].size()) {
      states[r] = kDone;
      way.pop_back();
      continue;
    }
    const std::uint32_t from = sources[r][next++];
    if (states[from] == kOpen) return true;
    if (states[from] == kDone) continue;
    states[from] = kOpen;
    way.emplace_back(from, 0);
  }
  return false;
}

}  // namespace

// Registers are reused, so whether one holds something that is not computed from the others, a
// *foreign* value, depends on where: it is followed along the edges of the loop until nothing is
// added. Nothing is foreign when the loop begins; an instruction with a foreign operand has a
// foreign result.
bool is_counted(const Function& function, const Cfg& cfg, const LoopForest& forest,
                std::uint32_t loop) {
  const std::vector<BlockId>& blocks = forest.loops[loop].blocks;
  using Registers = std::vector<bool>;
  std::vector<Registers> at_begin(cfg.blocks.size());
  std::vector<bool> decides_by_foreign(cfg.blocks.size(), false);
  for (const BlockId b : blocks) at_begin[b.index()].assign(function.registers, false);
  const auto is_foreign = [](const Registers& foreign, Operand o) {
    return o.present() && !o.is_constant() && foreign[o.index()];
  };
  // What is done in a block that a foreign value leads to says something of that value.
  const std::vector<std::vector<BlockId>> decides = decisions(function, cfg);
  const auto by_foreign = [&](BlockId b) {
    return std::ranges::any_of(decides[b.index()], [&](BlockId from) {
      return forest.contains(loop, from) && decides_by_foreign[from.index()];
    });
  };
  for (bool grown = true; grown;) {
    grown = false;
    for (const BlockId b : blocks) {
      Registers foreign = at_begin[b.index()];
      const bool known = !by_foreign(b);
      for (std::uint32_t k = cfg[b].first; k < cfg[b].end; ++k) {
        const Instruction& i = function.code[k];
        if (k + 1 == cfg[b].end && is_foreign(foreign, i.a) && !decides_by_foreign[b.index()])
          grown = decides_by_foreign[b.index()] = true;
        if (i.op == Opcode::LoopBound) continue;
        const bool computed = known && removable(function, i) && !is_foreign(foreign, i.a) &&
                              !is_foreign(foreign, i.b) && !is_foreign(foreign, i.c);
        for (unsigned n = 0; n < results(i); ++n) foreign[i.dst + n] = !computed;
      }
      for (const BlockId to : cfg[b].successors) {
        if (!forest.contains(loop, to)) continue;
        Registers& there = at_begin[to.index()];
        for (std::size_t r = 0; r < foreign.size(); ++r) {
          grown = grown || (foreign[r] && !there[r]);
          there[r] = there[r] || foreign[r];
        }
      }
    }
  }
  bool leaves = false;
  for (const BlockId b : blocks) {
    const Opcode last = function.code[cfg[b].end - 1].op;
    if (last != Opcode::Branch && last != Opcode::Switch) continue;
    bool leaves_here = false;
    for (const BlockId to : cfg[b].successors)
      leaves_here |= !forest.contains(loop, to) && !only_fails(function, cfg, to);
    if (leaves_here && decides_by_foreign[b.index()]) return false;
    leaves |= leaves_here && may_change(function, cfg, forest, loop, b, decides);
  }
  return leaves;
}

}  // namespace overtake::ir
