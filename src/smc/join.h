// Where those meet who explore values of one node of RVF exploration.
//
// Whether the node's next read has to be tried, and what is forbidden then, is known when all
// values of this read are done with. Whoever owns the node waits for the others by leaving behind
// what is left to do: the last of them goes on with it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/words.h"
#include "smc/crew.h"

namespace overtake::smc {

// Where those report to who were given values of a node.
class Meeting : public Shared {
 public:
  // What those who are back have to say: which of the nodes on the way were signalled to, by depth,
  // and whether the node had a child.
  struct News {
    std::vector<std::uint32_t> signalled;
    bool fruitful = false;
  };

  // One is back; the work that was left behind, with the news at its end, if it was the last and
  // the owner waits.
  virtual std::optional<WorkItem> come_back(const News& news) = 0;
};

class Join final : public Meeting {
 public:
  Join() = default;
  // For checkpoints: while nobody else uses it.
  struct State {
    std::uint32_t away = 0;
    News news;
    std::optional<WorkItem> rest;
  };
  explicit Join(State state) : state_(std::move(state)) {}
  const State& state() const { return state_; }
  void restore(WorkItem rest) { state_.rest = std::move(rest); }

  void expect_one() {
    const std::lock_guard lock(mutex_);
    ++state_.away;
  }

  std::optional<WorkItem> come_back(const News& news) override {
    const std::lock_guard lock(mutex_);
    for (const std::uint32_t depth : news.signalled)
      if (std::find(state_.news.signalled.begin(), state_.news.signalled.end(), depth) ==
          state_.news.signalled.end())
        state_.news.signalled.push_back(depth);
    state_.news.fruitful = state_.news.fruitful || news.fruitful;
    if (--state_.away != 0 || !state_.rest) return std::nullopt;
    WordWriter out(state_.rest->words);
    out.put(state_.news.signalled);
    out.put(state_.news.fruitful ? 1 : 0);
    return std::exchange(state_.rest, std::nullopt);
  }

  // The owner has nothing else to do: the news if all are back, else `rest` stays here.
  std::optional<News> wait(WorkItem rest) {
    const std::lock_guard lock(mutex_);
    if (state_.away == 0) return std::move(state_.news);
    state_.rest = std::move(rest);
    return std::nullopt;
  }

 private:
  std::mutex mutex_;
  State state_;
};

}  // namespace overtake::smc
