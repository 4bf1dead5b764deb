#include "ir/liveness.h"

#include <algorithm>

#include "ir/shape.h"

namespace overtake::ir {

bool removable(const Function& function, const Instruction& i) {
  if (shape(i.op).pure || i.op == Opcode::Clock) return true;
  const bool divides = i.op >= Opcode::UDiv && i.op <= Opcode::SRem;
  if (!divides || !i.b.is_constant()) return false;
  const std::uint64_t divisor = function.constants[i.b.index()] << (64 - i.width);
  return divisor != 0;
}

namespace {

// Calls visit(register) for each register that the instruction reads.
template <class Visit>
void for_each_read(const Function& f, const Instruction& i, Visit visit) {
  for_each_operand(f, i, [&](Operand o, bool pair) {
    if (o.is_constant()) return;
    visit(o.index());
    if (pair) visit(o.index() + 1);
  });
  if (i.op == Opcode::LoopBound) visit(i.dst);
}

}  // namespace

Liveness::Liveness(const Function& function, const Cfg& cfg)
    : function_(function),
      cfg_(cfg),
      index_(function.registers, kLocal),
      local_(function.registers, 0) {
  find_crossing();
  solve();
}

void Liveness::find_crossing() {
  std::vector<std::uint32_t> written_in(function_.registers, BlockId::kNone);
  for (std::uint32_t b = 0; b < cfg_.blocks.size(); ++b) {
    for (std::uint32_t k = cfg_.blocks[b].first; k < cfg_.blocks[b].end; ++k) {
      const Instruction& i = function_.code[k];
      for_each_read(function_, i, [&](std::uint32_t r) {
        if (written_in[r] == b || index_[r] != kLocal) return;
        index_[r] = static_cast<std::uint32_t>(crossing_.size());
        crossing_.push_back(r);
      });
      for (unsigned n = 0; n < results(i); ++n) written_in[i.dst + n] = b;
    }
  }
  words_ = (crossing_.size() + 63) / 64;
  in_.assign(cfg_.blocks.size() * words_, 0);
  live_.assign(words_, 0);
}

bool Liveness::live(std::uint32_t r) const {
  const std::uint32_t x = index_[r];
  return x == kLocal ? local_[r] != 0 : (live_[x / 64] >> (x % 64) & 1) != 0;
}
void Liveness::set_live(std::uint32_t r) {
  const std::uint32_t x = index_[r];
  if (x == kLocal)
    local_[r] = 1;
  else
    live_[x / 64] |= Word{1} << (x % 64);
}
void Liveness::set_dead(std::uint32_t r) {
  const std::uint32_t x = index_[r];
  if (x == kLocal)
    local_[r] = 0;
  else
    live_[x / 64] &= ~(Word{1} << (x % 64));
}

void Liveness::load_out(BlockId b) {
  std::fill(live_.begin(), live_.end(), 0);
  for (const BlockId next : cfg_[b].successors) {
    const std::span<const Word> more = in(next);
    for (std::size_t w = 0; w < words_; ++w) live_[w] |= more[w];
  }
}

bool Liveness::step(std::uint32_t index) {
  const Instruction& i = function_.code[index];
  const unsigned written = results(i);
  bool needed = !removable(function_, i);
  for (unsigned n = 0; n < written && !needed; ++n) needed = live(i.dst + n);
  if (!needed) return false;
  for (unsigned n = 0; n < written; ++n) set_dead(i.dst + n);
  // A call that throws writes no result: the landing pad sees what was there before.
  if (i.unwind != kNoTarget) {
    const std::span<const Word> pad = in(cfg_.block_of[i.unwind]);
    for (std::size_t w = 0; w < words_; ++w) live_[w] |= pad[w];
  }
  for_each_read(function_, i, [&](std::uint32_t r) { set_live(r); });
  return true;
}

void Liveness::solve() {
  std::vector<std::vector<BlockId>> predecessors(cfg_.blocks.size());
  for (std::size_t b = 0; b < cfg_.blocks.size(); ++b)
    for (const BlockId next : cfg_.blocks[b].successors)
      predecessors[next.index()].push_back(BlockId{b});
  // Sweeps against the order of the code, the way that information flows, over the blocks one of
  // whose successors has changed.
  std::vector<bool> pending(cfg_.blocks.size(), true);
  for (bool again = true; again;) {
    again = false;
    for (std::size_t b = cfg_.blocks.size(); b-- > 0;) {
      if (!pending[b]) continue;
      pending[b] = false;
      walk(BlockId{b}, [](std::uint32_t, bool) {});
      const auto old = in_.begin() + static_cast<std::ptrdiff_t>(b * words_);
      if (std::equal(live_.begin(), live_.end(), old)) continue;
      std::copy(live_.begin(), live_.end(), old);
      for (const BlockId before : predecessors[b]) {
        pending[before.index()] = true;
        again |= before.index() >= b;
      }
    }
  }
}

}  // namespace overtake::ir
