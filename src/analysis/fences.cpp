#include "analysis/fences.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>

#include "analysis/assertions.h"
#include "analysis/fences_words.h"
#include "analysis/frame.h"
#include "analysis/inputs.h"
#include "analysis/linearize_repair.h"
#include "analysis/prepare.h"
#include "analysis/prevented.h"
#include "base/error.h"
#include "fences/fences.h"
#include "fences/gcl_subject.h"
#include "fences/ir_subject.h"
#include "fences/patch.h"
#include "fences/reduction.h"
#include "fences/spin.h"
#include "fences/value_bits.h"
#include "frontend/text_file.h"
#include "gcl/parser.h"
#include "gcl/print.h"
#include "gcl/promela.h"
#include "report/make_run.h"
#include "report/names.h"

namespace overtake::analysis {
namespace {

namespace finder = overtake::fences;
using finder::Criterion;
using report::FencesDocument;
using report::FencesVerdict;
using report::Why;

constexpr double kSecondQuestion = 10;  // seconds for what was not asked in the first place

bool asserts(const gcl::Program& program) {
  return std::ranges::any_of(program.variables,
                             [](const auto& v) { return v.range.has_value(); }) ||
         std::ranges::any_of(program.processes, [](const gcl::Process& p) {
           return std::ranges::any_of(p.instructions, [](const gcl::Instruction& i) {
             return i.statement.kind == gcl::StatementKind::Assert;
           });
         });
}

// Behaving as under sequential consistency is this, where assertions do not matter.
Criterion criterion_everywhere(Model model) {
  return model == Model::TSO ? Criterion::Persistence : Criterion::Robustness;
}

// The first that is asked about.
Criterion criterion_of(const FencesOptions& o) {
  const Model model = o.program.model.base;
  const bool safety = !is_gcl(o.program) || model != Model::TSO;
  return o.criterion.value_or(safety ? Criterion::Safety : Criterion::Persistence);
}

gcl::Program load_gcl(const FencesOptions& o) {
  const Program& p = o.program;
  if (p.files.size() > 1) throw UsageError("guarded commands are one file");
  const std::string& file = p.files.front();
  const std::string text = frontend::read_text(file);
  const bool transitions =
      p.format == InputFormat::ByName ? !file.ends_with(".gcl") : p.format == InputFormat::Trencher;
  return transitions ? gcl::parse_trencher(text, file, o.value_bits) : gcl::parse_gcl(text, file);
}

void check_options(const FencesOptions& o, bool reduces) {
  const Criterion criterion = criterion_of(o);
  const Model model = o.program.model.base;
  if (model == Model::SC) throw UsageError("under sc no fence is ever needed");
  if (criterion == Criterion::Persistence && model != Model::TSO)
    throw UsageError("persistence is about tso; use --criterion robustness or safety");
  if (o.flatten && criterion != Criterion::Persistence)
    throw UsageError("--flatten is for --criterion persistence");
  if (reduces && (criterion != Criterion::Persistence || !is_gcl(o.program)))
    throw UsageError("the reduction is for persistence of guarded commands");
  if (reduces && o.value_bits != 0)
    throw UsageError("the reduction does not wrap values; leave out --value-bits");
  if (!is_gcl(o.program) && o.value_bits > 16)
    throw UsageError("--value-bits is 1 to 16 for C and C++");
  if (criterion == Criterion::Robustness && model == Model::PSO && o.value_bits != 0)
    throw UsageError("robustness under pso runs the program as it is; leave out --value-bits");
}

class Fences {
 public:
  Fences(const FencesOptions& options, const Control& control)
      : options_(options), control_(control), model_(options.program.model.base) {
    document_ = {.frame = clock_.frame(options.program.files, model_),
                 .criterion = std::string(name_of(criterion_of(options))),
                 .value_bits = options.value_bits};
  }

  FencesDocument run() {
    control_.tell(document_);
    load();
    answer();
    clock_.stamp(document_.frame);
    return std::move(document_);
  }

 private:
  void load() {
    if (is_gcl(options_.program)) {
      gcl_ = load_gcl(options_);
      asserts_ = asserts(gcl_);
    } else {
      Prepared prepared = prepare(key_of(options_.program, Purpose::Fences), Purpose::Fences);
      restricted_inputs_ = !prepared.restricted_inputs.empty();
      asserts_ = has_assertions(prepared.program);
      ir_ = std::move(prepared.program);
    }
    if (options_.value_bits == 0 && !runs_as_it_is(criterion_of(options_)))
      document_.value_bits =
          finder::bits_for_counters([this](std::uint32_t bits) { return subject(bits); },
                                    jobs_or_all(options_.jobs), control_.stop);
    subject_ = subject(document_.value_bits);
  }

  // The monitors run the program on the machine, which does not wrap.
  bool runs_as_it_is(Criterion criterion) const {
    return criterion == Criterion::Robustness && model_ == Model::PSO;
  }

  std::unique_ptr<finder::Subject> subject(std::uint32_t value_bits) const {
    if (is_gcl(options_.program))
      return std::make_unique<finder::GclSubject>(gcl_, value_bits, options_.repair.places);
    return std::make_unique<finder::IrSubject>(ir_, options_.program.model.pso_rmw, value_bits,
                                               options_.repair);
  }

  void answer() {
    const Criterion criterion = criterion_of(options_);
    document_.no_assertions = criterion == Criterion::Safety && !asserts_;
    const finder::Report found = find(criterion);
    if (options_.backend == Backend::Spin) ask_spin(found);
    const bool asks_for_needs = !options_.criterion && !is_gcl(options_.program);
    if (!asks_for_needs || found.verdict == finder::Verdict::FailsUnderSc || control_.stopped()) {
      describe(found, criterion);
      return;
    }
    if (found.verdict == finder::Verdict::NoFencesNeeded && !asserts_ &&
        (document_.value_bits == 0 || !runs_as_it_is(Criterion::Robustness)) &&
        robustness_instead())
      return;
    describe(found, criterion);
    document_.everywhere = everywhere();
  }

  // Safe, but nothing is asserted: the answer is about robustness. False: that cannot be said.
  bool robustness_instead() {
    try {
      const finder::Report found = find(Criterion::Robustness, kSecondQuestion);
      if (found.verdict == finder::Verdict::Undecided && !control_.stopped()) return false;
      document_.criterion = name_of(Criterion::Robustness);
      describe(found, Criterion::Robustness);
      return true;
    } catch (const InputError&) {
      return false;  // something that only safety knows
    }
  }

  report::Everywhere everywhere() {
    const Criterion criterion = criterion_everywhere(model_);
    report::Everywhere e{.criterion = std::string(name_of(criterion))};
    if (document_.value_bits != 0 && runs_as_it_is(criterion)) {
      e.why = "its counters have no end, and the monitors do not wrap values";
      return e;
    }
    try {
      const finder::Report found = find(criterion, kSecondQuestion);
      e.verdict = verdict_of(found.verdict);
      e.fences = found.fences.size();
    } catch (const InputError& error) {
      e.why = error.what();
    }
    return e;
  }

  // An arw waits for all buffers.
  MemoryModel machine_model() const {
    return {model_, is_gcl(options_.program) ? PsoRmw::All : options_.program.model.pso_rmw};
  }

  // With a limit, in seconds: the search is given up then.
  finder::Report find(Criterion criterion, std::optional<double> limit = {}) {
    std::atomic<bool> late{false};
    const double begin = clock_.seconds();
    finder::FenceOptions o{.criterion = criterion,
                           .model = machine_model(),
                           .cost = options_.cost,
                           .all_sets = options_.all_sets,
                           .buffer = options_.buffer,
                           .flatten = options_.flatten,
                           .jobs = jobs_or_all(options_.jobs),
                           .stop = limit ? &late : control_.stop};
    o.progress = [&](std::size_t states, std::size_t counterexamples) {
      if (limit && (control_.stopped() || clock_.seconds() > begin + *limit)) late = true;
      FencesDocument partial = document_;
      clock_.stamp(partial.frame);
      partial.states = states;
      partial.counterexamples = counterexamples;
      control_.tell(partial);
    };
    return finder::find_fences(*subject_, o);
  }

  // Spin must say of the program, and of the repaired program, what the search says.
  void ask_spin(const finder::Report& found) const {
    if (found.verdict == finder::Verdict::Undecided) return;
    const auto& subject = dynamic_cast<const finder::GclSubject&>(*subject_);
    const auto fragile = [](const gcl::Program& p) {
      return finder::spin_finds_failure(gcl::to_promela(finder::reduction(p)));
    };
    const bool needed = found.verdict == finder::Verdict::FencesNeeded;
    if (!options_.flatten && fragile(subject.source()) != needed)
      throw InternalError("spin and the explicit-state search disagree about the program");
    const gcl::Program repaired =
        finder::with_fences(subject.source(), subject.places(found.placements));
    if (needed && fragile(repaired))
      throw InternalError("spin and the explicit-state search disagree about the fences");
  }

  void describe(const finder::Report& r, Criterion criterion) {
    FencesDocument& d = document_;
    analysis::describe(r, options_.repair, control_, d);
    d.proof = r.executions != 0                       ? report::Proof::Executions
              : options_.flatten || r.from_both_sides ? report::Proof::Abstractions
                                                      : report::Proof::States;
    d.states = r.states;
    d.transitions = r.transitions;
    d.state_bytes = r.bytes;
    d.from_both_sides = r.from_both_sides;
    d.buffer = r.buffer;
    doubt_inputs();
    if (r.counterexample) d.violations.push_back(violation(*r.counterexample));
    for (report::FencesViolation& v :
         prevented_runs(*subject_, r, criterion, machine_model(), control_))
      d.violations.push_back(std::move(v));
  }

  // Other inputs may need fences, unless the user chose those that were tried.
  void doubt_inputs() {
    FencesDocument& d = document_;
    if (!restricted_inputs_ || options_.program.nondet_range ||
        d.verdict != FencesVerdict::NotNeeded)
      return;
    d.verdict = FencesVerdict::Undecided;
    d.reasons.push_back(Why::Inputs);
  }

  // The run that the program has without the fences, as an execution like any other.
  report::FencesViolation violation(const finder::Counterexample& c) const {
    const std::string& failure = document_.failure;
    report::FencesViolation v{
        .message = "without fences, this can happen" + (failure.empty() ? "" : ": " + failure),
        .first = c.first,
        .run = report::make_run(subject_->program(model_), c.replay, true)};
    if (c.first > 0)
      v.explanation.push_back(
          fmt::format("The first {} steps are as under sequential consistency.", c.first));
    return v;
  }

  const FencesOptions& options_;
  const Control& control_;
  const Model model_;
  const Clock clock_;
  FencesDocument document_;
  gcl::Program gcl_;  // one of them is the program
  ir::Program ir_;
  std::unique_ptr<finder::Subject> subject_;
  bool restricted_inputs_ = false;
  bool asserts_ = false;
};

}  // namespace

bool is_gcl(const Program& p) {
  if (p.format != InputFormat::ByName)
    return p.format == InputFormat::Gcl || p.format == InputFormat::Trencher;
  const std::string& file = p.files.front();
  return file.ends_with(".gcl") || file.ends_with(".tre") || file.ends_with(".trencher");
}

FencesDocument fences(const FencesOptions& options, const Control& control) {
  if (!options.criterion && !is_gcl(options.program) && declares_structure(options.program))
    return on_large_stack([&] { return repair_structure(options, control); });
  check_options(options, options.backend == Backend::Spin);
  return on_large_stack([&] { return Fences(options, control).run(); });
}

std::string fences_reduction(const FencesOptions& options, ReductionFormat format) {
  check_options(options, true);
  const gcl::Program q = finder::reduction(load_gcl(options));
  return format == ReductionFormat::Gcl ? gcl::to_gcl(q) : gcl::to_promela(q);
}

std::map<std::string, std::string> patched_files(const FencesDocument& document,
                                                 const finder::RepairOptions& repair) {
  return finder::make_patch(undescribed(document.fences), repair).new_texts;
}

}  // namespace overtake::analysis
