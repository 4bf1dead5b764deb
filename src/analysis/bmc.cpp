#include "analysis/bmc.h"

#include <map>
#include <mutex>
#include <optional>
#include <sstream>

#include "analysis/frame.h"
#include "analysis/judge.h"
#include "analysis/prepare.h"
#include "base/error.h"
#include "bmc/bmc.h"
#include "bmc/cnf.h"
#include "bmc/deepen.h"
#include "bmc/symbolic.h"
#include "ir/print.h"
#include "seq/emit_c.h"

namespace overtake::analysis {
namespace {

using overtake::bmc::BmcResult;
using report::BmcDocument;
using report::Verdict;
using report::Why;

overtake::bmc::BmcOptions bounds_of(const BmcOptions& o) {
  return {.model = o.program.model,
          .sma = o.sma,
          .unroll = o.program.unroll,
          .rounds = o.rounds,
          .max_clock = o.max_clock,
          .queue = o.queue,
          .int_bits = o.int_bits};
}

class Bmc {
 public:
  Bmc(const BmcOptions& options, const Control& control)
      : options_(options), control_(control), key_(key_of(options.program, Purpose::Bounded)) {}

  BmcDocument run() {
    control_.tell(describe({}, nullptr));
    overtake::bmc::BmcOptions bounds = bounds_of(options_);
    bounds.jobs = jobs_or_all(options_.jobs);
    bounds.stop = control_.stop;
    const BmcResult result =
        overtake::bmc::deepen([&](std::uint32_t unroll) { return program_for(unroll); }, bounds,
                              [&](const BmcResult& so_far) {
                                BmcResult partial = so_far;
                                partial.finished = false;
                                control_.tell(describe(partial, prepared(partial)));
                              });
    const Prepared* program = prepared(result);
    BmcDocument document = describe(result, program);
    if (result.error) {
      const auto judged = Judge(program->program, key_.model).replayed(*result.error);
      if (!judged) throw InternalError("the error that was found comes after another one");
      document.errors.push_back(make_finding(program->program, *judged, options_.full));
    }
    document.reasons = result.error ? std::vector<report::Reason>{} : reasons(result, program);
    document.verdict = result.error               ? Verdict::Error
                       : document.reasons.empty() ? Verdict::Safe
                                                  : Verdict::Inconclusive;
    clock_.stamp(document.frame);
    return document;
  }

 private:
  ir::Program program_for(std::uint32_t unroll) {
    ProgramKey key = key_;
    key.unroll = unroll;
    Prepared prepared = prepare(key, Purpose::Bounded);
    const std::lock_guard lock(mutex_);
    return by_unrolling_.emplace(unroll, std::move(prepared)).first->second.program;
  }

  // The program that a result is about; none if it did not come to that.
  const Prepared* prepared(const BmcResult& result) {
    const std::lock_guard lock(mutex_);
    const auto found = by_unrolling_.find(result.used.unroll);
    return found == by_unrolling_.end() ? nullptr : &found->second;
  }

  // Bounds and formula; what is known so far is all there is to say.
  BmcDocument describe(const BmcResult& r, const Prepared* program) const {
    const overtake::bmc::BmcStatistics& s = r.statistics;
    BmcDocument d{.frame = clock_.frame(options_.program.files, key_.model.base),
                  .sma = std::string(name_of(options_.sma))};
    d.bounds = {.unroll = r.used.unroll,
                .rounds = r.used.rounds,
                .max_clock = r.used.max_clock,
                .queue = r.used.queue,
                .int_bits = r.used.int_bits};
    d.sufficient = {.rounds = r.sufficient.rounds,
                    .max_clock = r.sufficient.max_clock,
                    .queue = r.sufficient.queue};
    d.formula = {.threads = s.threads,
                 .visible_operations = s.visible_operations,
                 .buffered_cells = s.buffered_cells,
                 .gates = s.gates,
                 .variables = s.variables,
                 .clauses = s.clauses,
                 .encode_seconds = s.encode_seconds,
                 .solve_seconds = s.solve_seconds};
    d.reasons = uncovered(r, program);
    return d;
  }

  // Everything that keeps "no error" from being the whole truth.
  std::vector<report::Reason> reasons(const BmcResult& r, const Prepared* program) const {
    std::vector<report::Reason> all;
    if (!r.finished) all.push_back(control_.reason());
    const std::vector<report::Reason> rest = uncovered(r, program);
    all.insert(all.end(), rest.begin(), rest.end());
    return all;
  }

  std::vector<report::Reason> uncovered(const BmcResult& r, const Prepared* program) const {
    std::vector<report::Reason> out;
    if (r.unconfirmed)
      out.push_back(Why::Unconfirmed);
    else if (r.width_reduced)
      out.push_back(Why::Width);
    if (r.loops_cut) out.push_back(Why::Unrolling);
    if (r.rounds_short) out.push_back({Why::Rounds, r.sufficient.rounds});
    if (r.clock_short) out.push_back({Why::Clock, r.sufficient.max_clock});
    if (r.queue_short) out.push_back({Why::Queue, r.sufficient.queue});
    if (program != nullptr && !program->restricted_inputs.empty() && !options_.program.nondet_range)
      out.push_back(Why::Inputs);
    return out;
  }

  const BmcOptions& options_;
  const Control& control_;
  const Clock clock_;
  const ProgramKey key_;
  std::mutex mutex_;
  std::map<std::uint32_t, Prepared> by_unrolling_;
};

std::string formula_text(const overtake::bmc::Sequentialized& s, bool smt2) {
  overtake::bmc::Formula formula;
  overtake::bmc::SymbolicExecutor executor(
      s.sequential.program, formula,
      {.int_bits = s.used.int_bits,
       .first_own_global = static_cast<std::uint32_t>(s.bounded.program.globals.size())});
  const overtake::bmc::SymbolicRun run = executor.run();
  std::ostringstream out;
  if (smt2)
    overtake::bmc::write_smt2(out, formula, run.constraints, run.failed);
  else
    overtake::bmc::write_dimacs(out, overtake::bmc::make_cnf(formula, run.constraints, run.failed));
  return out.str();
}

}  // namespace

BmcDocument bmc(const BmcOptions& options, const Control& control) {
  return on_large_stack([&] { return Bmc(options, control).run(); });
}

std::string sequentialize(const BmcOptions& options, Emit emit) {
  overtake::bmc::BmcOptions bounds = bounds_of(options);
  if (bounds.unroll == 0) bounds.unroll = 1;
  if (bounds.rounds == 0) bounds.rounds = 2;
  ProgramKey key = key_of(options.program, Purpose::Bounded);
  key.unroll = bounds.unroll;
  const overtake::bmc::Sequentialized s =
      overtake::bmc::sequentialize(prepare(key, Purpose::Bounded).program, bounds);
  switch (emit) {
    case Emit::C:
      return seq::emit_c(s.sequential.program);
    case Emit::Ir:
      return ir::print(s.sequential.program);
    case Emit::Smt2:
    case Emit::Cnf:
      break;
  }
  return formula_text(s, emit == Emit::Smt2);
}

}  // namespace overtake::analysis
