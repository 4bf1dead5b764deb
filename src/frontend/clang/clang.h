// The front end for C, C++ and LLVM: clang 19 compiles in this process, and what it emits is
// lowered to ir::Program. The folder is the only place that sees LLVM's headers; this header shows
// none.
#pragma once

#include "frontend/input.h"

namespace overtake::frontend {

// Compiles and links the files (C, C++, .ll, .bc) with the models in runtime/, and lowers what can
// be reached from the entry. Throws InputError: clang's own messages, or what is not supported.
ir::Program load_clang(const Input& input);

// The first file after preprocessing.
std::string preprocess_clang(const Input& input);

}  // namespace overtake::frontend
