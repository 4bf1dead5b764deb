#include "ir/clocks.h"

#include <algorithm>
#include <vector>

#include "ir/user_place.h"

namespace overtake::ir {
namespace {

bool reads_clock(const Function& f) {
  return std::ranges::any_of(f.code, [](const Instruction& i) { return i.op == Opcode::Clock; });
}

}  // namespace

bool reads_clock(const Program& program) {
  return std::ranges::any_of(program.functions, [](const Function& f) { return reads_clock(f); });
}

// Functions that read a clock, then those that call them, and so on, until one of the user's does.
SourceId clock_read_place(const Program& program) {
  std::vector<bool> reads(program.functions.size());
  SourceId in_models;
  for (bool more = true; more;) {
    more = false;
    for (std::size_t f = 0; f < program.functions.size(); ++f) {
      if (reads[f]) continue;
      for (const Instruction& i : program.functions[f].code) {
        if (i.op != Opcode::Clock && !(i.op == Opcode::Call && reads[i.target])) continue;
        if (i.source.valid() && origin(program, i.source) == FileOrigin::User) return i.source;
        if (!in_models.valid()) in_models = i.source;
        reads[f] = more = true;
        break;
      }
    }
  }
  return in_models;
}

}  // namespace overtake::ir
