// Engines that reach what the front end could not translate (ir/refused.h) have found nothing about
// the program: the input is refused, with everything that is missing at once.
#pragma once

#include "ir/program.h"
#include "memory/found.h"

namespace overtake::analysis {

// Throws InputError if the error is that a stub was reached.
void refuse_reached(const ir::Program& program, const exec::Error& error);

// For engines that do not say what they reach: throws InputError if there is any stub that is
// called.
void refuse_called(const ir::Program& program);

}  // namespace overtake::analysis
