// Deadlocks and hangs: states in which every thread that has not ended waits for ever.
//
// As docs/memory-models.md defines them, for a search that does not know spin loops by name. With
// all buffers empty and memory as it is, each thread that has not ended is blocked, or iterates in
// states from which it only reads, finds what it found before, and never gets out, whatever it
// chooses. No thread writes, so nothing will ever be different. A thread that was stopped (a false
// assume, exit) may be the one that the others wait for: then it is no error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explicit/search.h"

namespace overtake::explicit_state {

enum class Stuck : std::uint8_t {
  Deadlock,  // all of them are blocked
  Hang,      // some iterate for ever
};

class StuckFinder {
 public:
  explicit StuckFinder(Automata& automata) : automata_(automata) {}

  std::optional<Stuck> look(const State& state);
  // What a stuck state is, in words.
  std::string describe(const State& state);

 private:
  enum class Fate : std::uint8_t { GoesOn, Blocked, GoesRound };
  Fate fate(const State& state, ThreadId t);

  Automata& automata_;
  std::vector<LocalId> met_;
};

}  // namespace overtake::explicit_state
