// All executions of one client: does one have a history that no order of its operations explains?
//
// Exploration is by reads-from classes (RF-SMC). All runs of a class have the same results, so the
// orders that explain them are the same; what differs between its runs is which operations have
// ended before others begin. Whether a class has a run with a given precedence is a question to the
// consistency library: the execution with calls and returns as events of their own, which access
// nothing, and with order from returns to calls. So a class is fine if and only if no precedence
// that one of its runs has rules out all explaining orders (docs/linearize.md).
//
// What RF exploration does not know (accesses that overlap, atomic sections) is explored run by run
// (runs.h), and so are clients that turn out to have very many classes: threads that retry have a
// class for each way in which they failed, and come back to the same states.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "linearize/explanation.h"
#include "memory/schedule.h"
#include "smc/check.h"

namespace overtake::linearize {

// A moment of a run: a step of its schedule, or a call or return between two steps.
struct Moment {
  static constexpr std::uint32_t kStep = 0xffffffffu;
  std::uint32_t operation = kStep;
  bool returns = false;  // if it is not a step
};

struct Violation {
  History history;
  std::optional<std::uint32_t> waiting;  // the operation that waits for ever, if that is the fault
  std::vector<Moment> moments;           // as many steps as the schedule has
  memory::Schedule schedule;
  memory::ThreadNames names;
};

struct ClientOptions {
  MemoryModel model = Model::SC;
  Criterion criterion = Criterion::Linearizable;
  bool races = false;
  std::uint64_t max_executions = 0;
  // Classes that are explored before the exploration turns to states (runs.h); 0: never.
  std::uint64_t patience = 0;
  const std::atomic<bool>* stop = nullptr;
};

struct ClientResult {
  smc::CheckResult check;  // executions; errors and races, if there were any
  std::optional<Violation> violation;
  std::uint64_t questions = 0;  // to the consistency library
  bool run_by_run = false;
};

// One client of a structure, and what is asked of it.
struct ClientTask {
  const ir::Program& program;  // has the client in its table and was prepared for the model
  const Declaration& declaration;
  const Client& client;
  Explanations& explanations;
  ClientOptions options;
};

ClientResult explore(const ClientTask& task);

// Runs the violation on the machine and judges its history once more. Throws InternalError if it is
// none.
void confirm(const ClientTask& task, const Violation& violation);

}  // namespace overtake::linearize
