#include "seq/split_registers.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "ir/cfg.h"
#include "ir/liveness.h"
#include "ir/shape.h"

namespace overtake::seq {

namespace {

// A web: definitions that reach a common use, directly or through others. Web r, for a register r,
// is what the register holds at the start.
class Webs {
 public:
  explicit Webs(std::uint32_t registers) : parent_(registers), number_(registers) {
    std::iota(parent_.begin(), parent_.end(), 0u);
    std::iota(number_.begin(), number_.end(), 0u);
  }
  std::uint32_t add(std::uint32_t number) {
    parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
    number_.push_back(number);
    return parent_.back();
  }
  std::uint32_t find(std::uint32_t w) {
    while (parent_[w] != w) w = parent_[w] = parent_[parent_[w]];
    return w;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    // The older one stays: webs of the start keep their registers.
    parent_[std::max(a, b)] = std::min(a, b);
  }
  std::uint32_t number(std::uint32_t w) { return number_[find(w)]; }

 private:
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint32_t> number_;
};

}  // namespace

void split_registers(ir::Function& function) {
  const ir::Cfg cfg = ir::build_cfg(function);
  const std::uint32_t registers = function.registers;
  std::uint32_t next = registers;
  Webs webs(registers);
  ir::Liveness liveness(function, cfg);
  // Blocks in an order in which predecessors come first.
  std::vector<std::uint32_t> waiting(cfg.blocks.size(), 0);
  const std::vector<bool> reached = ir::reachable(cfg);
  for (std::size_t b = 0; b < cfg.blocks.size(); ++b)
    if (reached[b])
      for (const ir::BlockId s : cfg.blocks[b].successors) ++waiting[s.index()];
  std::vector<std::uint32_t> work{0};
  // By block: the web of each register at its start, once a predecessor is done.
  std::vector<std::vector<std::uint32_t>> at_start(cfg.blocks.size());
  at_start[0].resize(registers);
  std::iota(at_start[0].begin(), at_start[0].end(), 0u);
  struct Use {
    std::uint32_t* field;
    std::uint32_t web;
  };
  std::vector<Use> uses;
  while (!work.empty()) {
    const std::uint32_t b = work.back();
    work.pop_back();
    std::vector<std::uint32_t> now = std::move(at_start[b]);
    for (std::uint32_t k = cfg.blocks[b].first; k < cfg.blocks[b].end; ++k) {
      ir::Instruction& i = function.code[k];
      ir::for_each_operand(function, i, [&](ir::Operand& o, bool) {
        if (!o.is_constant()) uses.push_back({&o.raw, now[o.index()]});
      });
      if (i.dst == ir::kNoRegister) continue;
      if (i.op == ir::Opcode::LoopBound) {  // reads and writes it
        uses.push_back({&i.dst, now[i.dst]});
        continue;
      }
      // Results of several registers stay where they are; nothing else writes those.
      const unsigned results = ir::results(i);
      for (unsigned r = 0; r < results; ++r)
        now[i.dst + r] = webs.add(results > 1 ? i.dst + r : next++);
      if (results == 1) uses.push_back({&i.dst, now[i.dst]});
    }
    for (const ir::BlockId s : cfg.blocks[b].successors) {
      std::vector<std::uint32_t>& start = at_start[s.index()];
      if (start.empty())
        start = now;
      else
        liveness.for_each_live_in(s, [&](std::uint32_t r) { webs.join(start[r], now[r]); });
      if (--waiting[s.index()] == 0) work.push_back(static_cast<std::uint32_t>(s.index()));
    }
  }
  for (const Use& u : uses) *u.field = webs.number(u.web);
  function.registers = next;
}

}  // namespace overtake::seq
