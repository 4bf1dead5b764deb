#include "analysis/check.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>

#include "analysis/beside.h"
#include "analysis/check_findings.h"
#include "analysis/check_reasons.h"
#include "analysis/checkpoints.h"
#include "analysis/frame.h"
#include "analysis/instance_files.h"
#include "analysis/judge.h"
#include "analysis/linearize.h"
#include "analysis/prepare.h"
#include "analysis/race_hint.h"
#include "analysis/refused.h"
#include "analysis/repair.h"
#include "analysis/statistics.h"
#include "analysis/verify.h"
#include "hunt/hunt.h"
#include "ir/errors.h"
#include "report/places.h"
#include "scale/check.h"
#include "smc/check.h"
#include "smc/checkpoint.h"
#include "smc/exhaustive.h"

namespace overtake::analysis {
namespace {

using report::About;
using report::CheckDocument;
using report::Verdict;
using report::Why;

class Check {
 public:
  Check(const CheckOptions& options, const Control& control)
      : options_(options), control_(control), key_(key_of(options)) {
    document_.frame = clock_.frame(options.program.files, options.program.model.base);
    document_.frame.options = options_of(options.program);
    document_.frame.compiler_flags = options.program.compiler_flags;
    document_.equivalence = smc::name(options.equivalence);
  }

  CheckDocument run() {
    control_.tell(document_);
    const Prepared* shared = options_.loaded.prepared;
    prepared_ = shared != nullptr ? prepare_for_model(*shared, key_, Purpose::Explore)
                                  : prepare(key_, Purpose::Explore);
    if (std::ranges::find(options_.ignored, ir::ErrorKind::InvalidCall) != options_.ignored.end())
      refuse_called(prepared_.program);
    smc::CheckResult result = only_hunting() ? only_hunt() : explore(options_.max_executions);
    if (options_.transport != nullptr && options_.transport->rank() != 0) return document_;
    if (!only_hunting() && is_endless(result)) result = deepen();
    describe(result);
    add_repair();
    if (options_.verify && !control_.stopped()) document_.notes.push_back(second_opinion(result));
    write_schedules(options_.schedule_file, key_, judged_, document_);
    clock_.stamp(document_.frame);
    return std::move(document_);
  }

 private:
  smc::CheckOptions explore_options(std::uint64_t max_executions) const {
    return {.model = key_.model,
            .equivalence = options_.equivalence,
            .rvf = options_.rvf,
            .all_errors = options_.all_errors,
            .ignored = options_.ignored,
            .max_executions = max_executions,
            .max_operations = first_look() && may_deepen() ? kLongExecution : kLongestExecution,
            .symmetry = options_.symmetry && options_.transport == nullptr,
            .races = options_.races,
            .preemption_bound = options_.preemption_bound,
            .jobs = jobs_or_all(options_.jobs),
            .time_split = options_.statistics,
            .stop = control_.stop};
  }

  smc::CheckResult explore(std::uint64_t max_executions) {
    smc::CheckOptions options = explore_options(max_executions);
    if (!options_.instances_folder.empty()) {
      instances_.emplace(options_.instances_folder);
      options.on_instance = [this](const Execution& instance) { instances_->add(instance); };
    }
    options.progress = [this](const smc::CheckResult& so_far) { tell(so_far); };
    Beside beside(control_, deadline_, prepared_.program,
                  may_hunt() ? std::optional(hunt_options()) : std::nullopt);
    options.stop = beside.stop();
    // A second, quick look at a program whose loops do not end is neither divided nor continued.
    const bool first_look = this->first_look();
    const smc::CheckpointKey checkpoint = checkpoint_key(options_, key_, prepared_.program);
    std::optional<smc::Snapshot> resumed;
    if (first_look && !options_.resume_file.empty()) {
      resumed = smc::read_checkpoint(options_.resume_file, checkpoint);
      options.resume = &*resumed;
    }
    if (first_look && !options_.checkpoint_file.empty()) {
      options.save_every = options_.checkpoint_every;
      options.save = [&](const smc::Snapshot& snapshot) {
        // A name that cannot be written ends the run at once, a disk that is full later does not.
        try {
          smc::write_checkpoint(options_.checkpoint_file, checkpoint, snapshot);
          note_saved();
        } catch (const InputError& error) {
          if (!saved_) throw;
          note_unsaved(error.what());
        }
      };
    }
    if (first_look && options_.transport != nullptr)
      return scale::check(prepared_.program, options, *options_.transport);
    smc::CheckResult result = smc::check(prepared_.program, options);
    beside.end();
    if (beside.hunt() != nullptr && result.errors.empty() && result.races.empty())
      take_over(*beside.hunt(), result);
    return result;
  }

  // Not where all errors are wanted, and not in runs that were excluded.
  bool may_hunt() const {
    return !(options_.hunt_for && options_.hunt_for->count() == 0) && !options_.all_errors &&
           options_.max_executions == 0 && !options_.preemption_bound &&
           options_.instances_folder.empty() && options_.transport == nullptr;
  }

  hunt::HuntOptions hunt_options() const {
    return {.model = key_.model, .seed = options_.seed, .ignored = options_.ignored};
  }

  // What the hunt has found is the result.
  void take_over(const hunt::Hunt& hunt, smc::CheckResult& result) {
    if (hunt.errors().empty()) return;
    result.errors = hunt.errors();
    result.finished = false;
    result.unfinished = {Limit::FirstError};
    document_.notes.push_back({About::Hunted, hunt.runs(), {}, options_.seed});
  }

  // Random runs and nothing else.
  smc::CheckResult only_hunt() {
    const Beside beside(control_, begun_ + *options_.hunt_for, prepared_.program, std::nullopt);
    hunt::HuntOptions hunting = hunt_options();
    hunting.stop = beside.stop();
    hunt::Hunt hunt(prepared_.program, hunting);
    smc::CheckResult result;
    while (!*beside.stop()) {
      if (hunt.go_on(kHuntedAtOnce)) break;
      result.executions.complete = hunt.runs();
      tell(result);
    }
    result.executions.complete = hunt.runs();
    document_.hunt = {.seed = options_.seed,
                      .runs = hunt.runs(),
                      .given_up = hunt.given_up(),
                      .executions = hunt.classes(),
                      .estimate = std::round(hunt.estimated_executions())};
    result.unfinished = {Limit::Stopped};
    take_over(hunt, result);
    return result;
  }

  // What has been explored so far, for a caller that waits, and for one that waits no longer.
  void tell(const smc::CheckResult& so_far) {
    if (!control_.so_far) return;
    const std::lock_guard lock(telling_);
    CheckDocument partial = document_;
    clock_.stamp(partial.frame);
    partial.executions = executions_of(so_far.executions);
    partial.estimate = so_far.estimate;
    partial.seconds_left = so_far.seconds_left;
    partial.found = so_far.errors.size();
    control_.tell(partial);
  }

  // From now on an answer that comes too late can say how to continue.
  void note_saved() {
    if (saved_) return;
    saved_ = true;
    const std::lock_guard lock(telling_);
    document_.reasons = {{Why::ResumeCheckpoint, 0, options_.checkpoint_file}};
    control_.tell(document_);
  }

  void note_unsaved(const std::string& why) {
    const std::lock_guard lock(telling_);
    if (!std::exchange(unsaved_, true))
      document_.notes.push_back({.about = report::About::Told, .text = why});
  }

  // An execution that is longer probably does not end; with loops that are bounded it may be as
  // long as the engine can explore.
  static constexpr std::uint32_t kLongExecution = 1'000;
  static constexpr std::uint32_t kLongestExecution = 0xffff;

  static constexpr std::uint32_t kFewIterations = 4;
  static constexpr std::uint64_t kFewStates = 50'000;
  static constexpr std::uint64_t kManyStates = 1'000'000;
  static constexpr std::uint64_t kLongRun = 2'000;
  static constexpr std::chrono::milliseconds kStatesAfter{2'500};

  static constexpr std::uint64_t kHuntedAtOnce = 200'000;  // steps between two reports

  bool first_look() const { return !bound_; }
  bool only_hunting() const { return options_.only_hunting(); }

  // Work that is divided among processes, or may be continued, is one exploration from the start.
  bool may_deepen() const {
    return key_.unroll == 0 && options_.transport == nullptr && options_.checkpoint_file.empty() &&
           options_.resume_file.empty();
  }

  // An execution went on for so long that nothing is known.
  bool is_endless(const smc::CheckResult& result) const {
    return !result.finished && key_.unroll == 0 && result.errors.empty() && result.races.empty() &&
           !control_.stopped() &&
           (result.unfinished.limit == Limit::Operations ||
            result.unfinished.limit == Limit::Threads);
  }

  // Small bounds first, each exhausted before the next is begun: errors come early and are short,
  // and what was covered can be said. Loops whose number of iterations is known when they begin are
  // not bounded. A bound that cuts nothing off covers everything. The states are looked at after
  // few iterations, or when these take too long; and more of them after each further bound.
  smc::CheckResult deepen() {
    std::optional<smc::CheckResult> exhausted;
    Prepared prepared;  // of `exhausted`
    Prepared unbounded = std::move(prepared_);
    const ir::Program* shared = options_.loaded.program;
    const ir::Program loaded = shared != nullptr ? *shared : load(key_);
    key_.counted_loops = false;
    std::uint64_t states = may_look_at_states() ? kFewStates : 0;  // to look at next time
    for (std::uint32_t bound = 1;; bound *= 2) {
      key_.unroll = bound;
      const bool early = states == kFewStates && bound > 1;
      deadline_ = bound == 1 ? std::nullopt : deepen_until();
      if (early) deadline_ = begun_ + kStatesAfter;
      if (!exhausted) bound_ = bound;
      prepared_ = prepare(loaded, key_, Purpose::Explore);
      smc::CheckResult result = explore(options_.max_executions);
      if (!result.errors.empty() || !result.races.empty() || (!result.finished && !exhausted)) {
        bound_ = bound;
        return result;
      }
      if (!result.finished && early && !control_.stopped()) {
        if (std::optional<smc::CheckResult> all = decide_by_states(unbounded, states)) return *all;
        bound /= 2;
        continue;
      }
      if (!result.finished) break;
      bound_ = bound;
      exhausted = std::move(result);
      std::swap(prepared, prepared_);
      if (exhausted->executions.bounded == 0) break;
      if (bound >= kFewIterations && states != 0)
        if (std::optional<smc::CheckResult> all = decide_by_states(unbounded, states)) return *all;
      const auto until = deepen_until();
      if (control_.stopped() || (until && bound > 1 && *until < std::chrono::steady_clock::now()))
        break;
      if (bound >= kLongestExecution) break;
    }
    std::swap(prepared, prepared_);
    key_.unroll = *bound_;
    return *exhausted;
  }

  bool may_look_at_states() const {
    return !options_.races && options_.max_executions == 0 && !options_.preemption_bound;
  }

  // Runs without end may come to a few states only: then there is nothing to bound. Errors that few
  // iterations show were found before, in short runs. None: there are more than `states`, which
  // becomes how many to look at next time, for as long as all took until then; 0 if there are more
  // than many, or runs are so long that there may be no end.
  std::optional<smc::CheckResult> decide_by_states(Prepared& unbounded, std::uint64_t& states) {
    smc::CheckOptions options = explore_options(0);
    const auto now = std::chrono::steady_clock::now();
    auto until = deepen_until();
    if (until && states == kFewStates) until = std::max(*until, now + kStatesAfter);
    if (states == kManyStates) {
      const auto as_long =
          now + std::max<std::chrono::steady_clock::duration>(now - begun_, kStatesAfter);
      until = until ? std::min(*until, as_long) : as_long;
    }
    Beside beside(control_, until, unbounded.program, std::nullopt);
    options.stop = beside.stop();
    smc::CheckResult result = smc::check_exhaustively(unbounded.program, options,
                                                      smc::Equivalence::States, states, kLongRun);
    beside.end();
    if (!result.finished && result.errors.empty()) {
      const bool many = states == kManyStates;
      const Limit limit = result.unfinished.limit;
      states = limit == (many ? Limit::Stopped : Limit::Configurations) ? kManyStates : 0;
      return std::nullopt;
    }
    result.used = smc::Equivalence::States;
    result.exhaustive_because = "loops that may not end";
    prepared_ = std::move(unbounded);
    key_.unroll = 0;
    bound_.reset();
    return result;
  }

  std::optional<std::chrono::steady_clock::time_point> deepen_until() const {
    if (options_.deepen_for.count() == 0) return std::nullopt;
    return begun_ + options_.deepen_for;
  }

  // Of an error that only weak memory makes possible: what repairs it, if that is cheap to find.
  void add_repair() {
    if (document_.verdict != Verdict::Error || options_.program.model.base == Model::SC ||
        document_.errors.front().under_sc == report::UnderSc::Fails || control_.stopped())
      return;
    if (const auto text = cheap_repair(options_.program, prepared_.program))
      document_.notes.push_back({About::Told, 0, *text});
  }

  void describe(const smc::CheckResult& result) {
    CheckDocument& d = document_;
    d.executions = executions_of(result.executions);
    d.equivalence = smc::name(result.used);
    d.rf_because = result.rf_because;
    d.exhaustive_because = result.exhaustive_because;
    add_symmetry(result, d);
    if (options_.statistics)
      d.no_symmetry_because =
          options_.transport == nullptr ? result.symmetry.off_because : "several processes";
    judged_ =
        judge_findings(prepared_.program, key_.model, explore_options(0), options_, result, d);
    for (ir::SourceId loop : result.bounded_loops)
      d.bounded_loops.push_back(report::shown_place(prepared_.program, loop));
    if (!prepared_.restricted_inputs.empty()) {
      d.input_range = prepared_.nondet_range.text();
      d.restricted_inputs = prepared_.restricted_inputs;
    }
    if (options_.statistics) d.statistics = statistics_of(result.statistics);
    add_notes(result);
    d.reasons = why_not_safe({.options = options_,
                              .control = control_,
                              .prepared = prepared_,
                              .result = result,
                              .hunt = d.hunt,
                              .bound = bound_,
                              .saved = saved_});
    d.within_bounds = d.errors.empty() && options_.accept_bounds && only_bounds(d.reasons);
    d.verdict = !d.errors.empty()                      ? Verdict::Error
                : d.reasons.empty() || d.within_bounds ? Verdict::Safe
                                                       : Verdict::Inconclusive;
    if (d.verdict == Verdict::Safe && !options_.races && options_.transport == nullptr)
      if (std::optional<std::string> places = plain_race(prepared_, explore_options(0)))
        d.notes.push_back({About::PlainRace, 0, std::move(*places)});
    if (d.verdict == Verdict::Error) d.reasons.clear();
    if (d.verdict == Verdict::Inconclusive && !result.finished) {
      d.estimate = result.estimate;
      d.seconds_left = result.seconds_left;
    }
  }

  void add_notes(const smc::CheckResult& result) {
    std::vector<report::Note>& notes = document_.notes;
    if (options_.equivalence == smc::Equivalence::Auto)
      notes.push_back({About::Exploration, 0, std::string(smc::name(result.used))});
    if (!options_.checkpoint_file.empty() && !result.exhaustive_because.empty())
      notes.push_back({About::NoCheckpoints});
    if (instances_)
      notes.push_back({About::Instances, instances_->written(), options_.instances_folder,
                       instances_->left_out()});
    if (!options_.ignored.empty()) {
      std::vector<std::string> kinds;
      for (ir::ErrorKind kind : options_.ignored) kinds.emplace_back(ir::name(kind));
      notes.push_back({About::Ignored, 0, report::joined(kinds)});
    }
  }

  report::Note second_opinion(const smc::CheckResult& result) {
    smc::CheckOptions options = explore_options(0);
    options.progress = [this](const smc::CheckResult& so_far) { tell(so_far); };
    return verify(opinion_of(prepared_.program, result), key_, options);
  }

  const CheckOptions& options_;
  const Control& control_;
  const Clock clock_;
  ProgramKey key_;
  CheckDocument document_;
  Prepared prepared_;
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  // Executions did not end: the bound of loops that was exhausted, or is being tried first.
  std::optional<std::uint32_t> bound_;
  std::optional<std::chrono::steady_clock::time_point>
      deadline_;                // of the bound that is being tried
  std::vector<Judged> judged_;  // by error of the document
  std::optional<InstanceFiles> instances_;
  std::atomic<bool> saved_{false};
  bool unsaved_ = false;  // some later checkpoint could not be written
  std::mutex telling_;
};

}  // namespace

ProgramKey key_of(const CheckOptions& options) {
  ProgramKey key = key_of(options.program, Purpose::Explore);
  key.races = options.races;
  key.zero_memory =
      std::ranges::find(options.ignored, ir::ErrorKind::Uninitialized) != options.ignored.end();
  key.input.show_output = options.show_output;
  return key;
}

CheckDocument check(const CheckOptions& options, const Control& control) {
  if (is_client_test(options.program))
    return check_client({.program = options.program,
                         .races = options.races,
                         .full = options.full,
                         .jobs = options.jobs},
                        control);
  return on_large_stack([&] { return Check(options, control).run(); });
}

}  // namespace overtake::analysis
