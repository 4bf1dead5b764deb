#include "ir/simplify.h"

#include <unordered_map>

#include "ir/cfg.h"
#include "ir/liveness.h"
#include "ir/rewrite.h"

namespace overtake::ir {
namespace {

// Where a jump to `target` ends up. Loops of nothing but jumps stay loops.
class JumpThreader {
 public:
  explicit JumpThreader(const Function& function)
      : function_(function), end_(function.code.size(), kNoTarget) {}

  std::uint32_t operator()(std::uint32_t target) {
    path_.clear();
    std::uint32_t at = target;
    while (end_[at] == kNoTarget && function_.code[at].op == Opcode::Jump) {
      end_[at] = at;  // in case the path comes back here
      path_.push_back(at);
      at = function_.code[at].target;
    }
    if (end_[at] != kNoTarget) at = end_[at];
    for (const std::uint32_t p : path_) end_[p] = at;
    return at;
  }

 private:
  const Function& function_;
  std::vector<std::uint32_t> end_;  // by instruction: where it leads, if known
  std::vector<std::uint32_t> path_;
};

// Drops the instructions that are not kept.
void keep_only(Function& f, const std::vector<bool>& kept) {
  CodeRewriter out(f);
  for (std::size_t k = 0; k < f.code.size(); ++k) {
    out.next();
    if (kept[k]) out.emit(f.code[k]);
  }
  out.finish();
}

}  // namespace

void tidy_jumps(Function& f) {
  JumpThreader thread(f);
  for (Instruction& i : f.code)
    for_each_target(f, i, [&](std::uint32_t& target) { target = thread(target); });

  const Cfg cfg = build_cfg(f);
  const std::vector<bool> live = reachable(cfg);
  std::vector<bool> kept(f.code.size());
  for (std::size_t k = 0; k < f.code.size(); ++k) kept[k] = live[cfg.block_of[k].index()];
  // Backwards, with the first kept instruction at or after each place.
  std::vector<std::uint32_t> next_kept(f.code.size() + 1,
                                       static_cast<std::uint32_t>(f.code.size()));
  for (auto k = static_cast<std::uint32_t>(f.code.size()); k-- > 0;) {
    const Instruction& i = f.code[k];
    if (kept[k] && i.op == Opcode::Jump && i.target > k && next_kept[i.target] == next_kept[k + 1])
      kept[k] = false;
    next_kept[k] = kept[k] ? k : next_kept[k + 1];
  }
  keep_only(f, kept);
}

void drop_dead(Function& f) {
  const Cfg cfg = build_cfg(f);
  Liveness liveness(f, cfg);
  std::vector<bool> kept(f.code.size());
  for (std::size_t b = 0; b < cfg.blocks.size(); ++b)
    liveness.walk(BlockId{b}, [&](std::uint32_t k, bool needed) {
      const Instruction& i = f.code[k];
      const bool passes =
          i.op == Opcode::Assume && i.a.is_constant() && f.constants[i.a.index()] != 0;
      kept[k] = needed && !passes;
    });
  keep_only(f, kept);
}

void compact_pools(Function& f) {
  std::vector<std::uint64_t> constants;
  std::vector<Operand> arguments;
  std::vector<SwitchTable> switches;
  std::unordered_map<std::uint64_t, std::uint32_t> index;
  auto renumber = [&](Operand o) {
    if (!o.is_constant()) return o;
    const std::uint64_t value = f.constants[o.index()];
    const auto [it, added] = index.try_emplace(value, static_cast<std::uint32_t>(constants.size()));
    if (added) constants.push_back(value);
    return Operand::constant(it->second);
  };
  for (Instruction& i : f.code) {
    i.a = renumber(i.a);
    i.b = renumber(i.b);
    i.c = renumber(i.c);
    if (is_call(i)) {
      const std::uint32_t first = i.target2;
      i.target2 = static_cast<std::uint32_t>(arguments.size());
      for (std::uint32_t k = 0; k < i.count; ++k)
        arguments.push_back(renumber(f.arguments[first + k]));
    } else if (i.op == Opcode::Switch) {
      switches.push_back(std::move(f.switches[i.target]));
      i.target = static_cast<std::uint32_t>(switches.size() - 1);
    }
  }
  f.constants = std::move(constants);
  f.arguments = std::move(arguments);
  f.switches = std::move(switches);
}

void zero_memory(Program& program) {
  for (Function& f : program.functions) {
    const Operand zero = Operand::constant(static_cast<std::uint32_t>(f.constants.size()));
    f.constants.push_back(0);
    CodeRewriter out(f);
    for (Instruction i : f.code) {
      out.next();
      if (i.op == Opcode::Show) continue;
      if (i.op == Opcode::Alloca || i.op == Opcode::Alloc)
        i.sub = static_cast<std::uint8_t>(Contents::Zeroed);
      if (i.op == Opcode::Undef)
        i = {.op = Opcode::Mov, .width = 64, .dst = i.dst, .a = zero, .source = i.source};
      out.emit(i);
    }
    out.finish();
  }
}

void simplify(Program& program) {
  for (Function& f : program.functions) {
    // A folded branch may leave blocks that knowledge now flows into: once more.
    for (std::size_t size = 0, round = 0; round < 3 && size != f.code.size(); ++round) {
      size = f.code.size();
      propagate(f);
      tidy_jumps(f);
    }
    drop_dead(f);
    compact_registers(f);
    tidy_jumps(f);
    compact_pools(f);
  }
}

}  // namespace overtake::ir
