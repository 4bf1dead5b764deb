#include "cli/check_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/deep_stack.h"
#include "base/error.h"
#include "cli/exit_codes.h"
#include "cli/instance_files.h"
#include "cli/judge.h"
#include "cli/machines.h"
#include "cli/prepare.h"
#include "cli/report_files.h"
#include "cli/schedule_file.h"
#include "cli/terminal.h"
#include "cli/watchdog.h"
#include "ir/errors.h"
#include "ir/print.h"
#include "report/check_report.h"
#include "report/document_text.h"
#include "scale/check.h"
#include "smc/checkpoint.h"

namespace overtake::cli {
namespace {

using report::CheckReport;
using report::Verdict;

class Check {
 public:
  explicit Check(const Settings& settings)
      : settings_(settings),
        key_(program_key(settings)),
        watchdog_(limits(settings), [this](StopReason) { report_overdue(); }) {}

  int run() {
    transport_ = other_machines();
    prepared_ = prepare(key_);
    smc::CheckResult result = explore(settings_.max_executions);
    if (transport_ != nullptr && transport_->rank() != 0) return to_int(ExitCode::NoError);
    if (is_endless(result)) result = explore_bounded(result.unfinished_reason);
    CheckReport report = make_report(result);
    write_schedules(report);
    const std::lock_guard lock(mutex_);  // never two reports
    const nlohmann::ordered_json document =
        report::to_json(report, prepared_.program, settings_.full);
    print(document);
    reported_ = exit_code(report.verdict);
    write_report_files(settings_, document);
    return *reported_;
  }

 private:
  // A checkpoint takes time and memory to write.
  static WatchdogLimits limits(const Settings& settings) {
    WatchdogLimits limits{.timeout = settings.timeout, .memory = settings.memory};
    // mpirun tells all to end when one has died, and leaves them a second.
    limits.terminate_at_once = std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr;
    if (settings.checkpoint_file.empty()) return limits;
    limits.grace = std::chrono::seconds{30};
    if (limits.memory) limits.memory = *limits.memory / 3 * 2;
    return limits;
  }

  // What a checkpoint belongs to.
  smc::CheckpointKey checkpoint_key() const {
    if (settings_.checkpoint_file.empty() && settings_.resume_file.empty()) return {};
    const bool divisible = settings_.equivalence == smc::Equivalence::Rf ||
                           settings_.equivalence == smc::Equivalence::Rvf ||
                           settings_.equivalence == smc::Equivalence::Auto;
    if (!divisible || settings_.preemption_bound)
      throw UsageError("checkpoints are for --equivalence rf, rvf and auto only");
    Hash128 hash;
    for (const char c : ir::print(prepared_.program)) hash.add(static_cast<unsigned char>(c));
    const smc::RvfOptions& rvf = settings_.rvf;
    std::string ignored;
    for (const ir::ErrorKind kind : settings_.ignored)
      ignored += fmt::format(", --ignore {}", ir::name(kind));
    return {
        .program = fmt::format("{:016x}{:016x}", hash.lo, hash.hi),
        .options = fmt::format(
            "version {}, --model {}, --pso-rmw {}, --equivalence {}, --unroll {}{}{}{}{}{}{}",
            OVERTAKE_VERSION, name(key_.model.base), name(key_.model.pso_rmw),
            smc::name(settings_.equivalence), key_.unroll,
            settings_.all_errors ? ", --all-errors" : "", settings_.races ? ", --check races" : "",
            rvf.backtrack_signals ? "" : ", --no-backtrack-signals",
            rvf.closure ? "" : ", --no-closure", rvf.guidance ? "" : ", --no-guidance", ignored)};
  }

  // An execution went on beyond what can be explored, so that nothing is known.
  bool is_endless(const smc::CheckResult& result) const {
    return !result.finished && !settings_.unroll && result.errors.empty() && result.races.empty() &&
           watchdog_.reason() == StopReason::None && result.unfinished_reason != "max-executions" &&
           result.unfinished_reason != "preemption-bound";
  }

  // With its loops bounded such a program may still show an error, and a first look is quick.
  smc::CheckResult explore_bounded(std::string why) {
    constexpr std::uint32_t kUnroll = 2;
    constexpr std::uint64_t kExecutions = 100'000;
    endless_because_ = std::move(why);
    key_.unroll = kUnroll;
    prepared_ = prepare(key_);
    return explore(settings_.max_executions != 0 ? settings_.max_executions : kExecutions);
  }

  smc::CheckResult explore(std::uint64_t max_executions) {
    Progress progress;
    smc::CheckOptions options{.model = key_.model,
                              .equivalence = settings_.equivalence,
                              .rvf = settings_.rvf,
                              .all_errors = settings_.all_errors,
                              .ignored = settings_.ignored,
                              .max_executions = max_executions,
                              .races = settings_.races,
                              .preemption_bound = settings_.preemption_bound,
                              .jobs = jobs(settings_),
                              .time_split = settings_.stats,
                              .stop = &watchdog_.stop()};
    if (!settings_.instances_folder.empty()) {
      instances_.emplace(settings_.instances_folder);
      options.on_instance = [this](const Execution& instance) { instances_->add(instance); };
    }
    // A second, quick look at a program whose loops do not end is nothing to divide or to go on
    // with.
    const bool first_look = endless_because_.empty();
    const smc::CheckpointKey checkpoint_key = this->checkpoint_key();
    std::optional<smc::Snapshot> resumed;
    if (first_look && !settings_.resume_file.empty()) {
      resumed = smc::read_checkpoint(settings_.resume_file, checkpoint_key);
      options.resume = &*resumed;
    }
    if (first_look && !settings_.checkpoint_file.empty()) {
      options.save_every = settings_.checkpoint_every;
      options.save = [&](const smc::Snapshot& snapshot) {
        smc::write_checkpoint(settings_.checkpoint_file, checkpoint_key, snapshot);
        saved_ = true;
      };
    }
    options.progress = [&](const smc::CheckResult& so_far) {
      {
        const std::lock_guard lock(mutex_);
        executions_so_far_ = so_far.executions;
      }
      const auto& e = so_far.executions;
      const std::uint64_t n = e.complete + e.blocked + e.bounded + e.redundant;
      std::string text =
          fmt::format("{} executions, {:.0f}/s", n, static_cast<double>(n) / seconds());
      if (so_far.estimate > 0)
        text += fmt::format(", perhaps {} in all", report::rounded(so_far.estimate));
      progress.show(text + fmt::format(", {} errors, {:.0f} s", so_far.errors.size(), seconds()));
    };
    if (first_look && transport_ != nullptr)
      return scale::check(prepared_.program, options, *transport_);
    return smc::check(prepared_.program, options);
  }

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  CheckReport empty_report() const {
    CheckReport report;
    report.input = settings_.files;
    report.model = key_.model.base;
    report.equivalence = smc::name(settings_.equivalence);
    report.seconds = seconds();
    report.peak_memory_bytes = peak_memory_bytes();
    return report;
  }

  CheckReport make_report(const smc::CheckResult& result) {
    CheckReport report = empty_report();
    report.executions = result.executions;
    report.equivalence = smc::name(result.used);
    if (settings_.equivalence == smc::Equivalence::Auto)
      report.notes.push_back(fmt::format("explored by --equivalence {}", smc::name(result.used)));
    report.rf_because = result.rf_because;
    report.exhaustive_because = result.exhaustive_because;
    const Judge judge(prepared_.program, {key_.model});
    for (const smc::FoundError& found : result.errors) {
      std::optional<report::ErrorReport> error = judge.replayed(found);
      if (!error) continue;
      error->executions = found.executions;
      report.errors.push_back(std::move(*error));
      names_.push_back(found.names);
    }
    if (report.errors.empty() && !result.errors.empty())
      throw InternalError("errors were found, and none of them comes first");
    for (const smc::FoundRace& race : result.races) {
      report.errors.push_back(judge.replayed(race));
      names_.push_back(race.names);
    }
    if (settings_.show_output && !report.errors.empty())
      report.output = judge.output(report.errors.front().schedule, names_.front());
    for (ir::SourceId loop : result.bounded_loops)
      report.bounded_loops.push_back(report::user_place(prepared_.program, loop));
    if (!prepared_.restricted_inputs.empty()) {
      report.input_range = prepared_.nondet_range.text();
      report.restricted_inputs = prepared_.restricted_inputs;
    }
    if (settings_.stats) report.statistics = result.statistics;
    if (!settings_.checkpoint_file.empty() && !result.exhaustive_because.empty())
      report.notes.push_back("the exhaustive search writes no checkpoints");
    if (instances_) report.notes.push_back(instances_->summary());
    if (!endless_because_.empty())
      report.notes.push_back(fmt::format("explored with --unroll {}", key_.unroll));
    if (!settings_.ignored.empty()) {
      std::string kinds;
      for (ir::ErrorKind kind : settings_.ignored)
        kinds += (kinds.empty() ? "" : ", ") + std::string(ir::name(kind));
      report.notes.push_back("errors of these kinds do not count: " + kinds);
    }
    report.reasons = why_not_safe(result);
    report.verdict = !report.errors.empty()   ? Verdict::Error
                     : report.reasons.empty() ? Verdict::Safe
                                              : Verdict::Inconclusive;
    if (report.verdict == Verdict::Error) report.reasons.clear();
    report.seconds = seconds();
    report.peak_memory_bytes = peak_memory_bytes();
    return report;
  }

  // Everything that keeps "no error" from being the whole truth.
  std::vector<std::string> why_not_safe(const smc::CheckResult& result) const {
    std::vector<std::string> reasons;
    if (!endless_because_.empty()) {
      reasons.push_back(endless_because_);
    } else if (!result.finished) {
      const StopReason reason = watchdog_.reason();
      reasons.push_back(reason != StopReason::None ? std::string(describe(reason))
                        : result.unfinished_reason == "max-executions"
                            ? "the limit of --max-executions was reached"
                        : result.unfinished_reason == "preemption-bound"
                            ? "there are runs with more preemptions than --preemption-bound"
                            : result.unfinished_reason);
      if (saved_)
        reasons.push_back(fmt::format("the same command with --resume {} goes on from here",
                                      settings_.checkpoint_file));
      if (result.estimate > 0)
        reasons.push_back(fmt::format("perhaps there are {} executions in all",
                                      report::rounded(result.estimate)));
      if (result.repeated)
        reasons.push_back(
            fmt::format("{}: {} does this {} times in one execution; --unroll N bounds the loop",
                        report::user_place(prepared_.program, result.repeated->source).text(),
                        result.repeated->thread, result.repeated->times));
    }
    if (settings_.races && !result.races_checked)
      reasons.push_back("data races are looked for by --equivalence rf only, and it was not used");
    if (result.executions.bounded != 0 && endless_because_.empty())
      reasons.push_back("some executions want to run a loop more often than --unroll allows");
    if (!prepared_.restricted_inputs.empty() && !settings_.nondet_range)
      reasons.push_back(
          "nondeterministic inputs take only the values of a small range; choose one with "
          "--nondet-range to get a verdict for it");
    return reasons;
  }

  // One file an error: `overtake replay` shows it again.
  void write_schedules(CheckReport& report) const {
    if (settings_.schedule_file == "none") return;
    const bool chosen = !settings_.schedule_file.empty();
    const std::filesystem::path first =
        chosen
            ? std::filesystem::path(settings_.schedule_file)
            : std::filesystem::path(fmt::format(
                  "{}.{}.schedule", std::filesystem::path(settings_.files.front()).stem().string(),
                  name(key_.model.base)));
    for (std::size_t i = 0; i < report.errors.size(); ++i) {
      std::filesystem::path path = first;
      if (i > 0)
        path.replace_filename(
            fmt::format("{}.{}{}", first.stem().string(), i + 1, first.extension().string()));
      report::ErrorReport& error = report.errors[i];
      try {
        write_schedule_file(path.string(), {.key = key_,
                                            .error_kind = std::string(ir::name(error.error.kind)),
                                            .race = error.race,
                                            .schedule = error.schedule,
                                            .names = names_[i]});
        error.schedule_file = path.string();
      } catch (const InputError& failure) {
        // Nobody asked for this file: a folder that is not ours to write is no reason to fail.
        if (chosen) throw;
        report.notes.push_back(failure.what());
        return;
      }
    }
  }

  void print(const nlohmann::ordered_json& document) const {
    if (settings_.json)
      write_stdout(json_text(document));
    else
      write_stdout(report::to_text(document, style_of(STDOUT_FILENO)));
  }

  static int exit_code(Verdict verdict) {
    switch (verdict) {
      case Verdict::Safe:
        return to_int(ExitCode::NoError);
      case Verdict::Error:
        return to_int(ExitCode::ErrorFound);
      case Verdict::Inconclusive:
        return to_int(ExitCode::Inconclusive);
    }
    return to_int(ExitCode::InternalError);
  }

  // On the watchdog's thread: the work does not stop, so what is known is reported from here.
  void report_overdue() {
    const std::lock_guard lock(mutex_);
    if (reported_) _exit(*reported_);  // cleaning up takes long, and nobody needs it
    if (transport_ != nullptr && transport_->rank() != 0) _exit(to_int(ExitCode::Inconclusive));
    CheckReport report = empty_report();
    report.executions = executions_so_far_;
    report.reasons = {std::string(describe(watchdog_.reason()))};
    if (transport_ != nullptr)
      report.reasons.push_back("one of the processes died, or all of them were told to end");
    if (saved_)
      report.reasons.push_back(
          fmt::format("the same command with --resume {} goes on from the "
                      "last checkpoint",
                      settings_.checkpoint_file));
    const ir::Program nothing;
    const nlohmann::ordered_json document = report::to_json(report, nothing);
    if (settings_.json)
      write_stdout(json_text(document));
    else
      write_stdout(report::to_text(document, style_of(STDOUT_FILENO)));
    try {
      write_report_files(settings_, document);
    } catch (const InputError& error) {
      fmt::print(stderr, "overtake: {}\n", error.what());
      _exit(to_int(ExitCode::BadInput));
    }
    _exit(to_int(ExitCode::Inconclusive));
  }

  const Settings& settings_;
  ProgramKey key_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::optional<int> reported_;  // the exit code, once the report is out
  smc::CheckResult::Executions executions_so_far_;
  PreparedProgram prepared_;
  std::string endless_because_;             // not empty: what was explored has its loops bounded
  std::vector<memory::ThreadNames> names_;  // by error of the report
  std::optional<InstanceFiles> instances_;
  std::atomic<bool> saved_{false};
  scale::Transport* transport_ = nullptr;  // none: we are alone
  Watchdog watchdog_;                      // last: its thread uses all of the above
};

}  // namespace

int check_command(const Settings& settings) {
  Check check(settings);
  int code = to_int(ExitCode::InternalError);
  on_deep_stack([&] { code = check.run(); });
  return code;
}

}  // namespace overtake::cli
