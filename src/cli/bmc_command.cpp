#include "cli/bmc_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/deep_stack.h"
#include "base/error.h"
#include "bmc/deepen.h"
#include "cli/bounded.h"
#include "cli/exit_codes.h"
#include "cli/judge.h"
#include "cli/report_files.h"
#include "cli/terminal.h"
#include "cli/watchdog.h"
#include "report/check_report.h"

namespace overtake::cli {
namespace {

using bmc::BmcResult;
using report::Verdict;

class Bmc {
 public:
  explicit Bmc(const Settings& settings)
      : settings_(settings),
        key_(program_key(settings, Purpose::Bounded)),
        watchdog_({.timeout = settings.timeout, .memory = settings.memory},
                  [this](StopReason) { report_overdue(); }) {}

  int run() {
    bmc::BmcOptions options = bounds_of(settings_);
    options.jobs = jobs(settings_);
    options.stop = &watchdog_.stop();
    Progress progress;
    const BmcResult result = bmc::deepen(
        [&](std::uint32_t unroll) {
          PreparedProgram prepared = prepare_bounded(key_, unroll);
          const std::lock_guard lock(mutex_);
          return by_unrolling_.emplace(unroll, std::move(prepared)).first->second.program;
        },
        options,
        [&](const BmcResult& r) {
          const std::lock_guard lock(mutex_);
          so_far_ = r;
          so_far_->finished = false;
          progress.show(fmt::format("no error within {}; {:.0f} s", bounds(r), seconds()));
        });
    {
      const std::lock_guard lock(mutex_);
      choose_program(result);
    }
    std::optional<report::ErrorReport> error;
    if (result.error) {
      const Judge judge(prepared_->program, {key_.model});
      error = judge.replayed(*result.error);
      if (!error) throw InternalError("the error that was found comes after another one");
    }
    const std::lock_guard lock(mutex_);  // never two reports
    reported_ = print(result, error);
    return *reported_;
  }

 private:
  void choose_program(const BmcResult& r) {
    const auto found = by_unrolling_.find(r.used.unroll);
    prepared_ = found == by_unrolling_.end() ? nullptr : &found->second;
  }

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  std::string bounds(const BmcResult& r) const {
    std::string text = fmt::format("--unroll {} --rounds {}", r.used.unroll, r.used.rounds);
    if (key_.model != Model::SC) {
      if (r.used.sma != seq::SmaKind::Queue)
        text += fmt::format(" --max-clock {}", r.used.max_clock);
      if (r.used.sma != seq::SmaKind::Timeline) text += fmt::format(" --queue {}", r.used.queue);
    }
    if (r.used.int_bits != 0) text += fmt::format(" --int-bits {}", r.used.int_bits);
    return text;
  }

  // Everything that keeps "no error" from being the whole truth.
  std::vector<std::string> reasons(const BmcResult& r) const {
    std::vector<std::string> out;
    if (!r.finished) out.emplace_back(describe(watchdog_.reason()));
    if (r.unconfirmed)
      out.emplace_back(
          "with integers of --int-bits there is an error that the program at full "
          "width does not have; give more bits");
    else if (r.width_reduced)
      out.emplace_back("integers have only the bits of --int-bits");
    if (r.loops_cut)
      out.emplace_back(
          "some runs want more iterations, or a deeper recursion, than --unroll (hangs in loops "
          "that "
          "wait for ever are not looked for; 'overtake check' finds them)");
    if (r.rounds_short)
      out.push_back(fmt::format("some runs may need more rounds (--rounds {} covers all)",
                                r.sufficient.rounds));
    if (r.clock_short)
      out.push_back(fmt::format("some runs may need more timestamps (--max-clock {} covers all)",
                                r.sufficient.max_clock));
    if (r.queue_short)
      out.push_back(fmt::format("some runs may need larger buffers (--queue {} covers all)",
                                r.sufficient.queue));
    if (prepared_ != nullptr && !prepared_->restricted_inputs.empty() && !settings_.nondet_range)
      out.emplace_back(
          "nondeterministic inputs take only the values of a small range; choose one "
          "with --nondet-range to get a verdict for it");
    return out;
  }

  int print(const BmcResult& r, const std::optional<report::ErrorReport>& error) const {
    const std::vector<std::string> why = error ? std::vector<std::string>{} : reasons(r);
    const Verdict verdict = error         ? Verdict::Error
                            : why.empty() ? Verdict::Safe
                                          : Verdict::Inconclusive;
    const nlohmann::ordered_json document = json(r, error, verdict, why);
    write_stdout(settings_.json ? json_text(document) : text(r, error, verdict, why));
    write_report_files(settings_, document);
    return to_int(verdict == Verdict::Error  ? ExitCode::ErrorFound
                  : verdict == Verdict::Safe ? ExitCode::NoError
                                             : ExitCode::Inconclusive);
  }

  std::string text(const BmcResult& r, const std::optional<report::ErrorReport>& error,
                   Verdict verdict, const std::vector<std::string>& why) const {
    const report::Style style = style_of(STDOUT_FILENO);
    std::string out;
    if (error)
      out += report::to_text(*error, prepared_->program, key_.model.base,
                             {.style = style, .full = settings_.full}) +
             '\n';
    std::string model(name(key_.model.base));
    for (char& c : model) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    const std::string input = fmt::format("{}", fmt::join(settings_.files, ", "));
    switch (verdict) {
      case Verdict::Error:
        out +=
            fmt::format("{}: {}\n", input,
                        paint(fmt::format("1 error under {}", model), report::Paint::Red, style));
        break;
      case Verdict::Safe:
        out += fmt::format(
            "{}: {}\n", input,
            paint(fmt::format("no error under {}", model), report::Paint::Green, style));
        break;
      case Verdict::Inconclusive:
        out += fmt::format(
            "{}: {}\n", input,
            paint(fmt::format("inconclusive under {}: no error within the bounds", model),
                  report::Paint::Yellow, style));
    }
    for (const std::string& reason : why) out += report::paragraph(reason, style, 2);
    const bmc::BmcStatistics& s = r.statistics;
    out += fmt::format("  bounds: {}\n", bounds(r));
    out += fmt::format(
        "  {} threads, {} visible operations; {} variables, {} clauses; {:.2f} s, {:.0f} MB\n",
        s.threads, s.visible_operations, s.variables, s.clauses, seconds(),
        static_cast<double>(peak_memory_bytes()) / 1e6);
    return out;
  }

  nlohmann::ordered_json json(const BmcResult& r, const std::optional<report::ErrorReport>& error,
                              Verdict verdict, const std::vector<std::string>& why) const {
    nlohmann::ordered_json j;
    j["command"] = "bmc";
    j["version"] = OVERTAKE_VERSION;
    j["input"] = settings_.files;
    j["model"] = name(key_.model.base);
    j["verdict"] = report::name(verdict);
    j["reasons"] = why;
    j["bounds"] = {{"unroll", r.used.unroll},
                   {"rounds", r.used.rounds},
                   {"max_clock", r.used.max_clock},
                   {"queue", r.used.queue},
                   {"int_bits", r.used.int_bits}};
    j["sufficient"] = {{"rounds", r.sufficient.rounds},
                       {"max_clock", r.sufficient.max_clock},
                       {"queue", r.sufficient.queue}};
    const bmc::BmcStatistics& s = r.statistics;
    j["formula"] = {{"threads", s.threads},
                    {"visible_operations", s.visible_operations},
                    {"buffered_cells", s.buffered_cells},
                    {"gates", s.gates},
                    {"variables", s.variables},
                    {"clauses", s.clauses},
                    {"encode_seconds", s.encode_seconds},
                    {"solve_seconds", s.solve_seconds}};
    j["errors"] = nlohmann::ordered_json::array();
    if (error)
      j["errors"].push_back(report::error_json(*error, prepared_->program, settings_.full));
    j["seconds"] = seconds();
    j["peak_memory_bytes"] = peak_memory_bytes();
    report::add_sources(j);
    return j;
  }

  // On the watchdog's thread: the work does not stop, so what is known is reported from here.
  void report_overdue() {
    const std::lock_guard lock(mutex_);
    if (reported_) _exit(*reported_);
    const BmcResult result = so_far_ ? *so_far_ : BmcResult{};
    choose_program(result);
    _exit(print(result, std::nullopt));
  }

  const Settings& settings_;
  const ProgramKey key_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::optional<int> reported_;  // the exit code, once the report is out
  std::optional<BmcResult> so_far_;
  std::map<std::uint32_t, PreparedProgram> by_unrolling_;
  const PreparedProgram* prepared_ = nullptr;  // the one that is reported about
  Watchdog watchdog_;                          // last: its thread uses all of the above
};

}  // namespace

int bmc_command(const Settings& settings) {
  Bmc bmc(settings);
  int code = to_int(ExitCode::InternalError);
  on_deep_stack([&] { code = bmc.run(); });
  return code;
}

}  // namespace overtake::cli
