#include "bmc/solver.h"

#include <algorithm>
#include <cadical.hpp>
#include <mutex>
#include <thread>

namespace overtake::bmc {

namespace {

// Beyond that solvers only differ in their random choices, and each has its own copy of the
// clauses.
constexpr std::uint32_t kMostSolvers = 8;

class Race final : public CaDiCaL::Terminator {
 public:
  Race(const Formula& formula, const Cnf& cnf, const std::atomic<bool>* stop)
      : formula_(formula), cnf_(cnf), stop_(stop) {}

  bool terminate() override {
    return over_.load(std::memory_order_relaxed) ||
           (stop_ != nullptr && stop_->load(std::memory_order_relaxed));
  }

  void enter(std::uint32_t number) {
    CaDiCaL::Solver solver;
    solver.set("quiet", 1);
    choose_strategy(solver, number);
    solver.connect_terminator(this);
    solver.reserve(cnf_.variables);
    for (const int l : cnf_.literals) solver.add(l);
    const int status = solver.solve();
    solver.disconnect_terminator();
    if (status != 10 && status != 20) return;
    const std::lock_guard lock(mutex_);
    if (solution_.answer != Answer::Stopped) return;
    over_ = true;
    solution_.answer = status == 20 ? Answer::Unsatisfiable : Answer::Satisfiable;
    if (status == 20) return;
    solution_.inputs.assign(formula_.size(), 0);
    for (std::uint32_t n = 0; n < formula_.size(); ++n) {
      const int v = cnf_.variable_of_node[n];
      if (v != 0 && formula_.gate(n).kind == GateKind::Input && solver.val(v) > 0)
        solution_.inputs[n] = 1;
    }
  }

  Solution& solution() { return solution_; }

 private:
  // The first is the one that works alone. One each for formulas with and without a solution, then
  // other first guesses.
  static void choose_strategy(CaDiCaL::Solver& solver, std::uint32_t number) {
    if (number % 4 == 1) solver.configure("unsat");
    if (number % 4 == 2) solver.configure("sat");
    if (number % 4 == 3) solver.set("phase", 0);
    if (number >= 4) solver.set("seed", static_cast<int>(number));
  }

  const Formula& formula_;
  const Cnf& cnf_;
  const std::atomic<bool>* stop_;
  std::atomic<bool> over_ = false;
  std::mutex mutex_;
  Solution solution_;
};

}  // namespace

Solution solve(const Formula& formula, const Cnf& cnf, std::uint32_t jobs,
               const std::atomic<bool>* stop) {
  Race race(formula, cnf, stop);
  {
    std::vector<std::jthread> others;
    for (std::uint32_t i = 1; i < std::min(jobs, kMostSolvers); ++i)
      others.emplace_back([&race, i] { race.enter(i); });
    race.enter(0);
  }
  return std::move(race.solution());
}

}  // namespace overtake::bmc
