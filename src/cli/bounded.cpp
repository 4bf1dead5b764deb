#include "cli/bounded.h"

#include "cli/inputs.h"
#include "ir/verify.h"
#include "memory/lower.h"

namespace overtake::cli {

namespace {

seq::SmaKind kind_of(const std::string& sma) {
  if (sma == "queue") return seq::SmaKind::Queue;
  return sma == "tcdll" ? seq::SmaKind::Tcdll : seq::SmaKind::Timeline;
}

}  // namespace

bmc::BmcOptions bounds_of(const Settings& settings) {
  return {.model = {settings.model.value_or(kDefaultModel), settings.pso_rmw},
          .sma = kind_of(settings.sma),
          .unroll = settings.unroll.value_or(0),
          .rounds = settings.rounds,
          .max_clock = settings.max_clock,
          .queue = settings.queue,
          .int_bits = settings.int_bits};
}

PreparedProgram prepare_bounded(ProgramKey key, std::uint32_t unroll) {
  key.unroll = unroll;
  PreparedProgram prepared{.nondet_range = key.nondet_range.value_or(kDefaultNondetRange)};
  const ir::Program program = load_program(key);
  prepared.restricted_inputs = restricted_inputs(program, prepared.nondet_range);
  prepared.program = memory::lower_orders(program, key.model);
  ir::verify_or_throw(prepared.program);
  return prepared;
}

}  // namespace overtake::cli
