// Guarded commands as Promela, for the model checker Spin. The meaning is that of SC: a write is
// one step.
#pragma once

#include <string>

#include "gcl/ast.h"

namespace overtake::gcl {

// Each process is an active proctype, each label one with an `if` over its alternatives; an
// assertion that fails is Spin's. Values are Promela's `int`: 32 bits. Throws InputError for what
// that cannot hold, for computed addresses, and for lock and unlock.
std::string to_promela(const Program& program);

}  // namespace overtake::gcl
