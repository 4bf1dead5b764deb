#include "analysis/linearize_checkpoint.h"

#include <fmt/format.h>

#include "analysis/frame.h"
#include "base/hash.h"
#include "ir/print.h"

namespace overtake::analysis {

smc::CheckpointKey checkpoint_key(const LinearizeOptions& options, const LinearizeTask& task) {
  if (options.checkpoint_file.empty() && options.resume_file.empty()) return {};
  Hash128 hash;
  for (const ir::Program* program : {&task.program, &task.sequential})
    for (const char c : ir::print(*program)) hash.add(static_cast<unsigned char>(c));
  // Shown to the user where it differs, so in the words of the command line.
  std::string text = fmt::format(
      "linearize, version {}, --model {}, --pso-rmw {}, --require {}, --threads {}, --operations "
      "{}, "
      "--unroll {}",
      version(), name(task.key.model.base), name(task.key.model.pso_rmw), name_of(task.criterion),
      options.threads, options.operations, task.key.unroll);
  for (const LoopBound& loop : task.key.loops) text += fmt::format(", --unroll {}", loop.text());
  if (options.races) text += ", --check races";
  return {.program = fmt::format("{:016x}{:016x}", hash.lo, hash.hi), .options = text};
}

void write_clients(const std::string& path, const smc::CheckpointKey& key,
                   const DoneClients& clients) {
  smc::WorkItem item;
  WordWriter out(item.words);
  out.put(static_cast<std::uint32_t>(clients.size()));
  for (const auto& [client, done] : clients) put_row(out, client, done);
  smc::Snapshot snapshot;
  snapshot.items.push_back(std::move(item));
  smc::write_checkpoint(path, key, snapshot);
}

DoneClients read_clients(const std::string& path, const smc::CheckpointKey& key) {
  const smc::Snapshot snapshot = smc::read_checkpoint(path, key);
  DoneClients clients;
  WordReader in(snapshot.items.at(0).words);
  for (std::uint32_t n = in.get_count(); n > 0; --n) clients.insert(get_row(in));
  return clients;
}

}  // namespace overtake::analysis
