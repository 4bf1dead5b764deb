// Which accesses of a bounded program may happen at the same time as another thread's access to the
// same cell, one of both a write.
//
// Two accesses of different threads do not if a mutex is held at both, or if one of them comes
// before the other in every run, because a thread is started after it or has been joined before it.
// An access that races with no other commutes with all that others do in between, and a cell whose
// stores all race with no other access needs no store buffers: a thread that looks at it has gone
// through an unlock, a start, or a join first, all of which empty the buffers of the thread that
// stored.
//
// Forward dataflow over code without cycles; all of it is known for certain (mutexes held, threads
// joined) or possible at most (threads started).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "seq/bound.h"
#include "seq/targets.h"

namespace overtake::seq {

class Races {
 public:
  Races(const BoundedProgram& bounded, const Targets& targets);

  // The access at functions[instance].code[index] to the cell may race.
  bool may_race(std::uint32_t instance, std::uint32_t index, CellId v) const;
  // The unlock's mutex is one that no thread can look at while it is held: others wait for it, and
  // that is all they do.
  bool is_quiet_unlock(std::uint32_t instance, std::uint32_t index) const;

 private:
  // Where a thread stands. Mutexes and threads are bits.
  struct Standing {
    std::uint32_t instance = 0;
    std::uint64_t held = 0;     // for certain
    std::uint64_t joined = 0;   // for certain
    std::uint64_t started = 0;  // maybe: children
    friend auto operator<=>(const Standing&, const Standing&) = default;
  };
  struct Access {
    Standing standing;
    bool writes = false;
    friend auto operator<=>(const Access&, const Access&) = default;
  };

  void find_mutexes();
  void walk(std::uint32_t instance);
  void step(Standing& s, std::uint32_t index);
  void find_sound_mutexes();
  // The mutex that the operation is certainly about, or none.
  std::uint64_t mutex_bit(std::uint32_t instance, std::uint32_t index) const;
  bool ordered(const Standing& a, const Standing& b) const;
  bool before(const Standing& a, const Standing& b) const;

  const BoundedProgram& bounded_;
  const Targets& targets_;
  std::map<CellId, std::uint64_t> mutexes_;                  // their bits
  std::vector<std::map<std::uint32_t, Standing>> standing_;  // by instance, by instruction
  std::vector<std::uint64_t> joined_at_start_;               // by instance
  std::vector<std::set<Access>> accesses_;                   // by cell
  std::uint64_t sound_ = 0;  // mutexes that only one thread at a time can hold
  std::uint64_t quiet_ = 0;  // of these, those that are locked and unlocked, and nothing else
};

}  // namespace overtake::seq
