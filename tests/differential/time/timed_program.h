// Small concurrent programs about time: threads that sleep, look at their clocks, wait with
// deadlines, and tell each other things. Simple enough to be generated, translated to the IR, and
// run by a machine that knows nothing of it.
//
// Thread 0 is main: it spawns the others, sleeping before each, runs its statements, joins them,
// and looks at its clock once more. A thread's result is its registers as digits to the base 256.
// Times are whole seconds; all registers start as 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/program.h"

namespace overtake::timed {

enum class Kind : std::uint8_t {
  Load,         // r[dst] = x[target]
  Store,        // x[target] = value
  Add,          // r[dst] = x[target]++, atomically
  Fence,        // full
  Sleep,        // for value seconds
  SleepUntil,   // the second value
  Clock,        // r[dst] = the second that it is
  Less,         // if (r[dst] < value) body
  Locked,       // lock mutex target; body; unlock
  TimedLocked,  // if mutex target can be locked until the second value: body, unlock; else r[dst]
                // += 1
  SemPost,
  SemWait,
  TimedSemWait,  // ... until the second value; r[dst] = 1 if it was obtained, else 0
  CondWait,      // on condition target, inside Locked
  TimedWait,     // ... until the second value; r[dst] = 1 if it has timed out, else 0
  Signal,
  Broadcast,
  Barrier,
};

struct Statement {
  Kind kind = Kind::Fence;
  std::uint8_t target = 0;
  std::uint8_t dst = 0;
  std::uint8_t value = 0;
  std::vector<Statement> body;
};

constexpr std::uint8_t kRegisters = 3;

struct TimedProgram {
  std::uint8_t locations = 2;
  std::uint8_t barrier = 2;  // how many threads it waits for
  std::uint8_t delay = 0;    // seconds that main sleeps before each spawn
  std::vector<std::vector<Statement>> threads;
};

TimedProgram random_program(std::uint64_t seed);
ir::Program to_ir(const TimedProgram& program);
std::string to_string(const TimedProgram& program);

}  // namespace overtake::timed
