#include "bmc/solver.h"

#include <cadical.hpp>

namespace overtake::bmc {

namespace {

class StopFlag final : public CaDiCaL::Terminator {
 public:
  explicit StopFlag(const std::atomic<bool>* stop) : stop_(stop) {}
  bool terminate() override { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }

 private:
  const std::atomic<bool>* stop_;
};

}  // namespace

Solution solve(const Formula& formula, const Cnf& cnf, const std::atomic<bool>* stop) {
  StopFlag flag(stop);
  CaDiCaL::Solver solver;
  solver.set("quiet", 1);
  solver.connect_terminator(&flag);
  solver.reserve(cnf.variables);
  for (const int l : cnf.literals) solver.add(l);
  const int status = solver.solve();
  Solution out;
  if (status == 20) out.answer = Answer::Unsatisfiable;
  if (status == 10) {
    out.answer = Answer::Satisfiable;
    out.inputs.assign(formula.size(), 0);
    for (std::uint32_t n = 0; n < formula.size(); ++n) {
      const int v = cnf.variable_of_node[n];
      if (v != 0 && formula.gate(n).kind == GateKind::Input && solver.val(v) > 0) out.inputs[n] = 1;
    }
  }
  solver.disconnect_terminator();
  return out;
}

}  // namespace overtake::bmc
