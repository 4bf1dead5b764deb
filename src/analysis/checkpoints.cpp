#include "analysis/checkpoints.h"

#include <fmt/format.h>

#include "analysis/frame.h"
#include "base/hash.h"
#include "ir/errors.h"
#include "ir/print.h"

namespace overtake::analysis {

smc::CheckpointKey checkpoint_key(const CheckOptions& options, const ProgramKey& key,
                                  const ir::Program& program) {
  if (options.checkpoint_file.empty() && options.resume_file.empty()) return {};
  const bool divisible = options.equivalence == smc::Equivalence::Rf ||
                         options.equivalence == smc::Equivalence::Rvf ||
                         options.equivalence == smc::Equivalence::Auto;
  if (!divisible || options.preemption_bound)
    throw UsageError("checkpoints are for --equivalence rf, rvf and auto only");
  Hash128 hash;
  for (const char c : ir::print(program)) hash.add(static_cast<unsigned char>(c));
  // Shown to the user where it differs, so in the words of the command line.
  std::string text = fmt::format(
      "version {}, --model {}, --pso-rmw {}, --equivalence {}, --unroll {}", version(),
      name(key.model.base), name(key.model.pso_rmw), smc::name(options.equivalence), key.unroll);
  for (const LoopBound& loop : key.loops) text += fmt::format(", --unroll {}", loop.text());
  if (options.all_errors) text += ", --all-errors";
  if (!options.symmetry) text += ", --symmetry off";
  if (options.races) text += ", --check races";
  if (!options.rvf.backtrack_signals) text += ", --no-backtrack-signals";
  if (!options.rvf.closure) text += ", --no-closure";
  if (!options.rvf.guidance) text += ", --no-guidance";
  for (const ir::ErrorKind kind : options.ignored)
    text += fmt::format(", --ignore {}", ir::name(kind));
  return {.program = fmt::format("{:016x}{:016x}", hash.lo, hash.hi), .options = text};
}

}  // namespace overtake::analysis
