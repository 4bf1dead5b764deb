// The function that a program starts with, as people name it.
#pragma once

#include <llvm/IR/Function.h>

#include <string>

#include "frontend/clang/symbols.h"

namespace overtake::frontend {

// `name`: a symbol ("main", "_Z4testv"), or a C++ function without arguments by its name
// ("test_order", "queue::test_order", also in an unnamed namespace); "FILE:NAME" if several files
// have one. `place` begins messages. Throws InputError if there is none, or more than one.
const llvm::Function& find_entry(Symbols& symbols, const std::string& name,
                                 const std::string& place);

}  // namespace overtake::frontend
