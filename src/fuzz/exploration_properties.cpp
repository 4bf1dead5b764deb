#include "fuzz/exploration_properties.h"

#include <fmt/format.h>

#include <set>

#include "fuzz/to_ir.h"
#include "ir/errors.h"
#include "memory/lower.h"
#include "smc/exhaustive.h"
#include "smc/rf_explorer.h"

namespace overtake::fuzz {

namespace {

using smc::ClassName;
using Verdict = std::optional<std::string>;

struct Explored {
  std::multiset<ClassName> classes;
  std::set<ir::ErrorKind> errors;
};

// An access that may come after the free of its object is an error whatever else happens; the
// classes of such programs are not enumerated.
bool is_lifetime_error(ir::ErrorKind kind) {
  return kind == ir::ErrorKind::UseAfterFree || kind == ir::ErrorKind::DoubleFree ||
         kind == ir::ErrorKind::DeadStackObject;
}

Explored oracle(const exec::Executor& executor, MachineName m) {
  Explored out;
  const smc::ExhaustiveOptions options{.machine = {.model = m.model, .pso_rmw = m.pso_rmw}};
  smc::exhaustive(executor, options, [&](const smc::FinalRun& run) {
    if (run.first) out.classes.insert(run.name);
    for (std::size_t i = 0; i < run.machine.thread_count(); ++i) {
      const ThreadId t{i};
      if (run.machine.exists(t) && run.machine.thread(t).status() == exec::Status::Failed)
        out.errors.insert(run.machine.thread(t).error().kind);
    }
    if (run.ending == memory::Ending::Deadlock) out.errors.insert(ir::ErrorKind::Deadlock);
    if (run.ending == memory::Ending::Hang) out.errors.insert(ir::ErrorKind::Hang);
    return true;
  });
  return out;
}

// Nothing if the exploration hands the program over to the exhaustive search.
std::optional<Explored> explored(const exec::Executor& executor, MachineName m) {
  Explored out;
  smc::CheckResult result;
  const smc::CheckOptions options{.model = m.model, .pso_rmw = m.pso_rmw, .all_errors = true};
  smc::RfExplorer explorer(executor, options, result);
  explorer.on_class = [&](const ClassName& c) { out.classes.insert(c); };
  try {
    explorer.explore();
  } catch (const smc::NeedsExhaustive&) {
    return std::nullopt;
  }
  for (const smc::FoundError& e : result.errors) out.errors.insert(e.error.kind);
  return out;
}

std::size_t missing(const std::multiset<ClassName>& from, const std::multiset<ClassName>& in) {
  std::size_t n = 0;
  for (const ClassName& c : from) n += in.count(c) == 0 ? 1 : 0;
  return n;
}

Verdict check_rf(const Sketch& sketch, MachineName m) {
  const ir::Program program = memory::lower_orders(to_ir(sketch), m.model, m.pso_rmw);
  const exec::Executor executor(program);
  const std::optional<Explored> rf = explored(executor, m);
  if (!rf) return std::nullopt;
  const Explored all = oracle(executor, m);
  for (const ir::ErrorKind kind : all.errors)
    if (is_lifetime_error(kind)) {
      for (const ir::ErrorKind found : rf->errors)
        if (is_lifetime_error(found)) return std::nullopt;
      return fmt::format("under {}: {} is missed", to_string(m), ir::name(kind));
    }
  if (rf->classes != all.classes) {
    const std::set<ClassName> distinct(rf->classes.begin(), rf->classes.end());
    return fmt::format("under {}: {} classes, {} of them twice; {} missing, {} not there",
                       to_string(m), rf->classes.size(), rf->classes.size() - distinct.size(),
                       missing(all.classes, rf->classes), missing(rf->classes, all.classes));
  }
  for (const ir::ErrorKind kind : all.errors)
    if (!rf->errors.contains(kind))
      return fmt::format("under {}: {} is missed", to_string(m), ir::name(kind));
  for (const ir::ErrorKind kind : rf->errors)
    if (!all.errors.contains(kind))
      return fmt::format("under {}: {} does not exist", to_string(m), ir::name(kind));
  return std::nullopt;
}

}  // namespace

std::vector<Property> exploration_properties(std::vector<MachineName> machines) {
  return {{"rf", "RF exploration visits the classes of the exhaustive search, each once",
           everything, [machines = std::move(machines)](const Sketch& sketch) -> Verdict {
             for (const MachineName m : machines)
               if (Verdict v = check_rf(sketch, m)) return v;
             return std::nullopt;
           }}};
}

}  // namespace overtake::fuzz
