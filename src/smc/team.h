// All cores: the threads of one process explore together.
//
// One explorer begins, on the thread that asks. If it does not finish soon, it is asked to hand
// over work, and the worker that takes it becomes the explorer of another thread; so small
// explorations never see a second thread. As long as a worker is idle, explorers that have
// something to give hand over half of what they have planned near the root.
//
// The threads are our own, and a task that is handed over wakes one that waits. Schedulers with
// work stealing take it as a hint that a task may be stolen: the worker that made it is expected to
// return to it soon, and an explorer does not.
//
// For a checkpoint all explorers stop at a barrier between two executions. Then what is left to do
// is in the explorers' stacks, in the tasks that wait, and in what is shared; nothing is on its
// way.
//
// Every explorer has a result of its own. In the end they are added up: each class was visited by
// one of them.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/deep_stack.h"
#include "smc/check.h"
#include "smc/estimate.h"
#include "smc/work_pool.h"

namespace overtake::smc {

// Makes an explorer; options and result live as long as it does.
using MakeExplorer =
    std::function<std::unique_ptr<Explorer>(const CheckOptions& options, CheckResult& result)>;

// Adds what another explorer of the same exploration found.
void add(CheckResult& sum, CheckResult part);
// Into an order that does not depend on which worker found what first.
void sort_findings(CheckResult& result);

class Team final : public WorkPool {
 public:
  // `estimator`: makes guesses of the number of executions; none: the explorers do.
  Team(const CheckOptions& options, MakeExplorer make,
       std::unique_ptr<Estimator> estimator = nullptr);
  ~Team() override;

  // Explores everything into the result. Throws what an explorer threw.
  void explore(CheckResult& result);

  bool wants_work() override;
  void give(WorkItem item) override;
  std::shared_ptr<KnownByAll> share(const KnownSet& known) override;
  void keep(WorkItem item) override { give(std::move(item)); }
  void at_rest(Explorer& explorer) override;
  void wait(Explorer&) override {}  // no worker is far away
  bool stopped() const override;
  void stop() override { stop_.store(true, std::memory_order_relaxed); }
  std::uint64_t count_execution() override { return ++executions_; }
  void learn(memory::ThreadNames& names, ThreadId parent, std::uint32_t number) override;

 private:
  struct Worker {
    CheckOptions options;
    CheckResult result;
    std::unique_ptr<Explorer> explorer;
  };
  Worker& new_worker();
  void work(Worker*& me, const WorkItem* item);
  void help(Worker* me);
  std::optional<WorkItem> next_item();
  void start_threads();
  bool save_due() const;
  void pause(const Explorer& explorer);
  void save_if_all_rest();
  void show_progress(const Worker& worker);
  void estimate_a_little();
  void estimate(CheckResult& result, std::uint64_t before) const;

  const CheckOptions& options_;
  const MakeExplorer make_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<bool> stop_{false};
  std::atomic<std::uint32_t> in_flight_{1};  // items that wait or are worked on
  std::atomic<std::uint64_t> executions_{0};
  std::atomic<bool> pausing_{false};  // for a checkpoint

  std::mutex mutex_;  // of what follows
  std::deque<WorkItem> items_;
  memory::ThreadNames names_;
  std::exception_ptr thrown_;
  std::vector<std::unique_ptr<Worker>> workers_;
  CheckResult so_far_;         // of the run that this one continues
  std::uint32_t running_ = 0;  // items that are worked on
  std::uint64_t transfers_ = 0;
  double idle_seconds_ = 0;          // of all threads together
  std::condition_variable changed_;  // an item waits and may be taken up, or nothing is left to do
  std::vector<const Explorer*> paused_;
  std::condition_variable saved_;
  std::uint64_t saves_ = 0;
  std::chrono::steady_clock::time_point last_save_ = start_;
  struct Progress {
    CheckResult::Executions executions;
    std::size_t errors = 0;
    double estimate = 0;
  };
  std::vector<std::pair<const Worker*, Progress>> progress_;

  // Estimates take a small part of the time.
  const std::unique_ptr<Estimator> estimator_;
  std::mutex estimating_;
  std::atomic<std::uint32_t> rests_{0};
  std::chrono::steady_clock::duration estimated_for_{};

  std::atomic<bool> many_{false};  // there are threads_
  std::vector<std::unique_ptr<DeepThread>> threads_;
};

}  // namespace overtake::smc
