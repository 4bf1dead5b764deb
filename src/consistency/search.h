// What the searches share: reversible state, memory of failed states, what is tried first, what the
// closure demands, and when to give up.
#pragma once

#include <tsl/robin_set.h>

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"
#include "consistency/instance.h"

namespace overtake::consistency {

enum class Outcome : std::uint8_t { Witness, NoWitness, GaveUp };

// Cells that remember what they held: a search goes forward by set() and back by undo().
class Trail {
 public:
  void reset(std::size_t size) {
    cells_.assign(size, 0);
    log_.clear();
  }
  std::uint32_t operator[](std::size_t i) const { return cells_[i]; }
  void init(std::size_t i, std::uint32_t value) { cells_[i] = value; }
  void set(std::size_t i, std::uint32_t value) {
    log_.push_back({static_cast<std::uint32_t>(i), cells_[i]});
    cells_[i] = value;
  }
  std::size_t mark() const { return log_.size(); }
  void undo(std::size_t mark) {
    while (log_.size() > mark) {
      cells_[log_.back().cell] = log_.back().old;
      log_.pop_back();
    }
  }
  std::span<const std::uint32_t> cells(std::size_t begin, std::size_t count) const {
    return {cells_.data() + begin, count};
  }

 private:
  struct Change {
    std::uint32_t cell;
    std::uint32_t old;
  };
  std::vector<std::uint32_t> cells_;
  std::vector<Change> log_;
};

// States from which no witness exists, by 128-bit hash. Nothing is paid before the first failure.
class FailedStates {
 public:
  void reset() {
    if (!failed_.empty()) failed_.clear();
  }
  bool empty() const { return failed_.empty(); }
  bool contains(const Hash128& state) const { return failed_.contains(state); }
  void insert(const Hash128& state) { failed_.insert(state); }

 private:
  tsl::robin_set<Hash128, Hash128Hasher> failed_;
};

// A node of the closure's order: step s is node s, and the memory-write of the buffer-write at step
// s is node steps + s.
inline std::uint32_t memory_node(const Instance& instance, std::uint32_t step) {
  return instance.steps[step].kind == StepKind::Buffer
             ? static_cast<std::uint32_t>(instance.steps.size()) + step
             : step;
}

// What has to be executed before a memory event besides what the models demand: the edges that the
// closure added, by node.
struct Constraints {
  std::vector<std::uint32_t> head;  // by node
  std::vector<Link> links;          // values are nodes
};

// What is tried first: smaller ranks. A hint knows when memory-writes happened; other orders are
// about steps only, and then a memory-write is as urgent as the step that waits for it.
struct Ranks {
  std::vector<std::uint32_t> of;  // by node
  bool by_demand = false;

  std::uint32_t operator[](std::size_t node) const { return of[node]; }
};

class Budget {
 public:
  Budget() = default;
  Budget(std::uint64_t max_states, double seconds) : max_states_(max_states) {
    if (seconds > 0) {
      timed_ = true;
      deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(seconds));
    }
  }
  // Counts one state; false when it is time to give up.
  bool spend() {
    ++states_;
    if (max_states_ != 0 && states_ > max_states_) return false;
    return !timed_ || states_ % 256 != 0 || Clock::now() < deadline_;
  }
  bool expired() const { return timed_ && Clock::now() >= deadline_; }
  std::uint64_t states() const { return states_; }
  // The same deadline, but at most `limit` further states.
  Budget part(std::uint64_t limit) const {
    Budget b = *this;
    b.states_ = 0;
    if (max_states_ == 0 || limit < max_states_ - std::min(states_, max_states_))
      b.max_states_ = limit;
    return b;
  }
  void add(std::uint64_t states) { states_ += states; }

 private:
  using Clock = std::chrono::steady_clock;
  std::uint64_t max_states_ = 0;
  std::uint64_t states_ = 0;
  bool timed_ = false;
  Clock::time_point deadline_;
};

// All events of a step, in program order.
inline void emit(const Instance& instance, const Step& step, Witness& witness) {
  if (step.silent) return;
  if (step.event_count == 1) {
    witness.push_back({EventId{step.event}, false});
    return;
  }
  const auto& thread = instance.execution().threads[step.thread];
  for (std::uint32_t i = 0; i < step.event_count; ++i)
    witness.push_back({thread[step.position + i], false});
}

}  // namespace overtake::consistency
