// The skeleton of the searches for a witness: what needs no choice is executed; where there are
// candidates a frame is opened, and they are tried, the best first; a state whose candidates have
// all failed is remembered, and fails at once when it is met again.
//
// A `Search` derives from DepthFirst<Search, Candidate> and has
//
//   void start()                the first state, in cells_
//   Move descend(Budget&)       executes what needs no choice, and then one candidate
//   bool attempt(Candidate)     executes it; false if it turns out to be impossible
//   bool done(write) const      whether the write is in memory
//   Hash128 key()               what tells states apart
//
// Calls are bound when the search is compiled: this is where explorations spend their time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "consistency/search.h"

namespace overtake::consistency {

enum class Move : std::uint8_t { Progress, Complete, Stuck, GaveUp };

template <class Search, class Candidate>
class DepthFirst {
 protected:
  // `constraints` may be null. The witness is complete only if the outcome is Witness.
  Outcome run(const Instance& instance, const Constraints* constraints, const Ranks& ranks,
              Budget& budget, Witness& witness) {
    begin(instance, constraints, ranks, witness);
    self().start();
    return search(budget);
  }

  void begin(const Instance& instance, const Constraints* constraints, const Ranks& ranks,
             Witness& witness) {
    instance_ = &instance;
    constraints_ = constraints;
    ranks_ = &ranks;
    witness_ = &witness;
    frames_.clear();
    candidates_.clear();
    failed_.reset();
    witness.clear();
  }

  Outcome search(Budget& budget) {
    for (;;) {
      switch (self().descend(budget)) {
        case Move::Progress:
          break;
        case Move::Complete:
          return Outcome::Witness;
        case Move::GaveUp:
          return Outcome::GaveUp;
        case Move::Stuck:
          if (!backtrack()) return Outcome::NoWitness;
      }
    }
  }

  // The candidates of the state are those from `first` on, the best last.
  void open_frame(std::size_t first) {
    frames_.push_back({cells_.mark(), witness_->size(), first});
  }
  bool has_failed() { return !failed_.empty() && failed_.contains(self().key()); }

  // To the next candidate that can be executed; false if there is none.
  bool backtrack() {
    while (!frames_.empty()) {
      const Frame frame = frames_.back();
      cells_.undo(frame.trail);
      witness_->resize(frame.witness);
      if (candidates_.size() > frame.candidates) {
        const Candidate next = candidates_.back();
        candidates_.pop_back();
        if (self().attempt(next)) return true;
        continue;
      }
      failed_.insert(self().key());
      frames_.pop_back();
    }
    return false;
  }

  template <class Urgency>
  void sort_candidates(std::size_t first, Urgency urgency) {
    std::sort(candidates_.begin() + static_cast<std::ptrdiff_t>(first), candidates_.end(),
              [&](const Candidate& a, const Candidate& b) { return urgency(a) > urgency(b); });
  }

  bool step_done(std::uint32_t step) const {
    return cells_[kNext + instance_->steps[step].thread] > step;
  }
  bool ordered_steps_done(std::uint32_t step) const {
    if (instance_->order_head.empty()) return true;
    for (std::uint32_t l = instance_->order_head[step]; l != kNone; l = instance_->links[l].next)
      if (!step_done(instance_->links[l].value)) return false;
    return true;
  }
  // What the closure demands before the node.
  bool constraints_done(std::uint32_t node) const {
    if (constraints_ == nullptr) return true;
    const auto steps = static_cast<std::uint32_t>(instance_->steps.size());
    for (std::uint32_t l = constraints_->head[node]; l != kNone; l = constraints_->links[l].next) {
      const std::uint32_t before = constraints_->links[l].value;
      if (before < steps ? !step_done(before)
                         : !self().done(instance_->steps[before - steps].write))
        return false;
    }
    return true;
  }
  // The own writes of the readers of `write`, which would hide it (condition 2b of RF).
  bool waits_done(std::uint32_t write) const {
    for (std::uint32_t l = instance_->wait_head[write]; l != kNone; l = instance_->links[l].next)
      if (!self().done(instance_->links[l].value)) return false;
    return true;
  }

  static constexpr std::size_t kNext = 0;  // where in cells_: by thread the next step

  const Instance* instance_ = nullptr;
  const Constraints* constraints_ = nullptr;
  const Ranks* ranks_ = nullptr;
  Witness* witness_ = nullptr;
  Trail cells_;
  std::vector<Candidate> candidates_;  // by frame, best last

 private:
  struct Frame {
    std::size_t trail;
    std::size_t witness;
    std::size_t candidates;  // where this frame's candidates begin
  };

  Search& self() { return static_cast<Search&>(*this); }
  const Search& self() const { return static_cast<const Search&>(*this); }

  std::vector<Frame> frames_;
  FailedStates failed_;
};

}  // namespace overtake::consistency
