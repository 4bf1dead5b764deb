#include "analysis/linearize.h"

#include <algorithm>
#include <fstream>

#include "analysis/frame.h"
#include "analysis/judge.h"
#include "analysis/linearize_checkpoint.h"
#include "analysis/linearize_clients.h"
#include "analysis/linearize_task.h"
#include "analysis/linearize_words.h"
#include "base/error.h"
#include "linearize/client_program.h"
#include "report/places.h"

namespace overtake::analysis {
namespace {

using linearize::Client;
using report::ClientVerdict;
using report::LinearizeDocument;
using report::Verdict;
using report::Why;

class Linearize {
 public:
  Linearize(const LinearizeOptions& options, const Control& control)
      : options_(options), control_(control) {
    LinearizeDocument& d = document_;
    d.frame = clock_.frame(options.program.files, options.program.model.base);
    d.threads = options.threads;
    d.operations = options.operations;
  }

  LinearizeDocument run() {
    control_.tell(document_);
    task_ = make_task(options_, Purpose::Explore);
    document_.criterion = name_of(task_.criterion);
    document_.structure = task_.declaration.type;
    document_.specification = task_.declaration.specification;
    document_.all_clients = task_.clients.size();
    explore(task_.clients);
    clock_.stamp(document_.frame);
    return std::move(document_);
  }

 private:
  linearize::ClientOptions client_options() const { return task_.client_options(options_.races); }

  void explore(const std::vector<Client>& clients) {
    ClientPool::Work work{.program = task_.program,
                          .sequential = task_.sequential,
                          .declaration = task_.declaration,
                          .options = client_options(),
                          .jobs = jobs_or_all(options_.jobs),
                          .save_every = options_.checkpoint_every,
                          .transport = options_.transport};
    const smc::CheckpointKey key = checkpoint_key(options_, task_);
    const bool leads = options_.transport == nullptr || options_.transport->rank() == 0;
    if (leads && !options_.resume_file.empty())
      work.known = read_clients(options_.resume_file, key);
    if (!options_.checkpoint_file.empty())
      work.save = [&](const DoneClients& fine) {
        write_clients(options_.checkpoint_file, key, fine);
        saved_ = true;
      };
    ClientPool pool(work, clients);
    pool.run(control_, [&](std::size_t i, const linearize::ClientResult& r, double seconds) {
      note(clients[i], r, seconds);
    });
    conclude(clients, pool);
  }

  // Called client by client, in their order.
  void note(const Client& client, const linearize::ClientResult& r, double seconds) {
    const smc::CheckResult::Executions& n = r.check.executions;
    report::TriedClient row{linearize::text(task_.declaration, client),
                            ClientVerdict::Fine,
                            {n.complete, n.blocked, n.bounded, n.redundant},
                            seconds};
    LinearizeDocument& d = document_;
    d.executions.complete += n.complete;
    d.executions.blocked += n.blocked;
    d.executions.bounded += n.bounded;
    d.questions += r.questions;
    d.run_by_run += r.run_by_run ? 1 : 0;
    if (r.violation) {
      row.verdict = ClientVerdict::Violation;
      show_violation(client, *r.violation);
    } else if (!r.check.errors.empty() || !r.check.races.empty()) {
      row.verdict = ClientVerdict::Error;
      show_errors(client, r.check);
    } else if (!r.check.finished) {
      row.verdict = ClientVerdict::Unfinished;
      if (!unfinished_) unfinished_ = r.check.unfinished;
    }
    for (const ir::SourceId loop : r.check.bounded_loops) note_bounded(loop);
    d.clients.push_back(std::move(row));
    clock_.stamp(d.frame);
    if (d.frame.seconds - told_at_ < 0.2) return;  // telling copies all rows
    told_at_ = d.frame.seconds;
    control_.tell(d);
  }

  void note_bounded(ir::SourceId loop) {
    const report::Place place = report::shown_place(task_.program, loop);
    auto& loops = document_.bounded_loops;
    if (std::ranges::find(loops, place) == loops.end()) loops.push_back(place);
  }

  void show_errors(const Client& client, const smc::CheckResult& check) {
    linearize::set_client(task_.program, task_.declaration, client);
    const Judge judge(task_.program, task_.key.model);
    for (const memory::FoundError& found : check.errors)
      if (const std::optional<Judged> judged = judge.replayed(found))
        document_.errors.push_back(make_finding(task_.program, *judged, options_.full));
    for (const memory::FoundRace& race : check.races)
      document_.errors.push_back(make_finding(task_.program, judge.replayed(race), options_.full));
    if (document_.errors.empty())
      throw InternalError("errors were found in a client, and none of them comes first");
  }

  void show_violation(const Client& client, const linearize::Violation& violation) {
    linearize::set_client(task_.program, task_.declaration, client);
    linearize::Specification specification(task_.sequential);
    linearize::Explanations explanations(specification, task_.criterion);
    linearize::confirm({task_.program, task_.declaration, client, explanations, client_options()},
                       violation);
    document_.history =
        describe_history(task_.declaration, client, violation, specification, task_.criterion);
    if (!options_.test_file.empty()) write_test(client);
    document_.errors.push_back(describe_run(task_.program, task_.declaration, violation,
                                            task_.key.model, task_.criterion, options_.full));
  }

  void write_test(const Client& client) {
    const std::string text = client_test(task_.declaration, client, document_, options_.program);
    std::ofstream out(options_.test_file);
    out << text;
    out.close();
    if (!out) throw InputError(options_.test_file + ": cannot be written");
    document_.history->test_file = options_.test_file;
  }

  void conclude(const std::vector<Client>& clients, const ClientPool& pool) {
    LinearizeDocument& d = document_;
    for (std::size_t k = 0; k < task_.ends.size(); ++k)
      if (pool.finished_up_to() >= task_.ends[k])
        d.covered_calls = static_cast<std::uint32_t>(k + 1);
    if (!d.errors.empty()) {
      d.verdict = Verdict::Error;
      return;
    }
    if (control_.stopped())
      d.reasons.emplace_back(control_.reason());
    else if (pool.finished_up_to() < clients.size())
      d.reasons.push_back(reason_of(unfinished_.value_or(ReachedLimit{}), Why::Interrupted));
    if (d.executions.bounded != 0) d.reasons.emplace_back(Why::LoopBound);
    if (saved_ && control_.stopped())
      d.reasons.push_back({Why::Resume, 0, options_.checkpoint_file});
    d.verdict = d.reasons.empty() ? Verdict::Safe : Verdict::Inconclusive;
  }

  const LinearizeOptions& options_;
  const Control& control_;
  const Clock clock_;
  LinearizeDocument document_;
  LinearizeTask task_;
  std::optional<ReachedLimit> unfinished_;
  double told_at_ = 0;
  bool saved_ = false;
};

}  // namespace

bool is_client_test(const Program& program) {
  if (program.files.empty()) return false;
  std::ifstream in(program.files.front());
  std::string line;
  while (std::getline(in, line))
    if (line.starts_with("OVERTAKE_CLIENT(")) return true;
  return false;
}

report::CheckDocument check_client(const LinearizeOptions& options, const Control& control) {
  const auto converted = [](const LinearizeDocument& d) {
    report::CheckDocument out;
    out.frame = d.frame;
    out.equivalence = d.run_by_run == 0 ? "rf" : "exhaustive";
    out.verdict = d.verdict;
    out.executions = d.executions;
    out.errors = d.errors;
    out.reasons = d.reasons;
    out.bounded_loops = d.bounded_loops;
    return out;
  };
  Control inner = control;
  if (control.so_far)
    inner.so_far = [&](const report::Document& d) {
      control.so_far(converted(std::get<LinearizeDocument>(d)));
    };
  return converted(linearize(options, inner));
}

LinearizeDocument linearize(const LinearizeOptions& options, const Control& control) {
  return on_large_stack([&] { return Linearize(options, control).run(); });
}

}  // namespace overtake::analysis
