// The first bug first: random runs of the machine, beside an exploration that covers
// everything but stays in one corner for a long time.
//
//     hunt::Hunt hunt(program, {.model = Model::TSO, .seed = 1});
//     if (hunt.go_on(100'000)) show(hunt.errors().front());
//
// Runs are drawn as PCT does (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010): each
// thread has a random priority, the first that can go on does, and at d random steps the running
// thread gets the lowest priority. d is drawn, too, small numbers more often. The buffer of a
// thread has a priority of its own, so that delayed stores are as likely as delayed threads. Some
// runs delay all stores for as long as they can, and some follow no rule but chance.
//
// A thread whose next iteration of a loop would have no effect waits (exec/spin.cpp); what memory
// holds later may let it continue. A hunt proves nothing: it says what it has seen.
#pragma once

#include <atomic>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/model.h"
#include "exec/executor.h"
#include "hunt/runner.h"
#include "memory/found.h"
#include "smc/check.h"
#include "smc/errors.h"

namespace overtake::hunt {

struct HuntOptions {
  MemoryModel model = Model::SC;
  std::uint64_t seed = 1;
  std::vector<ir::ErrorKind> ignored = {};
  const std::atomic<bool>* stop = nullptr;
};

class Hunt {
 public:
  // The program must outlive the hunt.
  Hunt(const ir::Program& program, const HuntOptions& options);
  Hunt(const Hunt&) = delete;
  Hunt& operator=(const Hunt&) = delete;

  // Whole runs, until one fails or they have taken so many steps together. True: one has failed.
  bool go_on(std::uint64_t steps);

  // At most one, replayed.
  const std::vector<memory::FoundError>& errors() const { return result_.errors; }

  std::uint64_t runs() const { return runs_; }
  std::uint64_t steps() const { return steps_; }
  // Runs that were given up because they went on for too long.
  std::uint64_t given_up() const { return given_up_; }
  // Reads-from classes that were met, and a guess how many such runs could meet (Chao's estimator:
  // from those met once and twice).
  std::uint64_t classes() const { return met_.size(); }
  double estimated_executions() const;

 private:
  bool run_once();

  const exec::Executor executor_;
  const smc::CheckOptions options_;
  smc::CheckResult result_;
  smc::ErrorCollector errors_;
  Runner runner_;
  std::uint64_t runs_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t given_up_ = 0;
  std::unordered_map<std::uint64_t, std::uint32_t> met_;  // by class: how often
};

}  // namespace overtake::hunt
