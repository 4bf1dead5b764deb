#include "cli/fences_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/deep_stack.h"
#include "base/error.h"
#include "cli/exit_codes.h"
#include "cli/fences_document.h"
#include "cli/fences_report.h"
#include "cli/inputs.h"
#include "cli/prepare.h"
#include "cli/report_files.h"
#include "cli/terminal.h"
#include "cli/watchdog.h"
#include "fences/fences.h"
#include "fences/gcl_subject.h"
#include "fences/ir_subject.h"
#include "fences/patch.h"
#include "fences/reduction.h"
#include "fences/spin.h"
#include "frontend/gcl/parser.h"
#include "frontend/gcl/print.h"
#include "frontend/gcl/promela.h"
#include "frontend/text_file.h"
#include "ir/verify.h"
#include "memory/lower.h"
#include "report/names.h"

namespace overtake::cli {
namespace {

using fences::Criterion;
using fences::Verdict;

Criterion criterion_of(const Settings& s, Model model) {
  if (s.criterion == "persistence") return Criterion::Persistence;
  if (s.criterion == "robustness") return Criterion::Robustness;
  if (s.criterion == "safety") return Criterion::Safety;
  return model == Model::TSO ? Criterion::Persistence : Criterion::Safety;
}

std::unique_ptr<fences::GclSubject> load_gcl(const Settings& s) {
  if (s.files.size() > 1) throw UsageError("guarded commands are one file");
  const std::string& file = s.files.front();
  const std::string text = frontend::read_text(file);
  const bool transitions = s.format.empty() ? !file.ends_with(".gcl") : s.format == "trencher";
  return std::make_unique<fences::GclSubject>(
      transitions ? gcl::parse_trencher(text, file) : gcl::parse_gcl(text, file), s.value_bits);
}

bool is_gcl(const Settings& s) {
  if (!s.format.empty()) return s.format == "gcl" || s.format == "trencher";
  const std::string& file = s.files.front();
  return file.ends_with(".gcl") || file.ends_with(".tre") || file.ends_with(".trencher");
}

class Fences {
 public:
  explicit Fences(const Settings& settings)
      : settings_(settings),
        model_(settings.model.value_or(kDefaultModel)),
        criterion_(criterion_of(settings, model_)),
        watchdog_({.timeout = settings.timeout, .memory = settings.memory},
                  [this](StopReason) { report_overdue(); }) {}

  int run() {
    if (model_ == Model::SC) throw UsageError("under sc no fence is ever needed");
    if (criterion_ == Criterion::Persistence && model_ != Model::TSO)
      throw UsageError("persistence is about tso; use --criterion robustness or safety");
    if (settings_.flatten && criterion_ != Criterion::Persistence)
      throw UsageError("--flatten is for --criterion persistence");
    const bool reduces = !settings_.reduction.empty() || settings_.backend == "spin";
    if (reduces && (criterion_ != Criterion::Persistence || !is_gcl(settings_)))
      throw UsageError("the reduction is for persistence of guarded commands");
    if (reduces && settings_.value_bits != 0)
      throw UsageError("the reduction does not wrap values; leave out --value-bits");
    if (!settings_.reduction.empty()) return print_reduction();
    subject_ = load();
    const fences::Report report = find();
    if (settings_.backend == "spin") ask_spin(report);
    const std::lock_guard lock(mutex_);
    if (settings_.patch_file != "-") print(report);
    reported_ = exit_code(report.verdict);
    if (writes_source() && report.verdict == Verdict::FencesNeeded) write_source(report);
    return *reported_;
  }

 private:
  std::unique_ptr<fences::Subject> load() {
    if (is_gcl(settings_)) {
      if (writes_source()) throw UsageError("--patch and --apply are for C and C++");
      if (runs_the_program() && settings_.value_bits != 0) throw_no_value_bits();
      return load_gcl(settings_);
    }
    if (settings_.value_bits > 16) throw UsageError("--value-bits is 1 to 16 for C and C++");
    if (runs_the_program() && settings_.value_bits != 0) throw_no_value_bits();
    const ProgramKey key = program_key(settings_, Purpose::Fences);
    ir::Program program = load_program(key);
    restricted_inputs_ =
        restricted_inputs(program, settings_.nondet_range.value_or(kDefaultNondetRange));
    program = memory::lower_orders(program, {model_, settings_.pso_rmw});
    ir::verify_or_throw(program);
    return std::make_unique<fences::IrSubject>(std::move(program), settings_.pso_rmw,
                                               settings_.value_bits);
  }

  bool runs_the_program() const {
    return criterion_ == Criterion::Robustness && model_ == Model::PSO;
  }
  [[noreturn]] static void throw_no_value_bits() {
    throw UsageError("robustness under pso runs the program as it is; leave out --value-bits");
  }

  int print_reduction() const {
    const gcl::Program q = fences::reduction(load_gcl(settings_)->source());
    write_stdout(settings_.reduction == "gcl" ? gcl::to_gcl(q) : gcl::to_promela(q));
    return to_int(ExitCode::NoError);
  }

  // Spin must say of the program, and of the repaired program, what the search says.
  void ask_spin(const fences::Report& report) const {
    if (report.verdict == Verdict::Undecided) return;
    const auto& subject = dynamic_cast<const fences::GclSubject&>(*subject_);
    const auto fragile = [](const gcl::Program& p) {
      return fences::spin_finds_failure(gcl::to_promela(fences::reduction(p)));
    };
    const bool needed = report.verdict == Verdict::FencesNeeded;
    if (!settings_.flatten && fragile(subject.source()) != needed)
      throw InternalError("spin and the explicit-state search disagree about the program");
    const gcl::Program repaired =
        fences::with_fences(subject.source(), subject.places(report.placements));
    if (needed && fragile(repaired))
      throw InternalError("spin and the explicit-state search disagree about the fences");
  }

  bool writes_source() const { return settings_.apply || !settings_.patch_file.empty(); }

  fences::Patch patch_of(const fences::Report& report) const {
    return fences::make_patch(report.fences, settings_.style == "order"
                                                 ? fences::PatchStyle::Order
                                                 : fences::PatchStyle::Fence);
  }

  // The fences as a patch, and where they go.
  void write_source(const fences::Report& report) const {
    const fences::Patch patch = patch_of(report);
    if (settings_.patch_file == "-")
      write_stdout(patch.diff);
    else if (!settings_.patch_file.empty())
      write_file(settings_.patch_file, patch.diff);
    if (settings_.apply)
      for (const auto& [file, text] : patch.new_texts) write_file(file, text);
  }

  // The same for reports: empty if the program is not C or C++.
  std::string diff(const fences::Report& report) const {
    const auto is_source = [](const fences::Fence& f) {
      const std::string extension = std::filesystem::path(f.file).extension().string();
      return extension == ".c" || extension == ".cc" || extension == ".cpp" || extension == ".h";
    };
    const bool all = std::all_of(report.fences.begin(), report.fences.end(), is_source);
    return all && !report.fences.empty() ? patch_of(report).diff : std::string();
  }

  static void write_file(const std::string& file, const std::string& text) {
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw InputError(file + ": cannot be written");
  }

  fences::Report find() {
    Progress progress;
    fences::FenceOptions options{
        .criterion = criterion_,
        // An arw waits for all buffers.
        .model = {model_, is_gcl(settings_) ? PsoRmw::All : settings_.pso_rmw},
        .cost = settings_.cost == "loops" ? fences::Cost::Loops : fences::Cost::Count,
        .all_sets = settings_.all_sets,
        .buffer = settings_.buffer,
        .flatten = settings_.flatten,
        .jobs = jobs(settings_),
        .stop = &watchdog_.stop()};
    options.progress = [&](std::size_t states, std::size_t counterexamples) {
      progress.show(fmt::format("{} states, {} runs to prevent, {:.0f} s", states, counterexamples,
                                seconds()));
    };
    fences::Report report = fences::find_fences(*subject_, options);
    for (fences::Fence& f : report.fences) f.thread = report::demangled(f.thread);
    if (report.verdict == Verdict::Undecided && watchdog_.reason() != StopReason::None)
      report.reasons.emplace_back(describe(watchdog_.reason()));
    if (!restricted_inputs_.empty() && !settings_.nondet_range &&
        report.verdict == Verdict::NoFencesNeeded) {
      report.verdict = Verdict::Undecided;
      report.reasons.emplace_back(
          "nondeterministic inputs take only the values of a small range; choose one with "
          "--nondet-range to get a verdict for it");
    }
    return report;
  }

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  FencesReport frame() const {
    return {.input = settings_.files,
            .criterion = std::string(fences::name(criterion_)),
            .model = model_,
            .seconds = seconds(),
            .peak_memory_bytes = peak_memory_bytes(),
            .value_bits = settings_.value_bits};
  }

  void print(const fences::Report& report) const {
    const FencesReport around = frame();
    if (settings_.json || reports_wanted(settings_)) {
      const nlohmann::ordered_json document =
          fences_document(around, report, subject_->program(model_), diff(report));
      if (settings_.json) write_stdout(json_text(document));
      write_report_files(settings_, document);
    }
    if (!settings_.json)
      write_stdout(to_text(around, report, subject_->program(model_), style_of(STDOUT_FILENO)));
  }

  static int exit_code(Verdict verdict) {
    switch (verdict) {
      case Verdict::NoFencesNeeded:
        return to_int(ExitCode::NoError);
      case Verdict::FencesNeeded:
      case Verdict::FailsUnderSc:
        return to_int(ExitCode::ErrorFound);
      case Verdict::Undecided:
        return to_int(ExitCode::Inconclusive);
    }
    return to_int(ExitCode::InternalError);
  }

  // On the watchdog's thread: the work does not stop.
  void report_overdue() {
    const std::lock_guard lock(mutex_);
    if (reported_) _exit(*reported_);
    fences::Report report;
    report.reasons = {std::string(describe(watchdog_.reason()))};
    const ir::Program nothing;
    if (settings_.json)
      write_stdout(json_text(fences_document(frame(), report, nothing, "")));
    else
      write_stdout(to_text(frame(), report, nothing, style_of(STDOUT_FILENO)));
    _exit(to_int(ExitCode::Inconclusive));
  }

  const Settings& settings_;
  const Model model_;
  const Criterion criterion_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::optional<int> reported_;
  std::unique_ptr<fences::Subject> subject_;
  std::vector<std::string> restricted_inputs_;
  Watchdog watchdog_;  // last: its thread uses all of the above
};

}  // namespace

int fences_command(const Settings& settings) {
  Fences fences(settings);
  int code = to_int(ExitCode::InternalError);
  on_deep_stack([&] { code = fences.run(); });
  return code;
}

}  // namespace overtake::cli
