#include "analysis/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/inputs.h"
#include "analysis/refused.h"
#include "ir/localize.h"
#include "ir/loops.h"
#include "ir/mark_spins.h"
#include "ir/roll_loops.h"
#include "ir/simplify.h"
#include "ir/verify.h"
#include "memory/lower.h"

namespace overtake::analysis {

ProgramKey key_of(const Program& p, Purpose purpose) {
  return {.input = {.files = p.files,
                    .compiler_flags = p.compiler_flags,
                    .compile_database = p.compile_database,
                    .entry = p.entry,
                    .optimize = p.optimize,
                    .format = p.format == InputFormat::ByName ? "" : std::string(name_of(p.format)),
                    .cache_folder = p.cache_folder},
          .model = p.model,
          .unroll = p.unroll,
          .loops = p.loops,
          .nondet_range = p.nondet_range,
          .spurious_wakeups = p.spurious_wakeups,
          .zero_memory = purpose == Purpose::Monitor || purpose == Purpose::Bounded ||
                         purpose == Purpose::Fences};
}

namespace {

void bound_loops(const ProgramKey& key, ir::Program& program) {
  ir::LoopBounds bounds{.all = key.unroll, .counted = key.counted_loops};
  for (const LoopBound& loop : key.loops)
    bounds.ones.push_back({loop.file, loop.line, loop.function, loop.bound});
  if (bounds.none()) return;
  const std::vector<bool> found = ir::bound_loops(program, bounds);
  for (std::size_t k = 0; k < found.size(); ++k)
    if (!found[k])
      throw UsageError(
          fmt::format("--unroll {}: there is no loop that begins there, and no function of "
                      "that name with a loop",
                      key.loops[k].text()));
}

}  // namespace

ir::Program load(const ProgramKey& key) {
  ir::Program program = frontend::load(key.input);
  ir::verify_or_throw(program);
  return program;
}

Prepared prepare(ir::Program loaded, const ProgramKey& key, Purpose purpose) {
  return prepare_for_model(prepare_for_all(std::move(loaded), key, purpose), key, purpose);
}

Prepared prepare_for_all(ir::Program loaded, const ProgramKey& key, Purpose purpose) {
  Prepared prepared{.nondet_range = key.nondet_range.value_or(kDefaultNondetRange)};
  const bool second = purpose == Purpose::SecondOpinion;
  ir::Program& program = prepared.program = std::move(loaded);
  if (key.nondet_range) set_nondet_range(program, *key.nondet_range);
  if (key.spurious_wakeups) allow_spurious_wakeups(program);
  if (key.zero_memory) ir::zero_memory(program);
  if (!second) ir::localize(program);
  bound_loops(key, program);
  if (!second) ir::simplify(program);
  if (purpose == Purpose::Monitor || purpose == Purpose::Fences) refuse_called(program);
  prepared.restricted_inputs = restricted_inputs(program, prepared.nondet_range);
  return prepared;
}

Prepared prepare_for_model(Prepared prepared, const ProgramKey& key, Purpose purpose) {
  if (purpose == Purpose::Text) return prepared;
  ir::Program& program = prepared.program;
  prepared.has_fences = std::ranges::any_of(program.functions, [](const ir::Function& f) {
    return std::ranges::any_of(f.code,
                               [](const ir::Instruction& i) { return i.op == ir::Opcode::Fence; });
  });
  program = memory::lower_orders(program, key.model, key.races);
  if (purpose == Purpose::Explore) ir::roll_loops(program);
  if (purpose == Purpose::Explore || purpose == Purpose::Monitor) ir::mark_spins(program);
  ir::verify_or_throw(program);
  return prepared;
}

}  // namespace overtake::analysis
