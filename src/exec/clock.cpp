// The time of a thread (docs/memory-models.md, "Time").
//
// A thread's clock moves on when the thread sleeps, when it learns of something that happened later
// on another thread's clock (Executor::resume), and a little each time it is read. That is all:
// what a thread computes takes no time, so a clock shows the least time that the sleeps of its
// causes allow, and is a function of them.
//
// A loop that waits for a time must come to it. While a thread does nothing but look (reads,
// attempts that fail, locks that it takes and gives back, sleep), each look at the clock after the
// first eight makes the time since the first one four times as long, from a microsecond on: a
// second is over after 19 looks, an hour after 25. After nine years clocks stand still; a loop that
// is still waiting then waits for something else, and is found to spin (spin.cpp).
#include <algorithm>

#include "exec/interpreter.h"
#include "ir/sync_table.h"

namespace overtake::exec {

namespace {

// Whether the thread is still only looking after it has done `op`.
bool only_looks(const Op& op, Value result, ThreadId self) {
  switch (op.kind) {
    case OpKind::Load:
    case OpKind::Fence:
    case OpKind::StoreFence:
    case OpKind::ObjectSize:
    case OpKind::Choose:
      return true;
    case OpKind::Rmw:
      return apply(op, result, self).written == result;
    case OpKind::Cas:
      return result != op.expected || apply(op, result, self).written == result;
    case OpKind::Sync:
      switch (ir::sync_row(op.sync()).looks) {
        case ir::When::Always:
          return true;
        case ir::When::IfItFails:
          return result.lo == 0;
        default:
          return false;
      }
    default:
      return false;
  }
}

}  // namespace

Time Interpreter::read_clock() {
  constexpr std::uint32_t kPatience = 8;
  constexpr Time kLook = 1;
  constexpr Time kLongLook = 1000;
  if (t_.looks_ == 0) t_.looking_since_ = t_.time_;
  const bool impatient = t_.looks_ >= kPatience;
  const Time step = impatient ? std::max(kLongLook, 3 * (t_.time_ - t_.looking_since_)) : kLook;
  if (!impatient) ++t_.looks_;
  move_clock_to(t_.time_ + step);
  ++t_.clock_reads_;
  return t_.time_;
}

void Interpreter::sleep(ir::SleepKind kind, Time time) {
  if (!executor_.has_clock_) return;
  if (kind == ir::SleepKind::For) time = t_.time_ + std::min(time, kEndOfTime);
  move_clock_to(time);
}

void Interpreter::move_clock_to(Time time) {
  t_.time_ = std::max(t_.time_, std::min(time, kEndOfTime));
}

void Interpreter::note_for_clock(Value result) {
  if (t_.looks_ == 0 || only_looks(t_.pending_, result, t_.id_)) return;
  t_.looks_ = 0;
  t_.looking_since_ = 0;
}

}  // namespace overtake::exec
