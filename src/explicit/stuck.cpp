#include "explicit/stuck.h"

#include <fmt/format.h>

#include <algorithm>

namespace overtake::explicit_state {

std::optional<Stuck> StuckFinder::look(const State& state) {
  if (state.holder().valid()) return std::nullopt;
  bool blocked = false, goes_round = false;
  for (std::size_t i = 0; i < state.threads(); ++i) {
    const ThreadId t{i};
    if (!state.started(t)) continue;
    if (state.buffer(t) != Buffers::empty()) return std::nullopt;
    const LocalStatus status = automata_.status(t, state.local(t));
    if (status == LocalStatus::Ended) continue;
    if (status != LocalStatus::Ready) return std::nullopt;
    switch (fate(state, t)) {
      case Fate::GoesOn:
        return std::nullopt;
      case Fate::Blocked:
        blocked = true;
        break;
      case Fate::GoesRound:
        goes_round = true;
        break;
    }
  }
  if (goes_round) return Stuck::Hang;
  return blocked ? std::optional(Stuck::Deadlock) : std::nullopt;
}

// What becomes of the thread if nothing changes but itself.
StuckFinder::Fate StuckFinder::fate(const State& state, ThreadId t) {
  met_ = {state.local(t)};
  for (std::size_t i = 0; i < met_.size(); ++i) {
    const LocalId at = met_[i];
    if (automata_.status(t, at) != LocalStatus::Ready) return Fate::GoesOn;
    const std::size_t actions = automata_.actions(t, at).size();
    bool blocked = true;
    for (std::uint32_t index = 0; index < actions; ++index) {
      const Action a = automata_.actions(t, at)[index];
      if (state.ended(a)) return Fate::GoesOn;
      ValueId found{0};
      switch (a.kind) {
        case ActionKind::Local:
          break;
        case ActionKind::Fence:
        case ActionKind::StoreFence:
          if (i == 0) return Fate::GoesOn;  // it gets stuck after it
          break;
        case ActionKind::Read:
        case ActionKind::Atomic:
          found = state.cell(a.cell);
          break;
        case ActionKind::Join:
          if (!state.started(a.other) ||
              automata_.status(a.other, state.local(a.other)) != LocalStatus::Ended)
            continue;
          found = ValueId{state.local(a.other).value};
          break;
        default:
          return Fate::GoesOn;
      }
      const Outcome& o = automata_.outcome(t, at, index, found);
      if (o.blocked) continue;
      if (o.writes && o.written != found) return Fate::GoesOn;
      blocked = false;
      for (const Successor& s : o.successors)
        if (std::ranges::find(met_, s.next) == met_.end()) met_.push_back(s.next);
    }
    if (!blocked) continue;
    if (automata_.blocked_is_assumed()) return Fate::GoesOn;
    // Blocked only once it has gone on a little: that state is looked at when it is there.
    return i == 0 ? Fate::Blocked : Fate::GoesOn;
  }
  return Fate::GoesRound;
}

std::string StuckFinder::describe(const State& state) {
  std::string text = look(state) == Stuck::Hang ? "hang" : "deadlock";
  const char* separator = ": ";
  for (std::size_t i = 0; i < state.threads(); ++i) {
    const ThreadId t{i};
    if (!state.started(t) || automata_.status(t, state.local(t)) != LocalStatus::Ready) continue;
    text += fmt::format("{}{} waits for ever at {}", separator, automata_.thread_name(t),
                        automata_.place_of(t, state.local(t)));
    separator = ", ";
  }
  return text;
}

}  // namespace overtake::explicit_state
