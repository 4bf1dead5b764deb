// The compiled models of runtime/.
#pragma once

#include <string_view>

namespace overtake::frontend {

std::string_view runtime_c();  // LLVM bitcode of runtime/*.c

}  // namespace overtake::frontend
