// Which executions an exploration takes for the same, so that one of them is enough.
//
// Some have more ways to go about it, which have no names of their own: reads-from exploration with
// threads that wait, or with threads that stop when they spin; and both reads-from and
// reads-value-from exploration with care, where accesses overlap, locks are written while others
// wait for them, or a barrier has more threads than its count; or with all attempts that are taken
// back, where others see them; or without rounds that change a word and put it back. And both may
// visit equal threads once.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/named.h"

namespace overtake::smc {

enum class Equivalence : std::uint8_t {
  Exhaustive,
  States,
  Rf,
  Rvf,
  Trace,
  Auto,
  RfWaiting,
  RfSpinning,
  RfCareful,
  RvfCareful,
  RfAttempts,
  RvfAttempts,
  RfEqual,
  RvfEqual,
  RfTurns,
  RvfTurns
};

// The equivalence without the way in which it is explored.
constexpr Equivalence named(Equivalence e) {
  switch (e) {
    case Equivalence::RfWaiting:
    case Equivalence::RfSpinning:
    case Equivalence::RfCareful:
    case Equivalence::RfAttempts:
    case Equivalence::RfEqual:
    case Equivalence::RfTurns:
      return Equivalence::Rf;
    case Equivalence::RvfCareful:
    case Equivalence::RvfAttempts:
    case Equivalence::RvfEqual:
    case Equivalence::RvfTurns:
      return Equivalence::Rvf;
    default:
      return e;
  }
}

constexpr bool with_turns(Equivalence e) {
  return e == Equivalence::RfTurns || e == Equivalence::RvfTurns;
}

constexpr bool with_attempts(Equivalence e) {
  return e == Equivalence::RfAttempts || e == Equivalence::RvfAttempts;
}

// Parts of RVF exploration that can be switched off, to see what they are worth.
struct RvfOptions {
  bool backtrack_signals = true;
  bool closure = true;
  bool guidance = true;  // by the witness that is known
  // Nodes explored without a result before it pays to find out which threads may write what, which
  // takes milliseconds.
  std::uint64_t patience = 500;
};

}  // namespace overtake::smc

namespace overtake {

template <>
inline constexpr std::array kNames<smc::Equivalence>{
    Named{smc::Equivalence::Rf, "rf"},
    Named{smc::Equivalence::Rvf, "rvf"},
    Named{smc::Equivalence::Auto, "auto"},
    Named{smc::Equivalence::Trace, "trace"},
    Named{smc::Equivalence::Exhaustive, "exhaustive"},
    Named{smc::Equivalence::States, "states"}};

}  // namespace overtake

namespace overtake::smc {

constexpr std::string_view name(Equivalence equivalence) { return name_of(named(equivalence)); }

}  // namespace overtake::smc
