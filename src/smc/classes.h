// The name of a class of executions, independent of the order in which anything was explored.
//
// A thread is a deterministic function of the results it was handed, so the RF class of an
// execution is, for each thread, the sequence of its operations with the source of each read and
// the outcome of each choice. Threads and events are named by spawn path and number.
#pragma once

#include <cstdint>

#include "base/hash.h"
#include "memory/machine.h"

namespace overtake::smc {

using ClassName = Hash128;

// What one thread has done so far.
struct History {
  Hash128 hash;

  void operation(const exec::Op& op);
  void choice(std::uint32_t c) { hash.add(0x100000000ull + c); }
  void error(ir::ErrorKind kind) { hash.add(0x200000000ull + static_cast<std::uint64_t>(kind)); }
  // `thread` is ThreadNames::identity; 0 for the initial value.
  void source(std::uint64_t thread, std::uint32_t index) {
    hash.add(thread);
    hash.add(index);
  }
  void value(std::uint64_t v) { hash.add(v); }
  // What the thread did on the machine in `step`, which was no drain.
  void note(const memory::Machine& machine, const memory::Step& step,
            const memory::Happened& happened);
};

// Sums up over threads, so that the order of threads does not matter.
class ClassSum {
 public:
  void add(std::uint64_t thread_identity, const History& history) {
    Hash128 h = history.hash;
    h.add(thread_identity);
    sum_.lo += h.lo;
    sum_.hi += h.hi;
  }
  ClassName name() const { return sum_; }

 private:
  Hash128 sum_;
};

// Whether the class records where the operation's read comes from. Releases overwrite what their
// own thread wrote; barrier arrivals commute and record their round instead; and a thread that
// waits for a barrier or a signal continues at some time after it came, no matter when.
inline bool records_source(const exec::Op& op) { return exec::learns_from_source(op); }
bool records_result(const exec::Op& op);

}  // namespace overtake::smc
