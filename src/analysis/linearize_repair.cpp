#include "analysis/linearize_repair.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "analysis/fences_words.h"
#include "analysis/frame.h"
#include "analysis/linearize_clients.h"
#include "analysis/linearize_task.h"
#include "analysis/linearize_words.h"
#include "base/error.h"
#include "fences/finder.h"
#include "fences/ir_subject.h"
#include "ir/errors.h"
#include "linearize/client_program.h"
#include "report/make_run.h"

namespace overtake::analysis {
namespace {

namespace finder = overtake::fences;
using finder::ElementSet;
using finder::Placement;
using report::FencesDocument;
using report::FencesVerdict;

// A client that fails, and how.
struct FailedClient {
  std::size_t client = 0;
  std::optional<linearize::Violation> violation;
  std::optional<memory::FoundError> error;

  const memory::Schedule& schedule() const {
    return violation ? violation->schedule : error->schedule;
  }
  const memory::ThreadNames& names() const { return violation ? violation->names : error->names; }
};

LinearizeOptions linearize_options(const FencesOptions& o) {
  return {.program = o.program,
          .criterion = o.require,
          .threads = o.client_threads,
          .operations = o.client_operations,
          .jobs = o.jobs};
}

class StructureFinder : public finder::Finder {
 public:
  StructureFinder(const LinearizeTask& task, const finder::IrSubject& subject,
                  const finder::FenceOptions& options, const Control& control)
      : Finder(subject, options), task_(task), ir_(subject), control_(control) {}

  // Told after each exploration.
  std::function<void(const finder::Report&)> so_far;

  finder::Report run() {
    std::vector<ElementSet> sets;
    for (;;) {
      const std::vector<Placement> placements = cheapest(sets);
      const ir::Program fenced = ir_.fenced(placements);
      const std::optional<FailedClient> failed = explore(fenced);
      if (!failed) {
        if (!finished_) return std::move(report_);
        if (sets.empty())
          report_.verdict = finder::Verdict::NoFencesNeeded;
        else
          choose(sets);
        return std::move(report_);
      }
      const memory::Replay replay = replayed(fenced, *failed);
      if (placements.empty() && !report_.counterexample) keep(replay, *failed);
      ElementSet set = ir_.preventing(fenced, replay, options_.model.base, returns(*failed));
      // These are in the program already.
      std::erase_if(set, [&](finder::Element e) {
        return std::ranges::any_of(placements,
                                   [&](const Placement& p) { return p.element() == e; });
      });
      if (set.empty()) {
        if (!fails_under_sc(*failed)) throw_no_place();
        report_.verdict = finder::Verdict::FailsUnderSc;
        keep(replay, *failed);
        return std::move(report_);
      }
      sets.push_back(std::move(set));
      report_.counterexamples = sets.size();
      if (so_far) so_far(report_);
    }
  }

 private:
  std::optional<FailedClient> explore(const ir::Program& fenced) {
    ClientPool pool({.program = fenced,
                     .sequential = task_.sequential,
                     .declaration = task_.declaration,
                     .options = task_.client_options(false),
                     .jobs = options_.jobs},
                    task_.clients);
    std::optional<FailedClient> failed;
    bool bounded = false;
    pool.run(control_, [&](std::size_t i, const linearize::ClientResult& r, double) {
      const smc::CheckResult::Executions& n = r.check.executions;
      report_.executions += n.complete + n.blocked + n.bounded;
      bounded |= n.bounded != 0;
      if (r.violation)
        failed = {i, r.violation, {}};
      else if (!r.check.errors.empty())
        failed = {i, {}, r.check.errors.front()};
    });
    ++report_.searches;
    finished_ = !bounded && pool.finished_up_to() == task_.clients.size();
    if (bounded) report_.limits.push_back({Limit::LoopBound});
    return failed;
  }

  ir::Program with_client(ir::Program program, std::size_t client) const {
    linearize::set_client(program, task_.declaration, task_.clients[client]);
    return program;
  }

  memory::Replay replayed(const ir::Program& fenced, const FailedClient& failed) const {
    const ir::Program program = with_client(fenced, failed.client);
    memory::Replay replay = memory::replay(exec::Executor(program), {options_.model},
                                           failed.schedule(), failed.names());
    if (!replay.valid)
      throw InternalError("a client that fails does not replay: " + replay.invalid_reason);
    return replay;
  }

  static std::vector<finder::Unseen> returns(const FailedClient& failed) {
    std::vector<finder::Unseen> out;
    if (!failed.violation) return out;
    std::size_t steps = 0;
    for (const linearize::Moment& m : failed.violation->moments) {
      if (m.operation == linearize::Moment::kStep)
        ++steps;
      else if (m.returns)
        out.push_back({steps, failed.violation->history.operations[m.operation].thread});
    }
    return out;
  }

  // The same client, without store buffers.
  bool fails_under_sc(const FailedClient& failed) const {
    const ir::Program program = with_client(ir_.fenced({}), failed.client);
    linearize::Specification specification(task_.sequential);
    linearize::Explanations explanations(specification, task_.criterion);
    linearize::ClientOptions options = task_.client_options(false);
    options.model = Model::SC;
    options.stop = control_.stop;
    const linearize::ClientResult r = linearize::explore(
        {program, task_.declaration, task_.clients[failed.client], explanations, options});
    return r.violation || !r.check.errors.empty();
  }

  void keep(const memory::Replay& replay, const FailedClient& failed) {
    // The main thread makes the structure first.
    const auto first = std::ranges::find_if(
        replay.records, [](const memory::Record& r) { return r.step.thread.index() != 0; });
    report_.counterexample =
        finder::Counterexample{replay, static_cast<std::size_t>(first - replay.records.begin())};
    const std::string client =
        "client " + linearize::text(task_.declaration, task_.clients[failed.client]);
    report_.failure = failed.violation
                          ? fmt::format("{} is not {}", client, name_of(task_.criterion))
                          : fmt::format("{}: {}", client, ir::describe(failed.error->error.kind));
  }

  const LinearizeTask& task_;
  const finder::IrSubject& ir_;
  const Control& control_;
  bool finished_ = false;
};

void describe(const finder::Report& r, const FencesOptions& options, const Control& control,
              const ir::Program& program, FencesDocument& d) {
  analysis::describe(r, options.repair, control, d);
  d.proof = report::Proof::Executions;
  if (r.counterexample)
    d.violations.push_back({.message = "without fences, this can happen: " + r.failure,
                            .explanation = {"The main thread makes the structure first."},
                            .first = r.counterexample->first,
                            .run = report::make_run(program, r.counterexample->replay, true)});
}

}  // namespace

bool declares_structure(const Program& program) {
  if (program.files.empty()) return false;
  std::ifstream in(program.files.front());
  std::string line;
  while (std::getline(in, line))
    if (line.starts_with("OVERTAKE_LINEARIZABLE(") || line.starts_with("OVERTAKE_CLIENT("))
      return true;
  return false;
}

FencesDocument repair_structure(const FencesOptions& options, const Control& control) {
  const Model model = options.program.model.base;
  if (model == Model::SC) throw UsageError("under sc no fence is ever needed");
  const Clock clock;
  FencesDocument document{.frame = clock.frame(options.program.files, model),
                          .criterion = std::string(name_of(options.require))};
  control.tell(document);
  const LinearizeTask task = make_task(linearize_options(options), Purpose::Fences);
  document.criterion = name_of(task.criterion);
  const finder::IrSubject subject(task.program, options.program.model.pso_rmw, 0, options.repair);
  const finder::FenceOptions finding{.model = options.program.model,
                                     .cost = options.cost,
                                     .all_sets = options.all_sets,
                                     .jobs = jobs_or_all(options.jobs),
                                     .stop = control.stop};
  StructureFinder structure(task, subject, finding, control);
  structure.so_far = [&](const finder::Report& r) {
    clock.stamp(document.frame);
    document.counterexamples = r.counterexamples;
    document.executions = r.executions;
    document.searches = r.searches;
    control.tell(document);
  };
  const finder::Report found = structure.run();
  describe(found, options, control, task.program, document);
  clock.stamp(document.frame);
  return document;
}

}  // namespace overtake::analysis
