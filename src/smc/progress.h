// Limits, stops and reports of progress: what an explorer obeys besides its algorithm.
#pragma once

#include <cstdint>

#include "smc/check.h"
#include "smc/work_pool.h"

namespace overtake::consistency {
struct Statistics;
}

namespace overtake::smc {

class CurrentExecution;

class Progress {
 public:
  Progress(const CheckOptions& options, CheckResult& result) : options_(options), result_(result) {}

  void join(WorkPool& pool) { pool_ = &pool; }
  WorkPool* pool() const { return pool_; }  // none: alone

  // No more executions: the explorer was asked to stop, or found what it was looking for.
  void stop() { stopped_ = true; }
  void stop(Limit limit) {
    stopped_ = true;
    result_.unfinished = {limit};
  }
  bool stopped() const { return stopped_; }
  bool interrupted() const;  // from outside, or by another worker

  std::uint64_t executions() const;  // so far
  // Before an execution counts: false if others have reached the limit of executions.
  bool claim_execution();
  // An execution was counted: stops at the limit, and shows progress now and then.
  void note_execution(const Explorer& explorer);
  // How the consistency library came to a verdict.
  void note_verdict(const consistency::Statistics& how);

  // Between two executions: gives work to idle workers. False: no more executions.
  bool go_on(Explorer& explorer);
  // Nothing is left to do, or the exploration was stopped.
  void end(const Explorer& explorer, const CurrentExecution& last, bool finished);
  // What is said of the whole exploration, and of one that was stopped.
  void conclude(const Explorer& explorer, const CurrentExecution& last);

 private:
  const CheckOptions& options_;
  CheckResult& result_;
  WorkPool* pool_ = nullptr;
  bool stopped_ = false;
  std::uint64_t number_ = 0;  // of the execution that was claimed, among those of all workers
};

}  // namespace overtake::smc
