// The compiled models of runtime/.
#pragma once

#include <string_view>

namespace overtake::frontend {

std::string_view runtime_c();          // LLVM bitcode of runtime/*.c
std::string_view runtime_cxx();        // LLVM bitcode of runtime/cxx/*.cpp
std::string_view prelude();            // the text of runtime/cxx/prelude.h
std::string_view checkers_header();    // the text of runtime/checkers.h
std::string_view linearize_header();   // the text of runtime/linearize.h
std::string_view std_thread_header();  // the text of runtime/cxx/include/bits/std_thread.h

}  // namespace overtake::frontend
