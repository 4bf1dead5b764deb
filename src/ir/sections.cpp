#include "ir/sections.h"

#include <algorithm>
#include <vector>

#include "ir/cfg.h"
#include "ir/sync_table.h"

namespace overtake::ir {
namespace {

auto count(const Function& f, Opcode op) {
  return std::ranges::count_if(f.code, [op](const Instruction& i) { return i.op == op; });
}

class Sections {
 public:
  explicit Sections(const Program& program) : program_(program) {}

  bool may_wait() {
    for (const Function& f : program_.functions) {
      const Cfg cfg = build_cfg(f);
      for (std::uint32_t i = 0; i < f.code.size(); ++i) {
        if (!begins(f.code[i]) || (leaves_open(f) && count(f, Opcode::Call) == 0)) continue;
        colors_.assign(cfg.blocks.size(), Color::New);
        if (waits(f, cfg, cfg.block_of[i], i + 1)) return true;
      }
    }
    return false;
  }

 private:
  enum class Color : std::uint8_t { New, Open, Done };

  // A function that begins a section and does not end it, or the other way round, stands for that.
  static bool leaves_open(const Function& f) {
    return count(f, Opcode::AtomicBegin) > count(f, Opcode::AtomicEnd);
  }
  static bool closes(const Function& f) {
    return count(f, Opcode::AtomicBegin) < count(f, Opcode::AtomicEnd);
  }
  bool begins(const Instruction& i) const {
    return i.op == Opcode::AtomicBegin ||
           (i.op == Opcode::Call && leaves_open(program_.functions[i.target]));
  }
  bool ends(const Instruction& i) const {
    return i.op == Opcode::AtomicEnd ||
           (i.op == Opcode::Call && closes(program_.functions[i.target]));
  }

  bool waits(const Instruction& i) const {
    switch (i.op) {
      case Opcode::Join:
      case Opcode::CallIndirect:
      case Opcode::Ret:  // in the middle of a section
        return true;
      case Opcode::Sync:
        return sync_row(static_cast<SyncOp>(i.sub)).waits != Waits::Never;
      case Opcode::Call:
        return !is_straight(program_.functions[i.target]);
      default:
        return false;
    }
  }

  // Nothing in it waits, calls or loops.
  static bool is_straight(const Function& f) {
    const Cfg cfg = build_cfg(f);
    for (std::uint32_t b = 0; b < cfg.blocks.size(); ++b)
      for (const BlockId next : cfg.blocks[b].successors)
        if (next.index() <= b) return false;
    return std::ranges::none_of(f.code, [](const Instruction& i) {
      return i.op == Opcode::Sync || i.op == Opcode::Join || i.op == Opcode::Call ||
             i.op == Opcode::CallIndirect || i.op == Opcode::AtomicBegin ||
             i.op == Opcode::AtomicEnd;
    });
  }

  // Whether the section, which is at the instruction, waits or comes back to where it was.
  bool waits(const Function& f, const Cfg& cfg, BlockId b, std::uint32_t at) {
    const bool whole = at == cfg[b].first;
    if (whole) colors_[b.index()] = Color::Open;
    for (; at < cfg[b].end; ++at) {
      if (ends(f.code[at])) break;
      if (waits(f.code[at])) return true;
    }
    if (at == cfg[b].end) {
      for (const BlockId next : cfg[b].successors) {
        if (colors_[next.index()] == Color::Open) return true;
        if (colors_[next.index()] == Color::New && waits(f, cfg, next, cfg[next].first))
          return true;
      }
    }
    if (whole) colors_[b.index()] = Color::Done;
    return false;
  }

  const Program& program_;
  std::vector<Color> colors_;  // by block of the function that is looked at
};

}  // namespace

bool sections_may_wait(const Program& program) { return Sections(program).may_wait(); }

}  // namespace overtake::ir
