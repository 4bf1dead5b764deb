// overtake check: every execution of a program, or the first that fails.
#include <fmt/format.h>

#include <filesystem>

#include "cli/commands.h"
#include "cli/long_run.h"
#include "cli/machines.h"

namespace overtake::cli {
namespace {

// prog.tso.schedule in the current folder, unless another file was chosen, or none.
std::string schedule_file(const Settings& s) {
  if (s.schedule_file == "none") return {};
  if (!s.schedule_file.empty()) return s.schedule_file;
  const std::string stem = std::filesystem::path(s.files.front()).stem().string();
  if (!s.several.empty()) return stem + ".schedule";
  return fmt::format("{}.{}.schedule", stem, name(s.memory_model().base));
}

LongRun how(const Settings& s, const scale::Transport* transport) {
  LongRun run = limits_of(s);
  run.distributed = transport != nullptr;
  run.silent = transport != nullptr && transport->rank() != 0;
  if (s.checkpoint_file.empty()) return run;
  // A checkpoint takes time and memory to write.
  run.grace = std::chrono::seconds{30};
  if (run.memory) run.memory = *run.memory / 3 * 2;
  return run;
}

}  // namespace

int check_command(const Settings& s) {
  scale::Transport* transport = other_machines();
  analysis::CheckOptions options{.program = s.program(),
                                 .equivalence = s.equivalence,
                                 .rvf = s.rvf,
                                 .hunt_for = s.hunt_for,
                                 .seed = s.seed.value_or(1),
                                 .symmetry = s.symmetry == Switch::On,
                                 .races = s.races,
                                 .all_errors = s.all_errors,
                                 .accept_bounds = s.accept_bounds,
                                 .ignored = s.ignored,
                                 .preemption_bound = s.preemption_bound,
                                 .max_executions = s.max_executions,
                                 .jobs = s.jobs,
                                 .verify = s.verify,
                                 .statistics = s.stats,
                                 .full = s.full,
                                 .show_output = s.show_output,
                                 .schedule_file = schedule_file(s),
                                 .checkpoint_file = s.checkpoint_file,
                                 .checkpoint_every = s.checkpoint_every,
                                 .resume_file = s.resume_file,
                                 .instances_folder = s.instances_folder,
                                 .transport = transport};
  if (s.timeout) options.deepen_for = {};  // until then
  return long_run(s, how(s, transport), [&](const analysis::Control& control) -> report::Document {
    if (!s.several.empty()) return analysis::check_models(options, s.several, control);
    return analysis::check(options, control);
  });
}

}  // namespace overtake::cli
