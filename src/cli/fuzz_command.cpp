#include "cli/fuzz_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/model.h"
#include "cli/exit_codes.h"
#include "cli/machines.h"
#include "cli/terminal.h"
#include "cli/values.h"
#include "cli/watchdog.h"
#include "fuzz/crew_properties.h"
#include "fuzz/harness.h"
#include "fuzz/properties.h"
#include "fuzz/to_c.h"
#include "fuzz/to_cpp.h"
#include "fuzz/to_ir.h"
#include "ir/print.h"

namespace overtake::cli {
namespace {

constexpr const char* kHelp =
    "Usage: overtake fuzz [options]\n"
    "Check overtake itself with random programs.\n"
    "  --seconds N      stop after so long (default 60 unless --count is given)\n"
    "  --count N        stop after so many programs\n"
    "  --seed N         the first program (default: another one every time)\n"
    "  --profile NAME   core, orders, sync, atomic, heap, mixed, tree, loops, waits or\n"
    "                   calls; default: those that the property is for\n"
    "  --property NAME  only this one: naive, loops, classes, rf, c, ...; a wrong name\n"
    "                   shows all of them (see src/fuzz/README.md)\n"
    "  --model NAME     only this one: sc, tso or pso\n"
    "  --print FORM     only show the program of --seed, as ir, c or cpp\n"
    "  --style N        ... as C or C++ in another style\n"
    "  --json           the result as JSON\n"
    "A program that shows a fault is made as small as possible and printed.\n"
    "Example: overtake fuzz --seconds 600\n"
    "Example: overtake fuzz --property naive --seed 4711 --count 1\n"
    "Example: overtake fuzz --seed 4711 --print c\n"
    "Example: mpirun -n 2 overtake fuzz --seed 0 --count 500\n";

// Programs that a property sees before the next property's turn comes, and how long it may take.
constexpr std::uint64_t kRound = 50;
constexpr std::chrono::milliseconds kTurn{5'000};

struct Arguments {
  std::optional<std::uint64_t> seed;
  std::uint64_t count = 0;
  std::chrono::milliseconds time{0};
  std::optional<fuzz::Profile> profile;
  std::string property;
  std::optional<Model> model;
  std::string print;
  std::optional<std::uint64_t> style;
  bool json = false;
  bool help = false;
};

Arguments parse(std::span<const std::string> words) {
  Arguments a;
  std::string seed, count, time, profile, model, style;
  CLI::App app;
  app.set_help_flag();
  app.add_flag("-h,--help", a.help);
  app.add_flag("--json", a.json);
  app.add_option("--seed", seed);
  app.add_option("--count", count);
  app.add_option("--seconds,--time", time);
  app.add_option("--profile", profile);
  app.add_option("--property", a.property);
  app.add_option("--model", model);
  app.add_option("--print", a.print);
  app.add_option("--style", style);
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    if (!a.help) throw UsageError(error.what());
  }
  if (!seed.empty()) a.seed = parse_number(seed);
  if (!count.empty()) a.count = parse_number(count);
  if (!style.empty()) a.style = parse_number(style);
  if (!time.empty()) a.time = parse_duration(time);
  if (time.empty() && count.empty()) a.time = std::chrono::seconds(60);
  if (!profile.empty() && !(a.profile = fuzz::parse_profile(profile)))
    throw UsageError(fmt::format("--profile {}: no such profile", profile));
  if (!model.empty() && !(a.model = parse_model(model)))
    throw UsageError(fmt::format("--model {}: no such model; sc, tso or pso", model));
  if (!a.print.empty() && a.print != "ir" && a.print != "c" && a.print != "cpp")
    throw UsageError(fmt::format("--print {}: ir, c or cpp", a.print));
  if (!a.print.empty() && !a.seed) throw UsageError("--print needs a --seed");
  return a;
}

std::vector<fuzz::Property> chosen_properties(const Arguments& a, scale::Transport* transport) {
  std::vector<fuzz::MachineName> machines;
  for (const fuzz::MachineName m : fuzz::kMachines)
    if (!a.model || m.model == *a.model) machines.push_back(m);
  if (transport != nullptr) {
    if (!a.property.empty() && a.property != "mpi")
      throw UsageError("started by mpirun, fuzz checks --property mpi, and no other");
    if (!a.seed || a.count == 0)
      throw UsageError(
          "started by mpirun, fuzz needs --seed and --count: all check the same programs");
    return {fuzz::mpi_property(machines, *transport)};
  }
  if (a.property == "mpi")
    throw UsageError(
        "--property mpi is for runs that mpirun starts: mpirun -n 2 overtake fuzz ...");
  std::vector<fuzz::Property> all = fuzz::all_properties(machines);
  if (a.property.empty()) return all;
  std::vector<std::string> names;
  for (fuzz::Property& p : all) {
    if (p.name == a.property) return {std::move(p)};
    names.push_back(p.name);
  }
  throw UsageError(fmt::format("--property {}: no such property; there are {}", a.property,
                               fmt::join(names, ", ")));
}

std::string printed(const Arguments& a) {
  std::vector<fuzz::Profile> profiles;
  if (!a.property.empty()) profiles = chosen_properties(a, nullptr).front().profiles;
  const fuzz::Sketch sketch = fuzz::sketch_of(*a.seed, a.profile, profiles);
  if (a.print == "c")
    return fuzz::to_c(sketch, a.style ? fuzz::random_style(*a.style, sketch) : fuzz::Style{});
  if (a.print == "cpp") return fuzz::to_cpp(sketch);
  return ir::print(fuzz::to_ir(sketch));
}

struct Run {
  std::uint64_t first_seed = 0;
  std::uint64_t programs = 0;
  std::uint64_t checks = 0;
  std::uint64_t passed_over = 0;
  std::optional<fuzz::Failure> failure;
};

Run run_all(const Arguments& a, const std::vector<fuzz::Property>& properties,
            const std::atomic<bool>& stop) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  Run run;
  // A thousand seeds for every millisecond since 1970: nobody has seen them before.
  run.first_seed =
      a.seed.value_or(static_cast<std::uint64_t>(
                          std::chrono::duration_cast<std::chrono::milliseconds>(now).count()) *
                      1000);
  Progress progress;
  std::vector<std::uint64_t> seen(properties.size(), 0);  // programs of each property
  for (bool more = true; more && !stop;) {
    more = false;
    for (std::size_t i = 0; i < properties.size() && !stop; ++i) {
      const std::uint64_t count = a.count == 0 ? kRound : std::min(kRound, a.count - seen[i]);
      if (count == 0) continue;
      fuzz::FuzzResult result =
          fuzz::fuzz(properties[i], {.first_seed = run.first_seed + seen[i],
                                     .count = count,
                                     .profile = a.profile,
                                     .time_limit = a.count == 0 ? kTurn : kTurn.zero(),
                                     .stop = &stop});
      seen[i] += result.programs + result.passed_over;
      run.programs = std::max(run.programs, seen[i]);
      run.checks += result.programs;
      run.passed_over += result.passed_over;
      run.failure = std::move(result.failure);
      if (run.failure) return run;
      progress.show(fmt::format("{} programs, {}", run.programs, properties[i].name));
      more = true;
    }
  }
  return run;
}

std::string to_text(const Run& run) {
  if (run.failure) return fuzz::report(*run.failure);
  return fmt::format(
      "{} random programs from seed {} on, {} checks, {} passed over: no difference\n",
      run.programs, run.first_seed, run.checks, run.passed_over);
}

std::string to_json(const Run& run, double seconds) {
  nlohmann::ordered_json json{{"command", "fuzz"},
                              {"verdict", run.failure ? "error" : "safe"},
                              {"first_seed", run.first_seed},
                              {"programs", run.programs},
                              {"checks", run.checks},
                              {"passed_over", run.passed_over},
                              {"failure", nullptr},
                              {"seconds", seconds}};
  if (run.failure)
    json["failure"] = {{"property", run.failure->property},
                       {"seed", run.failure->seed},
                       {"difference", run.failure->difference},
                       {"cpp", fuzz::to_cpp(run.failure->shrunk)},
                       {"c", fuzz::to_c(run.failure->shrunk)}};
  return json.dump(2) + "\n";
}

}  // namespace

int fuzz_command(std::span<const std::string> arguments) {
  const Arguments a = parse(arguments);
  if (a.help) {
    write_stdout(kHelp);
    return to_int(ExitCode::NoError);
  }
  if (!a.print.empty()) {
    write_stdout(printed(a));
    return to_int(ExitCode::NoError);
  }
  scale::Transport* transport = other_machines();
  const std::vector<fuzz::Property> properties = chosen_properties(a, transport);
  const auto start = std::chrono::steady_clock::now();
  WatchdogLimits limits;
  if (a.time.count() > 0) limits.timeout = a.time;
  // A program takes milliseconds, but shrinking one may take a while: let it.
  limits.grace = std::chrono::minutes(10);
  const Watchdog watchdog(limits, [](StopReason) { _exit(to_int(ExitCode::Inconclusive)); });
  const Run run = run_all(a, properties, watchdog.stop());
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (transport != nullptr && transport->rank() != 0) return to_int(ExitCode::NoError);
  write_stdout(a.json ? to_json(run, seconds) : to_text(run));
  return to_int(run.failure ? ExitCode::ErrorFound : ExitCode::NoError);
}

}  // namespace overtake::cli
