#include "cli/prepare.h"

#include "cli/inputs.h"
#include "ir/loops.h"
#include "ir/mark_spins.h"
#include "ir/privatize.h"
#include "ir/simplify.h"
#include "ir/verify.h"
#include "memory/lower.h"

namespace overtake::cli {

ir::Program load_program(const ProgramKey& key) {
  ir::Program program = frontend::load(key.input);
  ir::verify_or_throw(program);
  if (key.nondet_range) set_nondet_range(program, *key.nondet_range);
  if (key.spurious_wakeups) allow_spurious_wakeups(program);
  ir::privatize(program);
  if (key.unroll != 0) ir::bound_loops(program, key.unroll);
  ir::simplify(program);
  return program;
}

PreparedProgram prepare(const ProgramKey& key) {
  PreparedProgram prepared{.nondet_range = key.nondet_range.value_or(kDefaultNondetRange)};
  const ir::Program program = load_program(key);
  prepared.restricted_inputs = restricted_inputs(program, prepared.nondet_range);
  prepared.program = memory::lower_orders(program, key.model, key.pso_rmw, key.races);
  ir::mark_spins(prepared.program);
  ir::verify_or_throw(prepared.program);
  return prepared;
}

}  // namespace overtake::cli
