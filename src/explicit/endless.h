// Runs that never end, of programs under SC.
//
// A thread that iterates and only reads is stopped where executions are run one by one
// (ir/mark_spins.h); one that does anything else in each iteration, or chooses how to continue, is
// not. A finite-state program has such a run if and only if its states have a cycle with such a
// step.
#pragma once

#include <optional>

#include "explicit/search.h"

namespace overtake::explicit_state {

// A step that can be done again and again.
struct Endless {
  ThreadId thread;
  LocalId local;  // before it
};

// Of `wanted`, the options `stop`, `progress` and `jobs`. None as well if it was stopped.
std::optional<Endless> find_endless(Automata& automata, const Options& wanted);

}  // namespace overtake::explicit_state
