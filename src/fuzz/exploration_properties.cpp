#include "fuzz/exploration_properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "fuzz/to_ir.h"
#include "hunt/runner.h"
#include "ir/errors.h"
#include "memory/lower.h"
#include "memory/replay.h"
#include "smc/exhaustive.h"
#include "smc/rf_explorer.h"
#include "smc/rvf_explorer.h"
#include "smc/trace_questions.h"

namespace overtake::fuzz {

namespace {

using smc::ClassName;
using Verdict = std::optional<std::string>;

struct Found {
  std::multiset<ClassName> classes;
  std::set<ir::ErrorKind> errors;
  memory::ThreadNames names;  // of all threads met
};

// An access that may come after the free of its object is an error whatever else happens; the
// classes of such programs are not enumerated.
bool is_lifetime_error(ir::ErrorKind kind) {
  return kind == ir::ErrorKind::UseAfterFree || kind == ir::ErrorKind::DoubleFree ||
         kind == ir::ErrorKind::DeadStackObject;
}

void note_errors(const smc::FinalRun& run, std::set<ir::ErrorKind>& errors) {
  for (std::size_t i = 0; i < run.machine.thread_count(); ++i) {
    const ThreadId t{i};
    if (run.machine.exists(t) && run.machine.thread(t).status() == exec::Status::Failed)
      errors.insert(run.machine.thread(t).error().kind);
  }
  if (run.ending == memory::Ending::Deadlock) errors.insert(ir::ErrorKind::Deadlock);
  if (run.ending == memory::Ending::Hang) errors.insert(ir::ErrorKind::Hang);
}

// An error of each kind that there is must be found, and no other; where lifetimes are broken, one
// that says so is enough.
Verdict compare_errors(const std::set<ir::ErrorKind>& all, const std::set<ir::ErrorKind>& found,
                       MachineName m) {
  for (const ir::ErrorKind kind : all) {
    if (!is_lifetime_error(kind)) continue;
    if (std::ranges::any_of(found, is_lifetime_error)) return std::nullopt;
    return fmt::format("under {}: {} is missed", to_string(m), ir::name(kind));
  }
  for (const ir::ErrorKind kind : all)
    if (!found.contains(kind))
      return fmt::format("under {}: {} is missed", to_string(m), ir::name(kind));
  for (const ir::ErrorKind kind : found)
    if (!all.contains(kind))
      return fmt::format("under {}: {} does not exist", to_string(m), ir::name(kind));
  return std::nullopt;
}

// `names`: of the threads that what is judged has met.
Found oracle(const exec::Executor& executor, MachineName m, const memory::ThreadNames& names) {
  Found out;
  const smc::ExhaustiveOptions options{.machine = {m}, .names = names};
  smc::exhaustive(executor, options, [&](const smc::FinalRun& run) {
    if (run.first && !run.machine.cut_short()) out.classes.insert(run.name);
    note_errors(run, out.errors);
    return true;
  });
  return out;
}

// False if the exploration hands the program over to the exhaustive search.
template <class Explorer>
bool explore_all(Explorer& explorer, const smc::CheckResult& result,
                 std::set<ir::ErrorKind>& errors) {
  try {
    explorer.explore();
  } catch (const smc::NeedsExhaustive&) {
    return false;
  }
  for (const smc::FoundError& e : result.errors) errors.insert(e.error.kind);
  return true;
}

// Nothing if the exploration hands the program over to the exhaustive search.
template <class Explorer, class... More>
std::optional<Found> explored(const exec::Executor& executor, MachineName m, More... more) {
  Found out;
  smc::CheckResult result;
  const smc::CheckOptions options{.model = m, .rvf = {.patience = 0}, .all_errors = true};
  Explorer explorer(executor, options, result, more...);
  explorer.on_class = [&](const ClassName& c) { out.classes.insert(c); };
  if (!explore_all(explorer, result, out.errors)) return std::nullopt;
  out.names = explorer.names();
  return out;
}

// For programs that are left to nothing else: to be passed over is a failure.
template <class Found>
const Found& demanded(const std::optional<Found>& found) {
  if (!found) throw InternalError("the exploration gave up");
  return *found;
}

std::size_t missing(const std::multiset<ClassName>& from, const std::multiset<ClassName>& in) {
  std::size_t n = 0;
  for (const ClassName& c : from) n += in.count(c) == 0 ? 1 : 0;
  return n;
}

// Classes and errors of an exploration by sources.
Verdict compare_classes(const exec::Executor& executor, MachineName m,
                        const std::optional<Found>& rf) {
  if (!rf) return std::nullopt;
  const Found all = oracle(executor, m, rf->names);
  Verdict errors = compare_errors(all.errors, rf->errors, m);
  if (std::ranges::any_of(all.errors, is_lifetime_error)) return errors;
  if (rf->classes != all.classes) {
    const std::set<ClassName> distinct(rf->classes.begin(), rf->classes.end());
    return fmt::format("under {}: {} classes, {} of them twice; {} missing, {} not there",
                       to_string(m), rf->classes.size(), rf->classes.size() - distinct.size(),
                       missing(all.classes, rf->classes), missing(rf->classes, all.classes));
  }
  return errors;
}

Verdict check_rf(const Sketch& sketch, MachineName m) {
  const ir::Program program = memory::lower_orders(to_ir(sketch), m);
  const exec::Executor executor(program);
  return compare_classes(executor, m, explored<smc::RfExplorer>(executor, m));
}

Verdict check_sources(const Sketch& sketch, MachineName m) {
  const ir::Program program = memory::lower_orders(to_ir(sketch), m);
  const exec::Executor executor(program);
  return compare_classes(executor, m,
                         explored<smc::RvfExplorer>(executor, m, smc::Groups::BySource));
}

// With care, whether the program needs it or not.
Verdict check_careful_sources(const Sketch& sketch, MachineName m) {
  const ir::Program program = memory::lower_orders(to_ir(sketch), m);
  const exec::Executor executor(program);
  return compare_classes(
      executor, m, demanded(explored<smc::RvfExplorer>(executor, m, smc::Groups::BySource, true)));
}

// What random runs meet exists.
Verdict check_hunt(const Sketch& sketch, MachineName m) {
  constexpr unsigned kRuns = 60;
  const ir::Program program = memory::lower_orders(to_ir(sketch), m);
  const exec::Executor executor(program);
  hunt::Runner runner(executor, m, {}, sketch.threads.size());
  std::vector<hunt::Runner::Run> runs;
  for (unsigned i = 0; i < kRuns; ++i) runs.push_back(runner.next());
  const Found all = oracle(executor, m, runs.back().machine.names());
  for (const hunt::Runner::Run& run : runs) {
    if (!memory::replay(executor, {m}, run.schedule, run.machine.names()).valid)
      return fmt::format("under {}: a random run does not replay", to_string(m));
    std::set<ir::ErrorKind> errors;
    const memory::Ending ending = run.failed ? memory::Ending::Complete : run.machine.ending();
    note_errors({run.machine, run.schedule, ending, {}, true}, errors);
    for (const ir::ErrorKind kind : errors)
      if (!all.errors.contains(kind))
        return fmt::format("under {}: {} does not exist", to_string(m), ir::name(kind));
    if (!run.failed && !run.machine.cut_short() && !all.classes.contains(run.class_name()))
      return fmt::format("under {}: a random run is of a class that does not exist", to_string(m));
  }
  return std::nullopt;
}

struct ByValues {
  std::set<ClassName> values;        // what all threads have seen
  std::multiset<ClassName> classes;  // RVF classes, of each execution
  std::set<ir::ErrorKind> errors;
  memory::ThreadNames names;  // of all threads met
};

void note_run(const exec::Executor& executor, MachineName m, const memory::Schedule& schedule,
              const memory::ThreadNames& names, ByValues& out) {
  const memory::Replay run = memory::replay(executor, {m}, schedule, names);
  if (!run.valid) throw InternalError("an execution does not replay: " + run.invalid_reason);
  out.values.insert(smc::value_class(run));
  out.classes.insert(smc::rvf_class(run));
}

ByValues oracle_by_values(const exec::Executor& executor, MachineName m,
                          const memory::ThreadNames& names) {
  ByValues out;
  const smc::ExhaustiveOptions options{.machine = {m}, .names = names};
  smc::exhaustive(executor, options, [&](const smc::FinalRun& run) {
    if (run.first && !run.machine.cut_short())
      note_run(executor, m, run.schedule, run.machine.names(), out);
    note_errors(run, out.errors);
    return true;
  });
  return out;
}

std::optional<ByValues> explored_by_values(const exec::Executor& executor, MachineName m,
                                           const smc::RvfOptions& rvf, bool careful = false) {
  ByValues out;
  smc::CheckResult result;
  const smc::CheckOptions options{.model = m, .rvf = rvf, .all_errors = true};
  smc::RvfExplorer explorer(executor, options, result, smc::Groups::ByValue, careful);
  explorer.on_execution = [&](const memory::Schedule& schedule, const memory::ThreadNames& names) {
    note_run(executor, m, schedule, names, out);
  };
  if (!explore_all(explorer, result, out.errors)) return std::nullopt;
  out.names = explorer.names();
  return out;
}

Verdict compare_values(const exec::Executor& executor, MachineName m,
                       const std::optional<ByValues>& rvf) {
  if (!rvf) return std::nullopt;
  const ByValues all = oracle_by_values(executor, m, rvf->names);
  if (Verdict v = compare_errors(all.errors, rvf->errors, m)) return v;
  if (std::ranges::any_of(all.errors, is_lifetime_error)) return std::nullopt;
  if (rvf->values != all.values)
    return fmt::format("under {}: {} of {} combinations of values", to_string(m),
                       rvf->values.size(), all.values.size());
  for (const ClassName& c : rvf->classes)
    if (rvf->classes.count(c) > 1)
      return fmt::format("under {}: an RVF class is visited {} times", to_string(m),
                         rvf->classes.count(c));
  return std::nullopt;
}

Verdict check_rvf(const Sketch& sketch, MachineName m) {
  const ir::Program program = memory::lower_orders(to_ir(sketch), m);
  const exec::Executor executor(program);
  return compare_values(executor, m, explored_by_values(executor, m, {.patience = 0}));
}

Verdict check_careful_values(const Sketch& sketch, MachineName m) {
  const ir::Program program = memory::lower_orders(to_ir(sketch), m);
  const exec::Executor executor(program);
  return compare_values(executor, m,
                        demanded(explored_by_values(executor, m, {.patience = 0}, true)));
}

}  // namespace

std::vector<Property> exploration_properties(std::vector<MachineName> machines) {
  const auto under_all = [&](Verdict (*check)(const Sketch&, MachineName)) {
    return [machines, check](const Sketch& sketch) -> Verdict {
      for (const MachineName m : machines)
        if (Verdict v = check(sketch, m)) return v;
      return std::nullopt;
    };
  };
  const std::vector<Profile> careful{Profile::Mixed,    Profile::Crowd,   Profile::Mixed,
                                     Profile::Sync,     Profile::Core,    Profile::Atomic,
                                     Profile::Heap,     Profile::Crowd,   Profile::Tree,
                                     Profile::Sections, Profile::Sections};
  return {
      {"rf", "RF exploration visits the classes of the exhaustive search, each once", everything,
       under_all(check_rf)},
      {"sources", "exploration by causal maps visits the reads-from classes, each once", everything,
       under_all(check_sources)},
      {"hunt", "what random runs of the machine meet exists", everything, under_all(check_hunt)},
      {"rvf", "RVF exploration finds all that threads can see, and no class twice", everything,
       under_all(check_rvf)},
      {"careful", "careful exploration by causal maps visits the reads-from classes, each once",
       everything, under_all(check_careful_sources), careful},
      {"careful-values", "... and by values finds all that threads can see, and no class twice",
       everything, under_all(check_careful_values), careful}};
}

}  // namespace overtake::fuzz
