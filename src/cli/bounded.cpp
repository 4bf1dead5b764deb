#include "cli/bounded.h"

#include "cli/inputs.h"
#include "ir/verify.h"
#include "memory/lower.h"

namespace overtake::cli {

bmc::BmcOptions bounds_of(const Settings& settings) {
  return {.model = settings.model.value_or(kDefaultModel),
          .sma = settings.queue_sma ? seq::SmaKind::Queue : seq::SmaKind::Tcdll,
          .unroll = settings.unroll.value_or(0),
          .rounds = settings.rounds,
          .max_clock = settings.max_clock,
          .queue = settings.queue,
          .int_bits = settings.int_bits};
}

ProgramKey bounded_key(const Settings& settings) {
  return {.input = {.files = settings.files,
                    .compiler_flags = settings.compiler_flags,
                    .compile_database = settings.compile_database,
                    .entry = settings.entry,
                    .optimize = settings.optimize,
                    .format = settings.format},
          .model = settings.model.value_or(kDefaultModel),
          .nondet_range = settings.nondet_range,
          .spurious_wakeups = settings.spurious_wakeups};
}

PreparedProgram prepare_bounded(ProgramKey key, std::uint32_t unroll) {
  key.unroll = unroll;
  PreparedProgram prepared{.nondet_range = key.nondet_range.value_or(kDefaultNondetRange)};
  const ir::Program program = load_program(key);
  prepared.restricted_inputs = restricted_inputs(program, prepared.nondet_range);
  prepared.program = memory::lower_orders(program, key.model, key.pso_rmw);
  ir::verify_or_throw(prepared.program);
  return prepared;
}

}  // namespace overtake::cli
