// A run under TSO, put together from steps that a search under SC found. A store stays in its
// thread's buffer, or leaves it at once, as every store does under SC.
#pragma once

#include <cstddef>
#include <vector>

#include "explicit/search.h"

namespace overtake::fences {

class TsoRun {
 public:
  // `tso` is a search over the automata of `sc` that was never run. The run begins with the one of
  // `sc` that leads to `from`.
  TsoRun(const explicit_state::Search& sc, const explicit_state::Search& tso,
         explicit_state::StateIndex from);

  void step(const explicit_state::Step& step);
  void step_as_under_sc(const explicit_state::Step& step);
  // Until the thread's buffer is empty.
  void drain(ThreadId thread);

  const explicit_state::State& state() const { return state_; }
  std::size_t size() const { return steps_.size(); }
  std::vector<explicit_state::Step> take() { return std::move(steps_); }

 private:
  const explicit_state::Search& tso_;
  explicit_state::State state_;
  std::vector<explicit_state::Step> steps_;
};

}  // namespace overtake::fences
