// Values that decide nothing: how often a thread has tried, how long it pauses before it tries
// again.
//
//     while (!flag) {
//       if (++attempt >= 10) { attempt = 0; sched_yield(); }
//     }
//
// A value is idle if nothing visible depends on it: no access to shared memory, no output, no
// error, no result, neither what is done nor whether it is done. Loops that differ in idle values
// only are in the same state as far as can be observed, so a thread that returns to the head of a
// loop like that waits (ir/mark_spins.h). Nothing is removed: idle code is executed as before, and
// its errors are found.
#pragma once

#include "ir/program.h"

namespace overtake::ir {

// Marks what nothing needs: branches and switches (sub = 1), calls, loads and stores of private
// objects (sub = 1), and these objects: those of a frame (count = 2), and addresses of thread-local
// variables (sub = 1). After privatize, before registers are shared.
void mark_idle(Program& program);

// Whether mark_idle says so. For instructions that it can mark.
inline bool is_idle(const Instruction& i) {
  switch (i.op) {
    case Opcode::Branch:
    case Opcode::Switch:
    case Opcode::Call:
    case Opcode::Load:
    case Opcode::Store:
      return i.sub != 0;
    case Opcode::Alloca:
      return i.count == 2;
    default:
      return false;
  }
}

}  // namespace overtake::ir
