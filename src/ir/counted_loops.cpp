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

// Whether what a block of the loop decides may differ from iteration to iteration: some instruction
// of the loop computes a value, perhaps in several steps, from what it computed before. Registers
// are reused, so steps lead from an instruction to those whose results it finds in its operands.
class Steps {
 public:
  Steps(const Function& function, const Cfg& cfg, const LoopForest& forest, std::uint32_t loop,
        const std::vector<std::vector<BlockId>>& decides)
      : function_(function), cfg_(cfg), decides_(decides), loop_(forest.loops[loop]) {
    inside_.resize(cfg.blocks.size(), false);
    predecessors_.resize(cfg.blocks.size());
    for (const BlockId b : loop_.blocks) inside_[b.index()] = true;
    for (const BlockId b : loop_.blocks)
      for (const BlockId to : cfg[b].successors)
        if (inside_[to.index()]) predecessors_[to.index()].push_back(b);
  }

  bool come_back(BlockId decision) {
    states_.assign(function_.code.size(), kNew);
    way_.clear();
    step_to(cfg_[decision].end - 1);
    while (!way_.empty()) {
      auto& [instruction, sources] = way_.back();
      if (sources.empty()) {
        states_[instruction] = kDone;
        way_.pop_back();
        continue;
      }
      const std::uint32_t from = sources.back();
      sources.pop_back();
      if (states_[from] == kOpen) return true;
      if (states_[from] == kNew) step_to(from);
    }
    return false;
  }

 private:
  enum State : std::uint8_t { kNew, kOpen, kDone };
  struct Step {
    std::uint32_t instruction;
    std::vector<std::uint32_t> sources;  // that are still to be looked at
  };

  void step_to(std::uint32_t instruction) {
    const Instruction& i = function_.code[instruction];
    std::vector<std::uint32_t> sources;
    for (const Operand o : {i.a, i.b, i.c}) add_sources(sources, instruction, o);
    states_[instruction] = kOpen;
    way_.push_back({instruction, std::move(sources)});
  }

  // The instructions of the loop whose results the instruction may find there; if there are
  // several, or one and what was there before the loop, also the branches that decide which it is.
  void add_sources(std::vector<std::uint32_t>& sources, std::uint32_t at, Operand o) const {
    if (!o.present() || o.is_constant()) return;
    const auto [writers, before] = writers_of(at, o.index());
    sources.insert(sources.end(), writers.begin(), writers.end());
    if (writers.size() + (before ? 1 : 0) < 2) return;
    for (const std::uint32_t writer : writers)
      for (const BlockId from : decides_[cfg_.block_of[writer].index()])
        if (inside_[from.index()]) sources.push_back(cfg_[from].end - 1);
  }

  struct Writers {
    std::vector<std::uint32_t> instructions;
    bool before = false;  // or it is what was there before the loop
  };

  Writers writers_of(std::uint32_t at, std::uint32_t reg) const {
    Writers found;
    std::vector<bool> seen(cfg_.blocks.size(), false);
    std::vector<std::pair<BlockId, std::uint32_t>> todo{{cfg_.block_of[at], at}};
    while (!todo.empty()) {  // backwards from there
      auto [b, k] = todo.back();
      todo.pop_back();
      while (k > cfg_[b].first && !writes(function_.code[k - 1], reg)) --k;
      if (k > cfg_[b].first) {
        found.instructions.push_back(k - 1);
        continue;
      }
      found.before = found.before || b == loop_.header;
      for (const BlockId p : predecessors_[b.index()]) {
        if (seen[p.index()]) continue;
        seen[p.index()] = true;
        todo.emplace_back(p, cfg_[p].end);
      }
    }
    std::ranges::sort(found.instructions);
    const auto again = std::ranges::unique(found.instructions);
    found.instructions.erase(again.begin(), again.end());
    return found;
  }

  static bool writes(const Instruction& i, std::uint32_t reg) {
    const unsigned n = results(i);
    return n != 0 && i.dst <= reg && reg < i.dst + n;
  }

  const Function& function_;
  const Cfg& cfg_;
  const std::vector<std::vector<BlockId>>& decides_;
  const Loop& loop_;
  std::vector<bool> inside_;                        // by block
  std::vector<std::vector<BlockId>> predecessors_;  // in the loop
  std::vector<State> states_;                       // by instruction
  std::vector<Step> way_;
};

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
  Steps steps(function, cfg, forest, loop, decides);
  for (const BlockId b : blocks) {
    const Opcode last = function.code[cfg[b].end - 1].op;
    if (last != Opcode::Branch && last != Opcode::Switch) continue;
    bool leaves_here = false;
    for (const BlockId to : cfg[b].successors)
      leaves_here |= !forest.contains(loop, to) && !only_fails(function, cfg, to);
    if (leaves_here && decides_by_foreign[b.index()]) return false;
    leaves = leaves || (leaves_here && steps.come_back(b));
  }
  return leaves;
}

}  // namespace overtake::ir
