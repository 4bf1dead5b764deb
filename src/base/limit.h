// What kept an engine from covering everything. Engines say it in data; report/remarks.h has the
// sentences, and knows which option would help.
#pragma once

#include <cstdint>
#include <string>

namespace overtake {

enum class Limit : std::uint8_t {
  None,
  Stopped,         // from outside; the caller knows why
  FirstError,      // an error was found, and no others were asked for
  MaxExecutions,   // as many executions as were allowed
  Preemptions,     // there are executions with more preemptions than were allowed
  LoopBound,       // some execution runs a loop more often than its bound allows
  Configurations,  // more configurations than the search may meet
  Threads,         // an execution starts more than `number` threads
  Waiters,         // more than `number` threads wait on a condition variable
  Operations,      // a thread does more than `number` visible operations
  Lifetimes,       // memory is accessed after the end of its life, and what follows is not watched
  Buffers,         // store buffers of `number` stores were full
  Endless,         // `subject` runs for ever, at `where`
};

struct ReachedLimit {
  Limit limit = Limit::None;
  std::uint64_t number = 0;
  std::string subject;
  std::string where;

  explicit operator bool() const { return limit != Limit::None; }
  friend bool operator==(const ReachedLimit&, const ReachedLimit&) = default;
};

// Thrown when an execution grows beyond what can be explored: nothing is known then.
struct LimitReached {
  ReachedLimit limit;
};

}  // namespace overtake
