#include "fuzz/native_property.h"

#include <fmt/format.h>

#include "fuzz/native.h"

namespace overtake::fuzz {

std::optional<Property> native_property() {
#ifdef OVERTAKE_HAS_CLANG
  if (!has_native_compiler()) return std::nullopt;
  Property property{
      "native", "random sequential C computes what the processor computes", everything, {}};
  property.check_seed = [](std::uint64_t seed) -> std::optional<std::string> {
    const NativeProgram program = native_program(seed);
    // As written, and now and then as optimized.
    for (const int optimize : {0, seed % 3 == 0 ? 1 + static_cast<int>(seed / 3 % 3) : 0}) {
      const std::optional<NativeDifference> found = native_difference(program, optimize);
      if (!found) continue;
      const NativeProgram small = native_shrink(program, *found, optimize);
      return fmt::format(
          "  case {} ({}), optimized {}: {}\n--- natively this prints another checksum\n{}",
          found->which, program.cases.at(found->which).kind, optimize, found->what,
          native_text(small));
    }
    return std::nullopt;
  };
  return property;
#else
  return std::nullopt;
#endif
}

}  // namespace overtake::fuzz
