#include "analysis/linearize_task.h"

#include <fmt/format.h>

#include "base/error.h"
#include "linearize/client_program.h"

namespace overtake::analysis {
namespace {

using linearize::Client;

// Classes of a client, after which its states are explored instead: of clients that retry, these
// are far fewer (docs/linearize.md has figures).
constexpr std::uint64_t kPatience = 20'000;

bool is_cxx(const std::string& file) { return !file.ends_with(".c") && !file.ends_with(".i"); }

void check_bounds(const LinearizeOptions& o) {
  if (o.threads == 0 || o.operations == 0)
    throw UsageError("clients have one thread and one operation at least");
  if (o.threads > linearize::kMaxClientThreads)
    throw UsageError(fmt::format("--threads {}: clients have up to {} threads", o.threads,
                                 linearize::kMaxClientThreads));
  if (o.threads * o.operations > 16) throw UsageError("clients have up to 16 operations in all");
}

void declare(const LinearizeOptions& options, LinearizeTask& task) {
  const std::string& file = options.program.files.at(0);
  task.declaration =
      linearize::parse_declaration(frontend::preprocess(task.key.input), file, is_cxx(file),
                                   options.threads * options.operations);
  const linearize::Declaration& d = task.declaration;
  if (!d.client.empty()) {
    const auto found = parse_name<linearize::Criterion>(d.client_criterion);
    if (!found)
      throw InputError(fmt::format("{}:{}: OVERTAKE_CLIENT: '{}' is no criterion", d.file, d.line,
                                   d.client_criterion));
    task.criterion = *found;
  }
  task.key.input.appended = linearize::driver_source(d);
  task.key.input.entry = linearize::kDriverEntry;
}

// The same program twice: for the model, and for the specification, which one thread runs.
void prepare_programs(LinearizeTask& task, Purpose purpose) {
  ir::Program loaded = load(task.key);
  linearize::open_client_table(loaded);
  task.program = prepare(loaded, task.key, purpose).program;
  ProgramKey sequential = task.key;
  sequential.model = Model::SC;
  sequential.unroll = 0;
  sequential.loops.clear();
  task.sequential = prepare(std::move(loaded), sequential, Purpose::Explore).program;
  linearize::set_sequential(task.sequential);
}

// One, if it is declared.
void add_clients(const LinearizeOptions& options, LinearizeTask& task) {
  if (!task.declaration.client.empty()) {
    task.clients = {Client{task.declaration.client}};
    return;
  }
  const std::uint32_t most = options.threads * options.operations;
  for (std::uint32_t calls = 1; calls <= most; ++calls) {
    for (Client& c :
         linearize::clients_of_size(task.declaration, {options.threads, options.operations}, calls))
      task.clients.push_back(std::move(c));
    task.ends.push_back(task.clients.size());
  }
}

}  // namespace

linearize::ClientOptions LinearizeTask::client_options(bool races) const {
  return {.model = key.model, .criterion = criterion, .races = races, .patience = kPatience};
}

LinearizeTask make_task(const LinearizeOptions& options, Purpose purpose) {
  check_bounds(options);
  LinearizeTask task{.key = key_of(options.program, purpose), .criterion = options.criterion};
  task.key.races = options.races;
  declare(options, task);
  prepare_programs(task, purpose);
  add_clients(options, task);
  return task;
}

}  // namespace overtake::analysis
