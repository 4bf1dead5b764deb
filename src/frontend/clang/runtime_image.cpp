// The models of runtime/ as bitcode, part of the program text so that the binary needs no files.
#include "frontend/clang/runtime_image.h"

asm(R"(
  .section .rodata
  .balign 16
overtake_runtime_c_begin:
  .incbin ")" OVERTAKE_RUNTIME_C R"("
overtake_runtime_c_end:
  .byte 0
  .previous
)");

extern "C" {
extern const char overtake_runtime_c_begin;
extern const char overtake_runtime_c_end;
}

namespace overtake::frontend {

std::string_view runtime_c() {
  return {&overtake_runtime_c_begin,
          static_cast<std::size_t>(&overtake_runtime_c_end - &overtake_runtime_c_begin)};
}

}  // namespace overtake::frontend
