#include "bmc/bmc.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/error.h"
#include "bmc/cnf.h"
#include "bmc/counterexample.h"
#include "bmc/solver.h"
#include "bmc/symbolic.h"
#include "ir/errors.h"
#include "memory/replay.h"
#include "seq/unfold.h"

namespace overtake::bmc {

namespace {

constexpr std::uint32_t kMostTimestamps = 250;  // they are kept in bytes

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<std::uint32_t> choices_of(const SymbolicRun& run, const BitVectors& bits,
                                      const std::vector<char>& values) {
  std::vector<std::uint32_t> out;
  const auto number = [&](Bits b) {
    std::uint64_t v = 0;
    const std::span<const Lit> lits = bits.bits(b);
    for (std::size_t k = 0; k < lits.size(); ++k)
      if (holds(values, lits[k])) v |= std::uint64_t{1} << k;
    return v;
  };
  for (const Choice& c : run.choices)
    if (holds(values, c.guard) && number(c.count) > 1)
      out.push_back(static_cast<std::uint32_t>(number(c.value)));
  return out;
}

class Checker {
 public:
  Checker(const ir::Program& program, const BmcOptions& options)
      : program_(program), options_(options), solvers_(options.jobs) {}

  BmcResult run() {
    const auto start = std::chrono::steady_clock::now();
    Sequentialized s = sequentialize(program_, options_);
    const seq::SequentialProgram& sequential = s.sequential;
    result_.used = s.used;
    result_.sufficient = sequential.sufficient;
    result_.loops_cut = s.bounded.cut;
    result_.rounds_short = s.used.rounds < sequential.sufficient.rounds;
    if (options_.model != Model::SC) {
      result_.clock_short = s.used.max_clock < sequential.sufficient.max_clock;
      result_.queue_short = s.used.queue < sequential.sufficient.queue;
    }
    BmcStatistics& stats = result_.statistics;
    stats.threads = static_cast<std::uint32_t>(s.bounded.instances.size());
    stats.visible_operations = sequential.visible_operations;
    stats.buffered_cells = sequential.buffered_cells;

    Formula formula;
    SymbolicExecutor executor(
        sequential.program, formula,
        {.int_bits = options_.int_bits,
         .first_own_global = static_cast<std::uint32_t>(s.bounded.program.globals.size()),
         .flag = s.bounded.cut ? sequential.exceeded : ir::GlobalId::none(),
         .stop = options_.stop});
    const SymbolicRun run = executor.run();
    result_.width_reduced = run.reduced;
    stats.gates = formula.size();
    if (!run.finished) return std::move(result_);
    stats.encode_seconds = seconds_since(start);
    if (options_.encoded) solvers_ = options_.encoded(result_);
    const Solution solution = solve_for(formula, run, run.failed);
    result_.finished = solution.answer != Answer::Stopped;
    if (solution.answer == Answer::Satisfiable)
      confirm(s, choices_of(run, executor.bits(), evaluate(formula, solution.inputs)));
    else if (result_.finished && result_.loops_cut)
      // No run has failed; does one want more than the bounds allow?
      result_.loops_cut = solve_for(formula, run, run.flag).answer != Answer::Unsatisfiable;
    return std::move(result_);
  }

 private:
  Solution solve_for(const Formula& formula, const SymbolicRun& run, Lit goal) {
    if (goal == kFalse) return {.answer = Answer::Unsatisfiable, .inputs = {}};
    BmcStatistics& stats = result_.statistics;
    const auto start = std::chrono::steady_clock::now();
    const Cnf cnf = make_cnf(formula, run.constraints, goal);
    if (goal == run.failed) {
      stats.variables = cnf.variables;
      stats.clauses = cnf.clauses;
    }
    Solution solution = solve(formula, cnf, solvers_, options_.stop);
    stats.solve_seconds += seconds_since(start);
    return solution;
  }

  void confirm(const Sequentialized& s, const std::vector<std::uint32_t>& choices) {
    const ToldRun told = run_sequentially(s.sequential, choices);
    if (!told.failed) {
      if (result_.width_reduced) {
        result_.unconfirmed = true;
        return;
      }
      throw InternalError("bmc: the sequential program does not fail with the solver's choices");
    }
    std::string why;
    result_.error = run_on_machine(program_, {options_.model}, s.bounded, s.sequential, told, why);
    if (!result_.error) {
      if (told.error.kind == ir::ErrorKind::InvalidPointer && !result_.width_reduced)
        throw InputError(seq::place(s.sequential.program, told.error.source) +
                         ": the address of this access is not a multiple of its size, or is made "
                         "in a way that is not followed here; 'overtake check' can do that");
      if (!result_.width_reduced)
        throw InternalError(fmt::format("bmc: a counterexample ({} at {}) does not replay: {}",
                                        ir::name(told.error.kind),
                                        seq::place(s.sequential.program, told.error.source), why));
      result_.unconfirmed = true;
      return;
    }
    // The judge: no counterexample leaves unreplayed.
    const exec::Executor executor(program_);
    const memory::Replay replay =
        memory::replay(executor, {options_.model}, result_.error->schedule, result_.error->names);
    if (!replay.valid || !replay.error || replay.error->kind != result_.error->error.kind)
      throw InternalError("bmc: a counterexample does not replay: " + replay.invalid_reason);
  }

  const ir::Program& program_;
  const BmcOptions& options_;
  std::uint32_t solvers_;
  BmcResult result_;
};

}  // namespace

Sequentialized sequentialize(const ir::Program& program, const BmcOptions& options) {
  Sequentialized s{.bounded = seq::bound(program, {.unroll = options.unroll}),
                   .sequential = {},
                   .used = options};
  const auto make = [&] {
    const seq::SmaKind kind = options.model == Model::SC ? seq::SmaKind::Plain : options.sma;
    return seq::sequentialize(s.bounded, {.sma = {.model = options.model,
                                                  .kind = kind,
                                                  .max_clock = s.used.max_clock,
                                                  .queue = s.used.queue},
                                          .rounds = s.used.rounds});
  };
  BmcOptions& used = s.used;
  const bool guess = used.rounds == 0 || used.max_clock == 0 || used.queue == 0;
  const BmcOptions asked = used;
  used.rounds = std::max(used.rounds, 1u);
  used.max_clock = std::max(used.max_clock, 1u);
  used.queue = std::max(used.queue, 2u);
  s.sequential = make();
  if (!guess) return s;
  const seq::SufficientBounds enough = s.sequential.sufficient;
  if (asked.rounds == 0) used.rounds = enough.rounds;
  if (asked.max_clock == 0) used.max_clock = std::min(enough.max_clock, kMostTimestamps);
  if (asked.queue == 0) used.queue = std::min(enough.queue, kMostTimestamps);
  s.sequential = make();
  return s;
}

BmcResult check_bounded(const ir::Program& program, const BmcOptions& options) {
  return Checker(program, options).run();
}

}  // namespace overtake::bmc
