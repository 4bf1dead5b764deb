// What must hold of explorations that several work on: the same as if one did.
#pragma once

#include <vector>

#include "fuzz/engine.h"
#include "fuzz/harness.h"

namespace overtake::fuzz {

// RF and RVF exploration visit the same classes, each as often, and find the same errors, whether
// one explorer works, or
//   jobs     two or four threads
//   ranks    two or four processes with messages between them (here: threads)
//   killed   threads, or processes, that are killed after a checkpoint, and others that go on
//   relay    several that hand over work at random moments, or put all of it into a checkpoint and
//            begin anew with that
std::vector<Property> crew_properties(std::vector<MachineName> machines);

}  // namespace overtake::fuzz
