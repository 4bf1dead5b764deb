// Whether this process is one of several that mpirun started, and how it talks to the others.
#pragma once

#include "scale/transport.h"

namespace overtake::cli {

// None: it is alone. Throws UsageError if it is not and was built without MPI.
scale::Transport* other_machines();

}  // namespace overtake::cli
