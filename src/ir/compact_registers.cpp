// Linear-scan allocation without spilling: each register is live in one interval of places in the
// code, intervals that do not meet may share a register. Registers that some instruction takes as a
// pair or triple stay next to each other and move as a group. Parameters stay where they arrive.
//
// Places: 0 is before the code, instruction k reads at 2k + 2 and writes at 2k + 3. A register that
// may be read before it is written holds the 0 of a fresh frame and so is live from place 0. An
// instruction with several results is taken to write before it has read everything, so that no
// engine has to care about the order.
#include <algorithm>
#include <queue>

#include "ir/cfg.h"
#include "ir/liveness.h"
#include "ir/rewrite.h"
#include "ir/simplify.h"

namespace overtake::ir {
namespace {

constexpr std::uint32_t kNever = 0xffffffffu;

struct Interval {
  std::uint32_t start = kNever;
  std::uint32_t end = 0;
  bool used() const { return start != kNever; }
};

// Registers first .. first+size-1, which stay neighbours.
struct Group {
  std::uint32_t first = 0;
  std::uint32_t size = 1;
  Interval interval;
};

class Compactor {
 public:
  explicit Compactor(Function& function)
      : function_(function),
        intervals_(function.registers),
        joined_(function.registers, false),
        copied_from_(function.registers, kNoRegister),
        renamed_(function.registers, kNoRegister) {}

  void run() {
    find_intervals();
    std::vector<Group> groups = form_groups();
    std::sort(groups.begin(), groups.end(), [](const Group& x, const Group& y) {
      return x.interval.start != y.interval.start ? x.interval.start < y.interval.start
                                                  : x.first < y.first;
    });
    // Those that hold parameters come first and keep their numbers.
    busy_until_.assign(function_.parameters, 0);
    for (const Group& g : groups)
      if (g.first < function_.parameters) place(g, g.first);
    for (const Group& g : groups)
      if (g.first >= function_.parameters) place(g, choose(g));
    rename();
  }

 private:
  void cover(std::uint32_t r, std::uint32_t place) {
    intervals_[r].start = std::min(intervals_[r].start, place);
    intervals_[r].end = std::max(intervals_[r].end, place);
  }

  void find_intervals() {
    const Cfg cfg = build_cfg(function_);
    Liveness liveness(function_, cfg);
    for (std::uint32_t p = 0; p < function_.parameters; ++p) cover(p, 0);
    liveness.for_each_live_in(BlockId{0}, [&](std::uint32_t r) { cover(r, 0); });
    for (std::size_t b = 0; b < cfg.blocks.size(); ++b) {
      const Block& block = cfg.blocks[b];
      liveness.for_each_live_in(BlockId{b},
                                [&](std::uint32_t r) { cover(r, 2 * block.first + 2); });
      liveness.for_each_live_out(BlockId{b}, [&](std::uint32_t r) { cover(r, 2 * block.end + 1); });
    }
    for (std::uint32_t k = 0; k < function_.code.size(); ++k) scan(k);
  }

  void scan(std::uint32_t k) {
    const Instruction& i = function_.code[k];
    const std::uint32_t reads = 2 * k + 2;
    const std::uint32_t writes = 2 * k + 3;
    const unsigned written = results(i);
    for_each_operand(function_, i, [&](Operand o, bool pair) {
      if (o.is_constant()) return;
      cover(o.index(), written > 1 ? writes : reads);
      if (pair) {
        cover(o.index() + 1, written > 1 ? writes : reads);
        joined_[o.index()] = true;
      }
    });
    if (i.op == Opcode::LoopBound) cover(i.dst, reads);
    for (unsigned n = 0; n < written; ++n) {
      if (i.op == Opcode::Mov && !i.a.is_constant() && copied_from_[i.dst] == kNoRegister)
        copied_from_[i.dst] = i.a.index();
      cover(i.dst + n, writes);
      if (n + 1 < written) joined_[i.dst + n] = true;
    }
  }

  std::vector<Group> form_groups() const {
    std::vector<Group> groups;
    for (std::uint32_t r = 0; r < function_.registers;) {
      Group g{.first = r};
      for (;; ++r) {
        g.interval.start = std::min(g.interval.start, intervals_[r].start);
        g.interval.end = std::max(g.interval.end, intervals_[r].end);
        if (!joined_[r]) break;
        ++g.size;
      }
      ++r;
      if (!g.interval.used()) continue;
      // A group that cannot move is there from the beginning.
      if (g.first < function_.parameters) g.interval.start = 0;
      groups.push_back(g);
    }
    return groups;
  }

  bool is_free(std::uint32_t r, std::uint32_t at) const {
    return r >= busy_until_.size() || busy_until_[r] < at;
  }

  // The lowest numbers that are free from the group's start on; for a copy, those of the original.
  std::uint32_t choose(const Group& g) {
    const std::uint32_t start = g.interval.start;
    while (!active_.empty() && active_.top().first < start) {
      const auto [end, r] = active_.top();
      active_.pop();
      if (busy_until_[r] == end) free_.push(r);
    }
    if (g.size > 1) {
      std::uint32_t r = 0;
      for (std::uint32_t n = 0; n < g.size;) {
        if (is_free(r + n, start)) {
          ++n;
        } else {
          r += n + 1;
          n = 0;
        }
      }
      return r;
    }
    const std::uint32_t original = copied_from_[g.first];
    if (original != kNoRegister && renamed_[original] != kNoRegister &&
        is_free(renamed_[original], start))
      return renamed_[original];
    while (!free_.empty()) {
      const std::uint32_t r = free_.top();
      free_.pop();
      if (is_free(r, start)) return r;
    }
    return static_cast<std::uint32_t>(busy_until_.size());
  }

  void place(const Group& g, std::uint32_t at) {
    if (busy_until_.size() < at + g.size) busy_until_.resize(at + g.size, 0);
    for (std::uint32_t n = 0; n < g.size; ++n) {
      renamed_[g.first + n] = at + n;
      busy_until_[at + n] = g.interval.end;
      active_.emplace(g.interval.end, at + n);
    }
  }

  void rename() {
    function_.registers = static_cast<std::uint32_t>(busy_until_.size());
    CodeRewriter out(function_);
    for (Instruction& i : function_.code) {
      for (Operand* o : {&i.a, &i.b, &i.c}) *o = renamed(*o);
      if (i.dst != kNoRegister) i.dst = renamed_[i.dst];
      if (is_call(i))
        for (std::uint32_t k = i.target2; k < i.target2 + i.count; ++k)
          function_.arguments[k] = renamed(function_.arguments[k]);
      out.next();
      const bool to_itself = i.op == Opcode::Mov && i.a == Operand::reg(i.dst);
      if (!to_itself) out.emit(i);
    }
    out.finish();
  }

  Operand renamed(Operand o) const {
    return !o.present() || o.is_constant() ? o : Operand::reg(renamed_[o.index()]);
  }

  Function& function_;
  std::vector<Interval> intervals_;         // by register
  std::vector<bool> joined_;                // r: r and r + 1 stay neighbours
  std::vector<std::uint32_t> copied_from_;  // by register: whose copy it is, somewhere
  std::vector<std::uint32_t> renamed_;      // by register: its new number
  // By new number: the end of the last interval placed there.
  std::vector<std::uint32_t> busy_until_;
  using Place = std::pair<std::uint32_t, std::uint32_t>;
  std::priority_queue<Place, std::vector<Place>, std::greater<>> active_;  // (end, number)
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> free_;
};

}  // namespace

void compact_registers(Function& function) { Compactor(function).run(); }

}  // namespace overtake::ir
