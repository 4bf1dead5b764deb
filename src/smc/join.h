// Where the tasks join that explore values of one node of RVF exploration.
//
// Whether the node's next read has to be tried, and what is forbidden then, is known when all
// values of this read are explored. The owner of the node does not block: it deposits what is left
// to do there, and the last task that arrives continues with it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/words.h"
#include "smc/work_pool.h"

namespace overtake::smc {

// Where a task reports that was given values of a node.
class JoinPoint : public Shared {
 public:
  // What tasks found out: which of the nodes on the path were signalled to, by depth, and whether
  // the node had a child.
  struct Report {
    std::vector<std::uint32_t> signalled;
    bool fruitful = false;
  };

  // A task has ended. If it was the last one and the owner has deposited its work: that work, with
  // the report at its end.
  virtual std::optional<WorkItem> arrive(const Report& report) = 0;
};

class Join final : public JoinPoint {
 public:
  Join() = default;
  // For checkpoints: while no worker uses it.
  struct State {
    std::uint32_t away = 0;
    Report report;
    std::optional<WorkItem> rest;
  };
  explicit Join(State state) : state_(std::move(state)) {}
  const State& state() const { return state_; }
  void restore(WorkItem rest) { state_.rest = std::move(rest); }

  void expect_one() {
    const std::lock_guard lock(mutex_);
    ++state_.away;
  }

  std::optional<WorkItem> arrive(const Report& report) override {
    const std::lock_guard lock(mutex_);
    for (const std::uint32_t depth : report.signalled)
      if (std::find(state_.report.signalled.begin(), state_.report.signalled.end(), depth) ==
          state_.report.signalled.end())
        state_.report.signalled.push_back(depth);
    state_.report.fruitful = state_.report.fruitful || report.fruitful;
    if (--state_.away != 0 || !state_.rest) return std::nullopt;
    WordWriter out(state_.rest->words);
    out.put(state_.report.signalled);
    out.put(state_.report.fruitful ? 1 : 0);
    return std::exchange(state_.rest, std::nullopt);
  }

  // The owner has nothing else to do: the report if all tasks have ended, else `rest` is deposited.
  std::optional<Report> wait(WorkItem rest) {
    const std::lock_guard lock(mutex_);
    if (state_.away == 0) return std::move(state_.report);
    state_.rest = std::move(rest);
    return std::nullopt;
  }

 private:
  std::mutex mutex_;
  State state_;
};

}  // namespace overtake::smc
