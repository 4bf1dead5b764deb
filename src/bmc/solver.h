// The SAT solver: CaDiCaL.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "bmc/cnf.h"

namespace overtake::bmc {

enum class Answer : std::uint8_t { Satisfiable, Unsatisfiable, Stopped };

struct Solution {
  Answer answer = Answer::Stopped;
  std::vector<char> inputs;  // Satisfiable: the value of each input gate, by node
};

// A portfolio: `jobs` solvers, each with a strategy of its own, and the first answer counts.
Solution solve(const Formula& formula, const Cnf& cnf, std::uint32_t jobs,
               const std::atomic<bool>* stop);

}  // namespace overtake::bmc
