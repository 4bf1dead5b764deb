#include "analysis/linearize.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "analysis/frame.h"
#include "analysis/judge.h"
#include "analysis/linearize_clients.h"
#include "analysis/linearize_words.h"
#include "analysis/prepare.h"
#include "base/error.h"
#include "linearize/client_program.h"
#include "report/places.h"

namespace overtake::analysis {
namespace {

using linearize::Client;
using linearize::Declaration;
using report::ClientVerdict;
using report::LinearizeDocument;
using report::Verdict;
using report::Why;

// Classes of a client, after which its states are explored instead: of clients that retry, these are
// far fewer (docs/linearize.md has figures).
constexpr std::uint64_t kPatience = 50'000;

bool is_cxx(const std::string& file) { return !file.ends_with(".c") && !file.ends_with(".i"); }

class Linearize {
 public:
  Linearize(const LinearizeOptions& options, const Control& control)
      : options_(options),
        control_(control),
        key_(key_of(options.program, Purpose::Explore)),
        criterion_(options.criterion) {
    key_.races = options.races;
    LinearizeDocument& d = document_;
    d.frame = clock_.frame(options.program.files, options.program.model.base);
    d.threads = options.threads;
    d.operations = options.operations;
  }

  LinearizeDocument run() {
    check_bounds();
    control_.tell(document_);
    declare();
    prepare_programs();
    const std::vector<Client> clients = all_clients();
    document_.all_clients = clients.size();
    explore(clients);
    clock_.stamp(document_.frame);
    return std::move(document_);
  }

 private:
  // One, if it is declared.
  std::vector<Client> all_clients() {
    if (!declaration_.client.empty()) return {Client{declaration_.client}};
    std::vector<Client> clients;
    const std::uint32_t most = options_.threads * options_.operations;
    for (std::uint32_t calls = 1; calls <= most; ++calls) {
      for (Client& c : linearize::clients_of_size(declaration_, bounds(), calls))
        clients.push_back(std::move(c));
      ends_.push_back(clients.size());
    }
    return clients;
  }

  linearize::ClientBounds bounds() const { return {options_.threads, options_.operations}; }

  void check_bounds() const {
    if (options_.threads == 0 || options_.operations == 0)
      throw UsageError("clients have one thread and one operation at least");
    if (options_.threads > linearize::kMaxClientThreads)
      throw UsageError(fmt::format("--threads {}: clients have up to {} threads", options_.threads,
                                   linearize::kMaxClientThreads));
    if (options_.threads * options_.operations > 16)
      throw UsageError("clients have up to 16 operations in all");
  }

  void declare() {
    const std::string& file = options_.program.files.at(0);
    declaration_ =
        linearize::parse_declaration(frontend::preprocess(key_.input), file, is_cxx(file),
                                     options_.threads * options_.operations);
    if (!declaration_.client.empty()) choose_criterion();
    document_.criterion = name_of(criterion_);
    document_.structure = declaration_.type;
    document_.specification = declaration_.specification;
    key_.input.appended = linearize::driver_source(declaration_);
    key_.input.entry = linearize::kDriverEntry;
  }

  void choose_criterion() {
    const auto found = parse_name<linearize::Criterion>(declaration_.client_criterion);
    if (!found)
      throw InputError(fmt::format("{}:{}: OVERTAKE_CLIENT: '{}' is no criterion",
                                   declaration_.file, declaration_.line,
                                   declaration_.client_criterion));
    criterion_ = *found;
  }

  // The same program twice: for the model, and for the specification, which one thread runs.
  void prepare_programs() {
    ir::Program loaded = load(key_);
    linearize::open_client_table(loaded);
    program_ = prepare(loaded, key_, Purpose::Explore).program;
    ProgramKey sequential = key_;
    sequential.model = Model::SC;
    sequential.unroll = 0;
    sequential.loops.clear();
    sequential_ = prepare(std::move(loaded), sequential, Purpose::Explore).program;
    linearize::set_sequential(sequential_);
  }

  linearize::ClientOptions client_options() const {
    return {.model = key_.model,
            .criterion = criterion_,
            .races = options_.races,
            .patience = kPatience};
  }

  void explore(const std::vector<Client>& clients) {
    ClientPool pool({.program = program_,
                     .sequential = sequential_,
                     .declaration = declaration_,
                     .options = client_options(),
                     .jobs = jobs_or_all(options_.jobs)},
                    clients);
    pool.run(control_, [&](std::size_t i, const linearize::ClientResult& r, double seconds) {
      note(clients[i], r, seconds);
    });
    conclude(clients, pool);
  }

  // Called client by client, in their order.
  void note(const Client& client, const linearize::ClientResult& r, double seconds) {
    const smc::CheckResult::Executions& n = r.check.executions;
    report::TriedClient row{linearize::text(declaration_, client),
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
    const report::Place place = report::shown_place(program_, loop);
    auto& loops = document_.bounded_loops;
    if (std::ranges::find(loops, place) == loops.end()) loops.push_back(place);
  }

  void show_errors(const Client& client, const smc::CheckResult& check) {
    linearize::set_client(program_, declaration_, client);
    const Judge judge(program_, key_.model);
    for (const memory::FoundError& found : check.errors)
      if (const std::optional<Judged> judged = judge.replayed(found))
        document_.errors.push_back(make_finding(program_, *judged, options_.full));
    for (const memory::FoundRace& race : check.races)
      document_.errors.push_back(make_finding(program_, judge.replayed(race), options_.full));
    if (document_.errors.empty())
      throw InternalError("errors were found in a client, and none of them comes first");
  }

  void show_violation(const Client& client, const linearize::Violation& violation) {
    linearize::set_client(program_, declaration_, client);
    linearize::Specification specification(sequential_);
    linearize::Explanations explanations(specification, criterion_);
    linearize::confirm(program_, declaration_, client, explanations, client_options(), violation);
    document_.history =
        describe_history(declaration_, client, violation, specification, criterion_);
    if (!options_.test_file.empty()) write_test(client);
    document_.errors.push_back(
        describe_run(program_, declaration_, violation, key_.model, criterion_, options_.full));
  }

  void write_test(const Client& client) {
    const std::string text = client_test(declaration_, client, document_, options_.program);
    std::ofstream out(options_.test_file);
    out << text;
    out.close();
    if (!out) throw InputError(options_.test_file + ": cannot be written");
    document_.history->test_file = options_.test_file;
  }

  void conclude(const std::vector<Client>& clients, const ClientPool& pool) {
    LinearizeDocument& d = document_;
    for (std::size_t k = 0; k < ends_.size(); ++k)
      if (pool.finished_up_to() >= ends_[k]) d.covered_calls = static_cast<std::uint32_t>(k + 1);
    if (!d.errors.empty()) {
      d.verdict = Verdict::Error;
      return;
    }
    if (control_.stopped())
      d.reasons.emplace_back(control_.reason());
    else if (pool.finished_up_to() < clients.size())
      d.reasons.push_back(reason_of(unfinished_.value_or(ReachedLimit{}), Why::Interrupted));
    if (d.executions.bounded != 0) d.reasons.emplace_back(Why::LoopBound);
    d.verdict = d.reasons.empty() ? Verdict::Safe : Verdict::Inconclusive;
  }

  const LinearizeOptions& options_;
  const Control& control_;
  const Clock clock_;
  ProgramKey key_;
  LinearizeDocument document_;
  Declaration declaration_;
  ir::Program program_;
  ir::Program sequential_;
  linearize::Criterion criterion_;
  std::vector<std::size_t> ends_;  // by number of calls: clients up to that
  std::optional<ReachedLimit> unfinished_;
  double told_at_ = 0;
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
