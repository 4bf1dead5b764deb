// Unwinding begins at Throw, ForcedUnwind and Resume and goes up through calls without a landing
// pad; what a pad catches is passed on only by a Resume or Throw there. Calls by address may be
// calls of anything.
#include "ir/drop_unwinds.h"

#include <algorithm>
#include <vector>

#include "ir/simplify.h"

namespace overtake::ir {
namespace {

bool may_throw(const Instruction& i, const std::vector<bool>& throws) {
  switch (i.op) {
    case Opcode::Throw:
    case Opcode::ForcedUnwind:
    case Opcode::Resume:
      return true;
    case Opcode::Call:
      return i.unwind == kNoTarget && throws[i.target];
    case Opcode::CallIndirect:
      return i.unwind == kNoTarget;
    default:
      return false;
  }
}

// By FunctionId: whether an exception may come out of it. The least solution, from below: in a
// cycle of calls one of them has to throw first.
std::vector<bool> throwing_functions(const Program& program) {
  std::vector<bool> throws(program.functions.size(), false);
  for (bool more = true; more;) {
    more = false;
    for (std::size_t f = 0; f < throws.size(); ++f) {
      if (throws[f]) continue;
      throws[f] = std::ranges::any_of(program.functions[f].code,
                                      [&](const Instruction& i) { return may_throw(i, throws); });
      more = more || throws[f];
    }
  }
  return throws;
}

// Whether it had a pad that is not needed.
bool drop_unwinds(Function& function, const std::vector<bool>& throws) {
  bool dropped = false;
  for (Instruction& i : function.code) {
    if (i.op != Opcode::Call || i.unwind == kNoTarget || throws[i.target]) continue;
    i.unwind = kNoTarget;
    dropped = true;
  }
  return dropped;
}

}  // namespace

void drop_unwinds(Program& program) {
  // A Resume in a pad that is dropped was no reason to throw: again.
  for (bool more = true; more;) {
    more = false;
    const std::vector<bool> throws = throwing_functions(program);
    for (Function& f : program.functions) {
      if (!drop_unwinds(f, throws)) continue;
      tidy_jumps(f);
      more = true;
    }
  }
}

}  // namespace overtake::ir
