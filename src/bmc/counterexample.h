// From a solution of the formula to a schedule of the machine.
//
// Two independent executions stand between the solver and the user. First the sequential program is
// run, concretely, with the choices of the solution: it has to fail, and it tells its steps. Then
// the machine of src/memory does the same steps on the original program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/model.h"
#include "memory/found.h"
#include "seq/sequentialize.h"

namespace overtake::bmc {

// What a run of the sequential program says.
struct ToldStep {
  std::uint32_t thread = 0;  // instance
  std::uint64_t choice = 0;
  std::optional<std::uint32_t> drain;  // a cell whose oldest store of this thread reaches memory
  std::optional<std::uint32_t> timestamp;
  std::uint32_t clock = 0;
};

struct ToldRun {
  std::vector<ToldStep> steps;
  exec::Error error;  // of the sequential program
  bool failed = false;
};

// Runs the sequential program; the k-th Choose that is executed obtains choices[k].
ToldRun run_sequentially(const seq::SequentialProgram& program,
                         const std::vector<std::uint32_t>& choices);

// Does the steps on the machine. Nothing, and `why`, if it does not go that way.
std::optional<memory::FoundError> run_on_machine(const ir::Program& program,
                                                 memory::MachineOptions machine,
                                                 const seq::BoundedProgram& bounded,
                                                 const seq::SequentialProgram& sequential,
                                                 const ToldRun& run, std::string& why);

}  // namespace overtake::bmc
