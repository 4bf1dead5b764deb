#include "cli/sequentialize_command.h"

#include <sstream>

#include "base/error.h"
#include "bmc/cnf.h"
#include "bmc/symbolic.h"
#include "cli/bounded.h"
#include "cli/exit_codes.h"
#include "cli/terminal.h"
#include "ir/print.h"
#include "seq/emit_c.h"

namespace overtake::cli {
namespace {

std::string formula_text(const bmc::Sequentialized& s, bool smt2) {
  bmc::Formula formula;
  bmc::SymbolicExecutor executor(
      s.sequential.program, formula,
      {.int_bits = s.used.int_bits,
       .first_own_global = static_cast<std::uint32_t>(s.bounded.program.globals.size())});
  const bmc::SymbolicRun run = executor.run();
  std::ostringstream out;
  if (smt2)
    bmc::write_smt2(out, formula, run.constraints, run.failed);
  else
    bmc::write_dimacs(out, bmc::make_cnf(formula, run.constraints, run.failed));
  return out.str();
}

}  // namespace

int sequentialize_command(const Settings& settings) {
  bmc::BmcOptions options = bounds_of(settings);
  if (options.unroll == 0) options.unroll = 1;
  if (options.rounds == 0) options.rounds = 2;
  const PreparedProgram prepared = prepare_bounded(program_key(settings, Purpose::Bounded), options.unroll);
  const bmc::Sequentialized s = bmc::sequentialize(prepared.program, options);
  if (settings.emit == "ir")
    write_stdout(ir::print(s.sequential.program));
  else if (settings.emit == "c")
    write_stdout(seq::emit_c(s.sequential.program));
  else
    write_stdout(formula_text(s, settings.emit == "smt2"));
  return to_int(ExitCode::NoError);
}

}  // namespace overtake::cli
