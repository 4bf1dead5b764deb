// overtake fuzz: random programs against overtake itself, or one of them printed.
#include <algorithm>
#include <chrono>

#include "analysis/frame.h"
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/long_run.h"
#include "cli/machines.h"
#include "cli/terminal.h"
#include "cli/values.h"
#include "fuzz/harness.h"
#include "fuzz/properties.h"
#include "fuzz/sharing_properties.h"
#include "fuzz/style.h"
#include "fuzz/to_c.h"
#include "fuzz/to_cpp.h"
#include "fuzz/to_ir.h"
#include "ir/print.h"

namespace overtake::cli {
namespace {

// Programs that a property sees before the next property's turn comes, and how long it may take.
constexpr std::uint64_t kRound = 50;
constexpr std::chrono::milliseconds kTurn{5'000};

std::vector<fuzz::Property> chosen_properties(const Settings& s, scale::Transport* transport) {
  std::vector<fuzz::MachineName> machines;
  for (const fuzz::MachineName m : fuzz::kMachines)
    if (!s.model || m == *s.model) machines.push_back(m);
  if (transport != nullptr) {
    if (!s.property.empty() && s.property != "mpi")
      throw UsageError("started by mpirun, fuzz checks --property mpi, and no other");
    if (!s.seed || s.count == 0)
      throw UsageError(
          "started by mpirun, fuzz needs --seed and --count: all check the same programs");
    return {fuzz::mpi_property(machines, *transport)};
  }
  if (s.property == "mpi")
    throw UsageError(
        "--property mpi is for runs that mpirun starts: mpirun -n 2 overtake fuzz ...");
  std::vector<fuzz::Property> all = fuzz::all_properties(machines);
  if (!s.property.empty())
    std::erase_if(all, [&](const fuzz::Property& p) { return p.name != s.property; });
  return all;
}

std::string printed(const Settings& s) {
  if (!s.seed) throw UsageError("--print needs a --seed");
  std::vector<fuzz::Profile> profiles;
  if (!s.property.empty()) profiles = chosen_properties(s, nullptr).front().profiles;
  const fuzz::Sketch sketch = fuzz::sketch_of(*s.seed, s.profile, profiles);
  switch (*s.print) {
    case PrintForm::C:
      return fuzz::to_c(sketch, s.variant ? fuzz::random_style(*s.variant, sketch) : fuzz::Style{});
    case PrintForm::Cpp:
      return fuzz::to_cpp(sketch);
    case PrintForm::Ir:
      break;
  }
  return ir::print(fuzz::to_ir(sketch));
}

// A thousand seeds for every millisecond since 1970: they are new.
std::uint64_t new_seed() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
             std::chrono::duration_cast<std::chrono::milliseconds>(now).count()) *
         1000;
}

// A program that is no sketch is part of the difference.
report::FuzzFailure failure_of(const fuzz::Failure& f) {
  return {.property = f.property,
          .seed = f.seed,
          .difference = f.difference,
          .cpp = f.by_seed ? "" : fuzz::to_cpp(f.shrunk),
          .c = f.by_seed ? "" : fuzz::to_c(f.shrunk),
          .text = fuzz::report(f)};
}

report::FuzzDocument run_all(const Settings& s, const std::vector<fuzz::Property>& properties,
                             const analysis::Control& control) {
  const analysis::Clock clock;
  report::FuzzDocument d{.first_seed = s.seed.value_or(new_seed())};
  std::vector<std::uint64_t> seen(properties.size(), 0);  // programs of each property
  for (bool more = true; more && !control.stopped() && !d.failure;) {
    more = false;
    for (std::size_t i = 0; i < properties.size() && !control.stopped() && !d.failure; ++i) {
      const std::uint64_t count = s.count == 0 ? kRound : std::min(kRound, s.count - seen[i]);
      if (count == 0) continue;
      more = true;
      d.seconds = clock.seconds();
      d.current = properties[i].name;
      control.tell(d);
      const fuzz::FuzzResult result =
          fuzz::fuzz(properties[i], {.first_seed = d.first_seed + seen[i],
                                     .count = count,
                                     .profile = s.profile,
                                     .time_limit = s.count == 0 ? kTurn : kTurn.zero(),
                                     .stop = control.stop});
      seen[i] += result.programs + result.passed_over;
      d.programs = std::max(d.programs, seen[i]);
      d.checks += result.programs;
      d.passed_over += result.passed_over;
      if (result.failure) d.failure = failure_of(*result.failure);
    }
  }
  d.verdict = d.failure ? report::Verdict::Error : report::Verdict::Safe;
  d.seconds = clock.seconds();
  return d;
}

}  // namespace

int fuzz_command(const Settings& s) {
  if (s.print) {
    write_stdout(printed(s));
    return to_int(ExitCode::NoError);
  }
  scale::Transport* transport = other_machines();
  const std::vector<fuzz::Property> properties = chosen_properties(s, transport);
  LongRun run;
  run.timeout = s.seconds;
  if (!s.seconds && s.count == 0) run.timeout = std::chrono::seconds(60);
  if (run.timeout && run.timeout->count() == 0) run.timeout.reset();
  // A program takes milliseconds, but shrinking one may take a while.
  run.grace = std::chrono::minutes(10);
  run.distributed = transport != nullptr;
  run.silent = transport != nullptr && transport->rank() != 0;
  return long_run(
      s, run, [&](const analysis::Control& control) { return run_all(s, properties, control); });
}

}  // namespace overtake::cli
