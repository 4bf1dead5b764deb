// Loads a C program and runs it to its end, one thread after the other.
#pragma once

#include <string>
#include <vector>

#include "exec/executor.h"
#include "frontend/input.h"
#include "ir/errors.h"
#include "ir/verify.h"
#include "memory/lower.h"
#include "memory/machine.h"

namespace overtake::test {

struct Outcome {
  exec::Status status = exec::Status::Ready;  // of main
  std::uint64_t result = 0;                   // what main returned, or exit's status
  exec::Error error;                          // of the first thread that failed
  bool failed = false;

  int exit_code() const { return static_cast<int>(result & 0xff); }
};

inline Outcome run(const ir::Program& source) {
  ir::verify_or_throw(source);
  const ir::Program program = memory::lower_orders(source, Model::SC);
  const exec::Executor executor(program);
  memory::Machine machine(executor, {.model = Model::SC});
  std::vector<memory::Step> steps;
  // The first that can, and now and then the next one: it may be waited for in a loop.
  constexpr std::size_t kTurn = 5'000;
  for (std::size_t n = 0; steps.clear(), machine.enabled(steps), !steps.empty(); ++n)
    machine.execute(steps[n / kTurn % steps.size()]);
  Outcome outcome;
  outcome.status = machine.thread(ThreadId{0}).status();
  outcome.result = machine.thread(ThreadId{0}).result().lo;
  for (std::size_t t = 0; t < machine.thread_count(); ++t) {
    const ThreadId id{t};
    if (!machine.exists(id) || machine.thread(id).status() != exec::Status::Failed) continue;
    outcome.failed = true;
    outcome.error = machine.thread(id).error();
    break;
  }
  return outcome;
}

}  // namespace overtake::test
