// What the machine of src/memory, walked by the exhaustive exploration, makes of a program.
#pragma once

#include <set>
#include <string>

#include "fuzz/outcome.h"
#include "fuzz/sketch.h"
#include "memory/machine.h"
#include "smc/classes.h"

namespace overtake::fuzz {

// The four machines that there are.
using MachineName = MemoryModel;
inline constexpr MachineName kMachines[] = {{Model::SC, PsoRmw::All},
                                            {Model::TSO, PsoRmw::All},
                                            {Model::PSO, PsoRmw::All},
                                            {Model::PSO, PsoRmw::Location}};
std::string to_string(MachineName machine);  // "sc", "tso", "pso", "pso-location"

// How the exhaustive exploration is asked to go about it; the outcomes do not depend on it.
struct Walk {
  bool classes = false;
  bool eager = true;
};

// `program` is the translation, by whatever front end, of `sketch`: its globals x0, x1, ... and h0,
// h1, ... are what the outcome shows of memory. Throws InternalError if the exploration gives up.
Outcomes engine_outcomes(const Sketch& sketch, const ir::Program& program, MachineName machine,
                         Walk walk = {});
// The same with the sketch's own IR.
Outcomes engine_outcomes(const Sketch& sketch, MachineName machine, Walk walk = {});

// The reads-from classes that the exhaustive exploration finds.
std::set<smc::ClassName> engine_classes(const ir::Program& program, MachineName machine);

// What a machine that can do nothing more shows.
Outcome outcome_of(const Sketch& sketch, const memory::Machine& machine);

}  // namespace overtake::fuzz
