// A formula as clauses (Tseitin): one variable for each gate that matters, three to six clauses
// each.
#pragma once

#include <cstdint>
#include <ostream>
#include <span>
#include <vector>

#include "bmc/formula.h"

namespace overtake::bmc {

struct Cnf {
  int variables = 0;
  std::uint64_t clauses = 0;
  std::vector<int> literals;          // of all clauses, each ended by 0, as in DIMACS
  std::vector<int> variable_of_node;  // 0: the gate does not matter
};

// All of `constraints` and `goal` hold.
Cnf make_cnf(const Formula& formula, std::span<const Lit> constraints, Lit goal);

void write_dimacs(std::ostream& out, const Cnf& cnf);
// The same question as an SMT-LIB 2 script over Booleans, gate by gate.
void write_smt2(std::ostream& out, const Formula& formula, std::span<const Lit> constraints,
                Lit goal);

// The value of every gate, given those of the inputs (by node).
std::vector<char> evaluate(const Formula& formula, const std::vector<char>& inputs);
inline bool holds(const std::vector<char>& values, Lit l) {
  return (values[l.node()] != 0) != l.negated();
}

}  // namespace overtake::bmc
