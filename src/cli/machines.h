// Whether this process is one of several that mpirun started, and how it talks to the others.
#pragma once

#include <string>

#include "scale/transport.h"

namespace overtake::cli {

// The module that knows MPI; empty: there is none.
std::string mpi_module();

// None: it is alone. Throws UsageError if it is not and was built without MPI.
scale::Transport* other_machines();

}  // namespace overtake::cli
