#include "ir/open_functions.h"

#include <cstdint>

namespace overtake::ir {

std::vector<bool> open_functions(const Program& program) {
  std::vector<bool> open(program.functions.size(), false);
  const auto note = [&](std::uint64_t value) {
    const std::uint64_t f = slot_bits(value) - kFirstFunctionSlot;
    if (f < open.size() && value == function_address(FunctionId{f})) open[f] = true;
  };
  for (const FunctionId f : {program.entry, program.thread_end, program.uncaught})
    if (f.valid()) open[f.index()] = true;
  for (const Function& f : program.functions)
    for (const std::uint64_t value : f.constants) note(value);
  for (const Global& g : program.globals) {
    std::uint64_t window = 0;  // the last 8 bytes, little-endian
    for (const std::uint8_t byte : g.initial) {
      window = window >> 8 | std::uint64_t{byte} << 56;
      note(window);
    }
  }
  return open;
}

}  // namespace overtake::ir
