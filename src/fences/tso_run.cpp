#include "fences/tso_run.h"

namespace overtake::fences {

using explicit_state::Step;

TsoRun::TsoRun(const explicit_state::Search& sc, const explicit_state::Search& tso,
               explicit_state::StateIndex from)
    : tso_(tso), state_(tso.initial()) {
  for (const Step& s : sc.run_to(from)) step_as_under_sc(s);
}

void TsoRun::step(const Step& step) {
  steps_.push_back(step);
  tso_.apply(state_, step);
}

void TsoRun::step_as_under_sc(const Step& s) {
  const ThreadId t = s.thread;
  const auto actions = tso_.automata().actions(t, state_.local(t));
  // What an atomic section writes is in memory at once.
  const bool stores =
      state_.holder() != t && actions[s.index].kind == explicit_state::ActionKind::Write;
  step(s);
  if (stores) step({t, true, 0, 0});
}

void TsoRun::drain(ThreadId thread) {
  while (state_.buffer(thread) != explicit_state::Buffers::empty()) step({thread, true, 0, 0});
}

}  // namespace overtake::fences
