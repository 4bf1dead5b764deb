// Counts finished executions and keeps each distinct error once, replayed.
#pragma once

#include "memory/machine.h"
#include "smc/check.h"

namespace overtake::smc {

class ErrorCollector {
 public:
  ErrorCollector(const exec::Executor& executor, const CheckOptions& options, CheckResult& result)
      : executor_(executor), options_(options), result_(result) {}

  // An execution that stands for so many; errors found from now on are theirs.
  void count(memory::Ending ending, std::uint64_t executions = 1);
  // The errors of a maximal execution. Returns false if the exploration should stop.
  bool note(const memory::Machine& machine, const memory::Schedule& schedule,
            memory::Ending ending);

  // Whether an error of the same kind at the same place was found before; then this is one more
  // execution with it. `thread` is the one to blame. Also for errors that do not count.
  bool count_again(const exec::Error& error, const exec::Thread& thread);
  // Replays the schedule; throws InternalError if it does not lead to the error. Returns false if
  // the exploration should stop.
  bool add(const exec::Error& error, const exec::Thread& thread, ThreadId id,
           const memory::Schedule& schedule, const memory::ThreadNames& names);
  void note_bounded(ir::SourceId loop);
  // Whether what is found now is found in an execution. If not, it is an error in no execution yet.
  void set_counts(bool counts) { counts_ = counts; }

 private:
  ir::SourceId place_of(const exec::Error& error, const exec::Thread& thread) const;

  const exec::Executor& executor_;
  const CheckOptions& options_;
  CheckResult& result_;
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  std::vector<std::uint64_t> seen_;  // by error: the number of the last execution with it
  bool counts_ = true;
  std::uint64_t stands_for_ = 1;  // the last execution
};

// An access that may come after the end of its object's life.
bool is_lifetime_error(ir::ErrorKind kind);

}  // namespace overtake::smc
