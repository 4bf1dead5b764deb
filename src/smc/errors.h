// Counts finished executions and keeps each distinct error once, replayed.
#pragma once

#include "memory/machine.h"
#include "smc/check.h"

namespace overtake::smc {

class ErrorCollector {
 public:
  ErrorCollector(const exec::Executor& executor, const CheckOptions& options, CheckResult& result)
      : executor_(executor), options_(options), result_(result) {}

  // A maximal execution. Returns false if the exploration should stop.
  bool note(const memory::Machine& machine, const memory::Schedule& schedule,
            memory::Ending ending);

 private:
  void add(const exec::Error& error, ThreadId thread, const memory::Schedule& schedule,
           const memory::ThreadNames& names);

  const exec::Executor& executor_;
  const CheckOptions& options_;
  CheckResult& result_;
};

}  // namespace overtake::smc
