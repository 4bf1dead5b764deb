// What must hold of explorations that several work on: the same as if one did.
#pragma once

#include <vector>

#include "fuzz/engine.h"
#include "fuzz/harness.h"

namespace overtake::scale {
class Transport;
}

namespace overtake::fuzz {

// RF and RVF exploration visit the same classes, each as often, and find the same errors, whether
// one explorer works, or
//   jobs     two or four threads
//   ranks    two or four processes with messages between them (here: threads)
//   killed   threads, or processes, that are killed after a checkpoint, and others that go on
//   relay    several that hand over work at random moments, or put all of it into a checkpoint and
//            begin anew with that
std::vector<Property> sharing_properties(const std::vector<MachineName>& machines);

// The same of the processes that mpirun started. They all check the same programs; rank 0 compares,
// and what it finds is what the property says at each of them, so that they stay together.
Property mpi_property(std::vector<MachineName> machines, scale::Transport& transport);

}  // namespace overtake::fuzz
