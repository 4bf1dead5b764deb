#include "ir/roll_loops.h"

#include <algorithm>
#include <optional>
#include <span>

#include "ir/liveness.h"
#include "ir/loops.h"
#include "ir/rewrite.h"

namespace overtake::ir {
namespace {

// The end of a block, with the old index of each instruction.
struct Tail {
  std::vector<Instruction> code;
  std::vector<std::uint32_t> at;
  std::uint32_t end = 0;  // the first index after it, without a jump
};

bool writes_only(const Instruction& i, std::uint32_t reg) {
  return i.dst == reg && results(i) == 1 && (i.op == Opcode::Rmw || shape(i).pure);
}

// All of the block but the jump to the header. A value that is computed in one register and then
// moved is computed where it belongs, if no instruction needs it in the other one.
Tail tail_of(const Function& f, const Block& block, const std::vector<bool>& needed) {
  Tail tail;
  tail.end = block.end;
  if (f.code[tail.end - 1].op == Opcode::Jump) --tail.end;
  for (std::uint32_t k = block.first; k < tail.end; ++k) {
    const Instruction& i = f.code[k];
    const bool moves = i.op == Opcode::Mov && i.a.present() && !i.a.is_constant() &&
                       k + 1 == tail.end && !tail.code.empty();
    if (moves && !needed[i.a.index()] && i.a.index() != i.dst &&
        writes_only(tail.code.back(), i.a.index())) {
      tail.code.back().dst = i.dst;
      continue;
    }
    tail.code.push_back(i);
    tail.at.push_back(k);
  }
  return tail;
}

// Whether both do the same, whatever registers they use in between. Values have numbers: those that
// registers hold at the beginning, and one more for each instruction.
bool same(const Function& f, std::span<const Instruction> a, std::span<const Instruction> b,
          const std::vector<bool>& needed) {
  std::vector<std::size_t> in_a(f.registers), in_b(f.registers);
  for (std::uint32_t r = 0; r < f.registers; ++r) in_a[r] = in_b[r] = r;
  const auto same_operand = [&](Operand x, Operand y) {
    if (!x.present() || !y.present()) return x.present() == y.present();
    if (x.is_constant() || y.is_constant())
      return x.is_constant() && y.is_constant() && f.constants[x.index()] == f.constants[y.index()];
    return in_a[x.index()] == in_b[y.index()];
  };
  for (std::size_t k = 0; k < a.size(); ++k) {
    const Instruction& x = a[k];
    const Instruction& y = b[k];
    if ((x.op != Opcode::Rmw && !shape(x).pure) || x.op != y.op || results(x) != 1 ||
        results(y) != 1)
      return false;
    if (x.width != y.width || x.sub != y.sub || x.order != y.order || x.target != y.target ||
        x.target2 != y.target2 || x.count != y.count)
      return false;
    if (!same_operand(x.a, y.a) || !same_operand(x.b, y.b) || !same_operand(x.c, y.c)) return false;
    in_a[x.dst] = in_b[y.dst] = f.registers + k;
  }
  for (std::uint32_t r = 0; r < f.registers; ++r)
    if (needed[r] && in_a[r] != in_b[r]) return false;
  return true;
}

// How many instructions at their ends are the same, with a read-modify-write among them; 0: none.
std::size_t common(const Function& f, std::span<const Instruction> a,
                   std::span<const Instruction> b, const std::vector<bool>& needed) {
  for (std::size_t n = std::min(a.size(), b.size()); n > 0; --n) {
    const auto end = b.last(n);
    if (std::ranges::any_of(end, [](const Instruction& i) { return i.op == Opcode::Rmw; }) &&
        same(f, a.last(n), end, needed))
      return n;
  }
  return 0;
}

// The only predecessor of the header inside or outside of the loop; it must lead nowhere else.
std::optional<BlockId> only_predecessor(const Cfg& cfg, const Loop& loop, bool inside) {
  std::optional<BlockId> found;
  for (std::size_t b = 0; b < cfg.blocks.size(); ++b) {
    const BlockId id{b};
    if (std::ranges::find(cfg[id].successors, loop.header) == cfg[id].successors.end()) continue;
    const bool in_loop = std::ranges::find(loop.blocks, id) != loop.blocks.end();
    if (in_loop != inside) continue;
    if (found || cfg[id].successors.size() != 1) return std::nullopt;
    found = id;
  }
  return found;
}

// Rolls the first loop for which that is possible.
bool roll_one(Function& f) {
  const Cfg cfg = build_cfg(f);
  Liveness liveness(f, cfg);
  for (const Loop& loop : find_loops(cfg).loops) {
    const std::optional<BlockId> before = only_predecessor(cfg, loop, false);
    const std::optional<BlockId> last = only_predecessor(cfg, loop, true);
    if (!before || !last) continue;
    std::vector<bool> needed(f.registers, false);
    liveness.for_each_live_in(loop.header, [&](std::uint32_t r) { needed[r] = true; });
    const Tail first = tail_of(f, cfg[*before], needed);
    const Tail again = tail_of(f, cfg[*last], needed);
    const std::size_t n = common(f, first.code, again.code, needed);
    if (n == 0) continue;
    const std::uint32_t dropped = first.at[first.at.size() - n];
    const std::uint32_t kept = again.at[again.at.size() - n];
    CodeRewriter out(f);
    const std::vector<Instruction> code = f.code;
    for (std::uint32_t k = 0; k < code.size(); ++k) {
      out.next();
      if (k == dropped) out.emit({.op = Opcode::Jump, .target = kept, .source = code[k].source});
      if (k >= dropped && k < cfg[*before].end) continue;
      const auto at = std::ranges::find(again.at, k);
      if (k < kept || k >= again.end) {
        out.emit(code[k]);
      } else if (at != again.at.end()) {
        const auto i = static_cast<std::size_t>(at - again.at.begin());
        Instruction moved = again.code[i];
        moved.source = first.code[first.code.size() - (again.code.size() - i)].source;
        out.emit(moved);
      }
    }
    out.finish();
    return true;
  }
  return false;
}

}  // namespace

void roll_loops(Program& program) {
  for (Function& f : program.functions) {
    if (std::ranges::none_of(f.code, [](const Instruction& i) { return i.op == Opcode::Rmw; }))
      continue;
    while (roll_one(f)) {
    }
  }
}

}  // namespace overtake::ir
