#include "cli/prepare.h"

#include <algorithm>

#include "cli/inputs.h"
#include "ir/loops.h"
#include "ir/mark_spins.h"
#include "ir/privatize.h"
#include "ir/simplify.h"
#include "ir/verify.h"
#include "memory/lower.h"

namespace overtake::cli {

ProgramKey program_key(const Settings& s, Purpose purpose) {
  return {
      .input = {.files = s.files,
                .compiler_flags = s.compiler_flags,
                .compile_database = s.compile_database,
                .entry = s.entry,
                .optimize = s.optimize,
                .format = s.format,
                .show_output = s.show_output},
      .model = {s.model.value_or(kDefaultModel), s.pso_rmw},
      .unroll = s.unroll.value_or(0),
      .nondet_range = s.nondet_range,
      .spurious_wakeups = s.spurious_wakeups,
      .races = s.races,
      .zero_memory = purpose != Purpose::Explore ||
                     std::ranges::find(s.ignored, ir::ErrorKind::Uninitialized) != s.ignored.end()};
}

ir::Program load_program(const ProgramKey& key) {
  ir::Program program = frontend::load(key.input);
  ir::verify_or_throw(program);
  if (key.nondet_range) set_nondet_range(program, *key.nondet_range);
  if (key.spurious_wakeups) allow_spurious_wakeups(program);
  if (key.zero_memory) ir::zero_memory(program);
  ir::privatize(program);
  if (key.unroll != 0) ir::bound_loops(program, key.unroll);
  ir::simplify(program);
  return program;
}

PreparedProgram prepare(const ProgramKey& key) {
  PreparedProgram prepared{.nondet_range = key.nondet_range.value_or(kDefaultNondetRange)};
  const ir::Program program = load_program(key);
  prepared.restricted_inputs = restricted_inputs(program, prepared.nondet_range);
  prepared.program = memory::lower_orders(program, key.model, key.races);
  ir::mark_spins(prepared.program);
  ir::verify_or_throw(prepared.program);
  return prepared;
}

}  // namespace overtake::cli
