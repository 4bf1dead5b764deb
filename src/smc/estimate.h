// How many executions are there? A guess from random ways through the tree of nodes.
//
// At each node a child is chosen at random; the product of the numbers of children on the way is,
// on average, the number of leaves (Knuth: Estimating the efficiency of backtrack programs, 1975).
// The tree is that of exploration by causal maps, in which each class is one leaf (rvf_explorer.h),
// whichever exploration is under way. docs/rf-smc.md has what the guesses are worth.
#pragma once

#include <chrono>
#include <memory>

#include "base/random.h"
#include "smc/check.h"

namespace overtake::smc {

class RvfExplorer;

// Between a guess that is too small, but seldom by far, and one that is too large.
double between_guesses(double small, double large);

class Estimator {
 public:
  Estimator(const exec::Executor& executor, const CheckOptions& options, Equivalence equivalence);
  ~Estimator();

  // Takes random ways for about that long, if more of them are needed.
  void work(std::chrono::microseconds time);
  // How many executions there are, if `visited` are known and `other` is the guess of an explorer;
  // 0: no idea.
  double executions(double other, double visited) const;

 private:
  CheckOptions options_;
  CheckResult result_;
  std::unique_ptr<RvfExplorer> explorer_;
  Random random_{1};
  std::uint32_t learned_ = 0;  // ways that only learned
  std::uint64_t ways_ = 0;
  double sum_ = 0;
  double squares_ = 0;
  std::uint64_t arrived_ = 0;  // ways that ended in an execution
  bool given_up_ = false;
};

}  // namespace overtake::smc
