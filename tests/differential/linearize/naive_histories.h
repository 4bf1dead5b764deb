// Brute force: all runs of the machine with every call and return at every time, and every
// permutation of the operations. Shares nothing with the library but the marks.
#pragma once

#include <set>
#include <vector>

#include "base/model.h"
#include "differential/linearize/random_structure.h"
#include "linearize/history.h"

namespace overtake::linearize::test {

// Operations are numbered thread by thread.
struct NaiveHistory {
  std::vector<std::uint64_t> results;
  std::vector<std::uint32_t> ended_before;  // by operation, as bits
  friend auto operator<=>(const NaiveHistory&, const NaiveHistory&) = default;
};

std::set<NaiveHistory> all_histories(const ir::Program& program, const Structure& structure,
                                     Model model);

bool is_explained(const Structure& structure, const NaiveHistory& history, Criterion criterion);

}  // namespace overtake::linearize::test
