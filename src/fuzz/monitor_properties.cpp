#include "fuzz/monitor_properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/error.h"
#include "fuzz/naive.h"
#include "fuzz/to_ir.h"
#include "memory/happens_before.h"
#include "memory/lower.h"
#include "monitor/check.h"
#include "monitor/interleavings.h"
#include "smc/exhaustive.h"
#include "smc/rf_explorer.h"
#include "smc/trace_classes.h"

namespace overtake::fuzz {
namespace {

using Verdict = std::optional<std::string>;
using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;  // lines

constexpr std::size_t kMaxTraceStates = 500'000;

NaiveResult naive_traces(const Sketch& sketch, MachineName m) {
  NaiveResult result =
      naive_outcomes(sketch, {.model = m, .max_states = kMaxTraceStates, .traces = true});
  if (!result.finished) throw PassedOver{};
  return result;
}

// Whether all traces of the weak machine are traces of SC, from the definitions and by a machine
// that shares nothing with the one that is judged (naive_trace.cpp): none has a cycle, and all of
// them are among those of SC. The two say the same (Shasha and Snir), or the judge is wrong.
class TraceJudge {
 public:
  explicit TraceJudge(const Sketch& sketch)
      : sketch_(sketch), strong_(naive_traces(sketch, {Model::SC, PsoRmw::All})) {}

  bool only_sc(MachineName m) const {
    const NaiveResult weak = naive_traces(sketch_, m);
    const bool included = std::ranges::includes(strong_.traces, weak.traces);
    if (included != weak.all_traces_are_sc || !strong_.all_traces_are_sc)
      throw InternalError("the judge of traces contradicts itself");
    return included;
  }

 private:
  const Sketch& sketch_;
  NaiveResult strong_;
};

Pairs pairs(const ir::Program& program, const monitor::MonitorResult& result) {
  Pairs out;
  const auto line = [&](const memory::Record& r) {
    return r.op.source.valid() ? program.sources[r.op.source.index()].line : 0;
  };
  for (const monitor::Violation& v : result.violations)
    out.emplace(line(v.replay.records[v.delayed]), line(v.replay.records[v.overtaking]));
  return out;
}

std::string text(const Pairs& pairs) {
  std::string out;
  for (const auto& [delayed, overtaking] : pairs) out += fmt::format(" {}-{}", delayed, overtaking);
  return out.empty() ? " none" : out;
}

// The reads-from classes under a model, of a program lowered for maybe another one; nothing if the
// exploration hands the program over.
std::optional<std::set<smc::ClassName>> rf_classes(const ir::Program& program, MachineName m) {
  const exec::Executor executor(program);
  std::set<smc::ClassName> classes;
  smc::CheckResult result;
  const smc::CheckOptions options{.model = m, .all_errors = true};
  smc::RfExplorer explorer(executor, options, result);
  explorer.on_class = [&](const smc::ClassName& c) { classes.insert(c); };
  try {
    explorer.explore();
  } catch (const smc::NeedsExhaustive&) {
    return std::nullopt;
  }
  return classes;
}

Verdict check_robust(const Sketch& sketch, const TraceJudge& judge, MachineName m) {
  const ir::Program program = memory::lower_orders(to_ir(sketch), m);
  const monitor::MonitorResult result = monitor::check(program, {.model = m});
  const bool sc = judge.only_sc(m);
  const bool wrong = result.violations.empty() ? result.complete && !sc : sc;
  if (result.violations.empty() && result.complete) {
    const auto weak = rf_classes(program, m);
    const auto strong = rf_classes(program, {Model::SC, m.pso_rmw});
    if (weak && strong && *weak != *strong)
      return fmt::format("  under {}: robust, but it has reads-from classes that SC has not\n",
                         to_string(m));
  }
  if (!wrong) return std::nullopt;
  return fmt::format("  under {}: {}, but the traces of the machine are {}SC\n", to_string(m),
                     result.violations.empty() ? "robust" : "not robust", sc ? "" : "not all ");
}

// The last statement of the longest thread goes.
Sketch cut(Sketch sketch) {
  const auto length = [](const Block& thread) {
    std::size_t statements = 0;
    visit(thread, [&](const Statement&) { ++statements; });
    return statements;
  };
  Block& longest = *std::ranges::max_element(sketch.threads, {}, length);
  Statement& last = longest.back();
  if (!last.otherwise.empty())
    last.otherwise.pop_back();
  else if (!last.body.empty())
    last.body.pop_back();
  else
    longest.pop_back();
  return normalized(std::move(sketch));
}

bool has_more_interleavings(const Sketch& sketch, std::uint64_t max) {
  const ir::Program program = memory::lower_orders(to_ir(sketch), Model::TSO);
  const exec::Executor executor(program, {.spin_repeats = monitor::kSpinRepeats});
  std::uint64_t count = 0;
  monitor::interleavings(executor, {},
                         [&](const monitor::Interleaving&) { return ++count <= max; });
  return count > max;
}

Verdict check_interleavings(const Sketch& sketch, const TraceJudge& judge, MachineName m) {
  const ir::Program program = memory::lower_orders(to_ir(sketch), m);
  monitor::CheckOptions options{.model = m};
  const monitor::MonitorResult classes = monitor::check(program, options);
  if (!classes.complete) return std::nullopt;  // accesses after the end of a life
  const Pairs by_classes = pairs(program, classes);
  options.method = monitor::Method::Interleavings;
  const monitor::MonitorResult result = monitor::check(program, options);
  const Pairs by_interleavings = pairs(program, result);
  if (by_classes != by_interleavings)
    return fmt::format("  under {}: over interleavings{}, over classes{}\n", to_string(m),
                       text(by_interleavings), text(by_classes));
  const bool sc = judge.only_sc(m);
  if (by_interleavings.empty() == sc) return std::nullopt;
  return fmt::format("  under {}: over interleavings{}, but the traces of the machine are {}SC\n",
                     to_string(m), text(by_interleavings), sc ? "" : "not all ");
}

struct Traces {
  std::multiset<smc::ClassName> names;
  memory::ThreadNames threads;  // that were met
  bool lifetime_error = false;  // classes of such programs are not enumerated
};

void note_errors(Traces& traces, ir::ErrorKind kind) {
  traces.lifetime_error = traces.lifetime_error || smc::is_lifetime_error(kind);
}

// `threads`: those that what is judged has met.
Traces oracle_traces(const exec::Executor& executor, MachineName m,
                     const memory::ThreadNames& threads) {
  Traces out;
  const smc::ExhaustiveOptions options{.machine = {m}, .traces = true, .names = threads};
  smc::exhaustive(executor, options, [&](const smc::FinalRun& run) {
    if (run.first && !run.machine.cut_short()) out.names.insert(run.name);
    for (std::size_t i = 0; i < run.machine.thread_count(); ++i)
      if (run.machine.exists(ThreadId{i}) &&
          run.machine.thread(ThreadId{i}).status() == exec::Status::Failed)
        note_errors(out, run.machine.thread(ThreadId{i}).error().kind);
    return true;
  });
  return out;
}

// Nothing if the exploration hands the program over to the exhaustive search.
std::optional<Traces> explored_traces(const exec::Executor& executor, MachineName m) {
  Traces out;
  smc::CheckResult result;
  const smc::CheckOptions options{.model = m, .all_errors = true};
  smc::RfExplorer explorer(executor, options, result);
  smc::StoreOrders orders;
  orders.overlap = [&](LocationId a, LocationId b) { return explorer.execution().overlap(a, b); };
  Execution execution;
  explorer.on_execution = [&]() -> std::uint64_t {
    if (explorer.execution().lifetimes_race()) return 1;
    explorer.execution().describe(execution);
    orders.enumerate(execution, m.base, explorer.execution().witness(), [&](const Witness& run) {
      if (!explorer.execution().is_maximal(run)) return true;
      out.names.insert(explorer.execution().trace_name(run));
      if (!memory::replay(executor, {m}, explorer.execution().schedule_for(run),
                          explorer.execution().names())
               .valid)
        throw InternalError("the run of a trace class does not replay");
      return true;
    });
    return 1;
  };
  try {
    explorer.explore();
  } catch (const smc::NeedsExhaustive&) {
    return std::nullopt;
  }
  out.threads = explorer.names();
  return out;
}

Verdict check_trace_classes(const Sketch& sketch, MachineName m) {
  const ir::Program program = memory::lower_orders(to_ir(sketch), m);
  const exec::Executor executor(program);
  const std::optional<Traces> found = explored_traces(executor, m);
  if (!found) return std::nullopt;
  const Traces all = oracle_traces(executor, m, found->threads);
  if (all.lifetime_error) return std::nullopt;
  // The oracle uses the same names for traces; how many there are the naive machine knows, too.
  if (const std::size_t count = naive_traces(sketch, m).traces.size(); count != all.names.size())
    return fmt::format("  under {}: {} traces, but the naive machine has {}\n", to_string(m),
                       all.names.size(), count);
  if (found->names == all.names) return std::nullopt;
  const std::set<smc::ClassName> distinct(found->names.begin(), found->names.end());
  const auto missing = std::ranges::count_if(
      all.names, [&](const smc::ClassName& n) { return !distinct.contains(n); });
  return fmt::format("  under {}: {} trace classes, {} of them twice; there are {}, {} missing\n",
                     to_string(m), found->names.size(), found->names.size() - distinct.size(),
                     all.names.size(), missing);
}

}  // namespace

std::vector<Property> monitor_properties(std::vector<MachineName> machines,
                                         std::uint64_t max_interleavings) {
  const std::vector<MachineName> all_machines = machines;
  std::erase_if(machines, [](MachineName m) { return m == Model::SC; });
  const auto each = [machines](auto check) {
    return [machines, check](const Sketch& sketch) -> Verdict {
      const TraceJudge judge(sketch);
      for (const MachineName m : machines)
        if (Verdict v = check(sketch, judge, m)) return v;
      return std::nullopt;
    };
  };
  const auto traces = [all_machines](const Sketch& sketch) -> Verdict {
    for (const MachineName m : all_machines)
      if (Verdict v = check_trace_classes(sketch, m)) return v;
    return std::nullopt;
  };
  return {{"traces", "exploration up to traces visits those of the exhaustive search, each once",
           everything, traces},
          {"robust", "the monitors find a violation iff the machine has a trace that is not SC",
           everything, each(check_robust)},
          {"interleavings",
           "over all interleavings the monitors find a violation iff the machine has a trace that "
           "is not SC, and the same pairs as over trace classes",
           everything, [each, max_interleavings](Sketch sketch) -> Verdict {
             // One of eight is left big.
             const std::uint64_t max =
                 statement_count(sketch) % 8 == 0 ? 20 * max_interleavings : max_interleavings;
             // Threads that do nothing have many interleavings as well.
             while (statement_count(sketch) > 0 && has_more_interleavings(sketch, max))
               sketch = cut(std::move(sketch));
             return each(check_interleavings)(sketch);
           }}};
}

}  // namespace overtake::fuzz
