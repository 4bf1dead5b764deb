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

Solution solve(const Formula& formula, const Cnf& cnf, const std::atomic<bool>* stop);

}  // namespace overtake::bmc
