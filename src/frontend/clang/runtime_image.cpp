// The models of runtime/ as bitcode, part of the program text so that the binary needs no files.
#include "frontend/clang/runtime_image.h"

#include "sums/checkers.h"
#include "sums/linearize.h"
#include "sums/prelude.h"
#include "sums/runtime_c.h"
#include "sums/runtime_cxx.h"
#include "sums/std_thread.h"

// A file as the bytes between two symbols.
#define OVERTAKE_EMBED(name, path)                                               \
  asm(".section .rodata\n.balign 16\novertake_" #name "_begin:\n.incbin \"" path \
      "\"\novertake_" #name "_end:\n.byte 0\n.previous\n");                      \
  extern "C" const char overtake_##name##_begin;                                 \
  extern "C" const char overtake_##name##_end;

OVERTAKE_EMBED(runtime_c, OVERTAKE_RUNTIME_C)
OVERTAKE_EMBED(runtime_cxx, OVERTAKE_RUNTIME_CXX)
OVERTAKE_EMBED(prelude, OVERTAKE_RUNTIME_PRELUDE)
OVERTAKE_EMBED(checkers_header, OVERTAKE_RUNTIME_CHECKERS)
OVERTAKE_EMBED(linearize_header, OVERTAKE_RUNTIME_LINEARIZE)
OVERTAKE_EMBED(std_thread_header, OVERTAKE_RUNTIME_STD_THREAD)

namespace overtake::frontend {
namespace {

std::string_view between(const char& begin, const char& end) {
  return {&begin, static_cast<std::size_t>(&end - &begin)};
}

}  // namespace

std::string_view runtime_c() { return between(overtake_runtime_c_begin, overtake_runtime_c_end); }
std::string_view runtime_cxx() {
  return between(overtake_runtime_cxx_begin, overtake_runtime_cxx_end);
}
std::string_view prelude() { return between(overtake_prelude_begin, overtake_prelude_end); }
std::string_view checkers_header() {
  return between(overtake_checkers_header_begin, overtake_checkers_header_end);
}
std::string_view linearize_header() {
  return between(overtake_linearize_header_begin, overtake_linearize_header_end);
}
std::string_view std_thread_header() {
  return between(overtake_std_thread_header_begin, overtake_std_thread_header_end);
}

}  // namespace overtake::frontend
