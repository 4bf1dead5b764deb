#include "explicit/endless.h"

#include <algorithm>
#include <vector>

namespace overtake::explicit_state {
namespace {

struct Edge {
  StateIndex to = kNoState;
  bool counts = false;  // not one of those of a thread that only reads
  ThreadId thread;
};

class Circles {
 public:
  Circles(const Search& search, std::size_t states)
      : search_(search), number_(states), low_(states), done_(states) {}

  // Tarjan's algorithm: strongly connected sets of states.
  std::optional<Endless> run() {
    enter(0);
    while (!visits_.empty()) {
      Visit& v = visits_.back();
      if (v.next < v.edges.size()) {
        const StateIndex to = v.edges[v.next++].to;
        if (number_[to] == 0)
          enter(to);
        else if (!done_[to])
          low_[v.state] = std::min(low_[v.state], number_[to]);
        continue;
      }
      const StateIndex state = v.state;
      visits_.pop_back();
      if (!visits_.empty())
        low_[visits_.back().state] = std::min(low_[visits_.back().state], low_[state]);
      if (low_[state] != number_[state]) continue;
      if (auto found = leave(state)) return found;
    }
    return std::nullopt;
  }

 private:
  struct Visit {
    StateIndex state = 0;
    std::vector<Edge> edges;
    std::size_t next = 0;
  };

  void enter(StateIndex i) {
    number_[i] = low_[i] = ++entered_;
    stack_.push_back(i);
    visits_.push_back({i, edges(i), 0});
  }

  // The set of `first`, which nothing but itself leads to any more.
  std::optional<Endless> leave(StateIndex first) {
    std::vector<StateIndex> set;
    do {
      set.push_back(stack_.back());
      done_[stack_.back()] = true;
      stack_.pop_back();
    } while (set.back() != first);
    std::ranges::sort(set);
    for (const StateIndex i : set)
      for (const Edge& e : edges(i))
        if (e.counts && std::ranges::binary_search(set, e.to))
          return Endless{e.thread, search_.state(i).local(e.thread)};
    return std::nullopt;
  }

  std::vector<Edge> edges(StateIndex i) const {
    std::vector<Edge> all;
    const State from = search_.state(i);
    Automata& automata = search_.automata();
    search_.successors(from, [&](const Step& step, const State& to) {
      const LocalId local = from.local(step.thread);
      const ActionKind kind = automata.actions(step.thread, local)[step.index].kind;
      const bool reads =
          kind == ActionKind::Read || kind == ActionKind::Fence || kind == ActionKind::Local;
      const bool same_thread = !all.empty() && all.back().thread == step.thread;
      // The second of two ways on makes the first one a choice, too.
      if (same_thread) all.back().counts = true;
      all.push_back({search_.index_of(to), !reads || same_thread || chooses(step.thread, local),
                     step.thread});
    });
    return all;
  }

  // Among alternatives that may have to wait; those that are ruled out do not count.
  bool chooses(ThreadId t, LocalId local) const {
    Automata& automata = search_.automata();
    const auto actions = automata.actions(t, local);
    std::size_t open = 0;
    for (std::uint32_t a = 0; a < actions.size(); ++a)
      if (actions[a].kind != ActionKind::Local || !automata.outcome(t, local, a).blocked) ++open;
    return open > 1;
  }

  const Search& search_;
  std::uint32_t entered_ = 0;
  std::vector<std::uint32_t> number_, low_;  // 0: not entered yet
  std::vector<bool> done_;
  std::vector<StateIndex> stack_;
  std::vector<Visit> visits_;
};

}  // namespace

std::optional<Endless> find_endless(Automata& automata, const Options& wanted) {
  Options options = wanted;
  options.model = Model::SC;
  options.symmetry = false;
  Search search(automata, options);
  const Result r = search.run([](StateIndex, const State&) { return true; });
  if (!r.finished) return std::nullopt;
  return Circles(search, r.states).run();
}

}  // namespace overtake::explicit_state
