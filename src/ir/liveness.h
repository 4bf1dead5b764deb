// Which registers are live where: read later, by something that matters. A pure instruction whose
// results are not needed reads nothing (strong liveness), so one pass finds whole chains of dead
// code.
//
// Only registers that some block reads before it writes them take part in the data flow; all others
// live inside one block, where a backward walk sees everything of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/cfg.h"
#include "ir/program.h"

namespace overtake::ir {

// A pure instruction, or a division by a constant that is not 0: if nothing reads the result, it
// may go.
bool removable(const Function& function, const Instruction& instruction);

class Liveness {
 public:
  Liveness(const Function& function, const Cfg& cfg);

  // The registers that take part in the data flow and are live at the start / end of the block.
  template <class Visit>
  void for_each_live_in(BlockId b, Visit visit) const {
    for_each(in(b), visit);
  }
  template <class Visit>
  void for_each_live_out(BlockId b, Visit visit) {
    load_out(b);
    for_each(live_, visit);
  }

  // Walks the block backwards: visit(k, needed) for each instruction k; needed: it has to stay.
  template <class Visit>
  void walk(BlockId b, Visit visit) {
    load_out(b);
    for (std::uint32_t k = cfg_[b].end; k-- > cfg_[b].first;) visit(k, step(k));
  }
  // During a walk: the registers that are live before instruction k.
  template <class Visit>
  void for_each_live(Visit visit) const {
    for_each(live_, visit);
    for (std::uint32_t r = 0; r < local_.size(); ++r)
      if (index_[r] == kLocal && local_[r] != 0) visit(r);
  }

 private:
  using Word = std::uint64_t;
  static constexpr std::uint32_t kLocal = 0xffffffffu;

  template <class Visit>
  void for_each(std::span<const Word> set, Visit visit) const {
    for (std::size_t w = 0; w < set.size(); ++w)
      for (Word rest = set[w]; rest != 0; rest &= rest - 1)
        visit(crossing_[w * 64 + static_cast<std::size_t>(__builtin_ctzll(rest))]);
  }
  std::span<const Word> in(BlockId b) const {
    return std::span(in_).subspan(b.index() * words_, words_);
  }

  void find_crossing();
  void solve();
  void load_out(BlockId b);        // live_ = what is live at the end of the block
  bool step(std::uint32_t index);  // moves live_ across an instruction, backwards
  bool live(std::uint32_t r) const;
  void set_live(std::uint32_t r);
  void set_dead(std::uint32_t r);

  const Function& function_;
  const Cfg& cfg_;
  std::vector<std::uint32_t> crossing_;  // registers that take part in the data flow
  std::vector<std::uint32_t> index_;     // by register: its place in crossing_, or kLocal
  std::size_t words_ = 0;
  std::vector<Word> in_;             // by block
  std::vector<Word> live_;           // during a walk: crossing registers
  std::vector<std::uint8_t> local_;  // during a walk: the other registers
};

}  // namespace overtake::ir
