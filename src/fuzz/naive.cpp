// The state graph: all states, then its strongly connected components.
#include "fuzz/naive.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fuzz/naive_machine.h"

namespace overtake::fuzz {

namespace {

using namespace naive;

// A thread that waits may wait for one that was stopped.
bool waits_for_ever(const Outcome& o) {
  return ends(o, Ending::Stuck) && !ends(o, Ending::Failed) && !ends(o, Ending::Assumed) &&
         !ends(o, Ending::Exited) && !ends(o, Ending::Bounded);
}

class Graph {
 public:
  Graph(const Sketch& sketch, const NaiveOptions& options)
      : machine_(sketch, options), options_(options), cyclic_(may_run_for_ever(sketch)) {}

  NaiveResult run() {
    try {
      explore();
    } catch (const TooLarge&) {
      result_.finished = false;
    }
    result_.states = nodes_.size();
    if (result_.finished && cyclic_) find_hangs();
    return std::move(result_);
  }

 private:
  struct Node {
    std::uint32_t parent = 0;
    std::uint32_t step = 0;        // of the parent's, that led here first
    std::uint32_t first_edge = 0;  // its edges follow each other, up to those of the next expanded
    std::uint32_t edge_count = 0;
  };

  std::uint32_t node_of(State state, std::uint32_t parent, std::uint32_t step) {
    const auto next = static_cast<std::uint32_t>(nodes_.size());
    const auto [it, fresh] = seen_.try_emplace(machine_.key(state), next);
    if (fresh) {
      nodes_.push_back({.parent = parent, .step = step});
      todo_.emplace_back(next, std::move(state));
    }
    return it->second;
  }

  void explore() {
    node_of(machine_.initial(), 0, 0);
    while (!todo_.empty()) {
      const auto [node, state] = std::move(todo_.back());
      todo_.pop_back();
      if (options_.max_states != 0 && seen_.size() > options_.max_states) {
        result_.finished = false;
        return;
      }
      expand(node, state);
    }
  }

  void expand(std::uint32_t node, const State& state) {
    std::uint32_t steps = 0;
    const auto first = static_cast<std::uint32_t>(edges_.size());
    machine_.for_each_step(state, [&](State next) {
      const std::uint32_t to = node_of(std::move(next), node, steps++);
      if (cyclic_) edges_.push_back(to);
    });
    nodes_[node].first_edge = first;
    nodes_[node].edge_count = steps;
    if (steps == 0) end(state);
  }

  void end(const State& state) {
    Outcome o = machine_.outcome(state);
    const bool cut_short = state.section != kNobody;
    const bool waits = !cut_short || state.threads[state.section].status == Status::Running;
    if (waits && waits_for_ever(o))
      (machine_.awaits(state) ? result_.hang : result_.deadlock) = true;
    if (cut_short) return insert_failures(o, result_.outcomes);
    if (options_.classes) {
      const bool stopped =
          ends(o, Ending::Assumed) || ends(o, Ending::Bounded) || machine_.awaits(state);
      (stopped ? result_.stopped_classes : result_.classes).insert(machine_.class_of(state));
    }
    if (options_.traces) {
      result_.traces.insert(machine_.trace_of(state));
      result_.all_traces_are_sc = result_.all_traces_are_sc && machine_.is_sc_trace(state);
    }
    result_.outcomes.insert(std::move(o));
  }

  // The state of a node: what led to it is done once more.
  State state_of(std::uint32_t node) const {
    std::vector<std::uint32_t> steps;
    for (std::uint32_t n = node; n != 0; n = nodes_[n].parent) steps.push_back(nodes_[n].step);
    State state = machine_.initial();
    for (; !steps.empty(); steps.pop_back()) {
      State found;
      std::uint32_t step = 0;
      machine_.for_each_step(state, [&](State next) {
        if (step++ == steps.back()) found = std::move(next);
      });
      state = std::move(found);
    }
    return state;
  }

  // Tarjan's algorithm, with a stack of its own. A component is complete when its first node is
  // left; those that it leads to are complete by then.
  void find_hangs() {
    constexpr std::uint32_t kUnvisited = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> index(nodes_.size(), kUnvisited), low(nodes_.size());
    std::vector<char> open(nodes_.size(), 0);
    std::vector<std::uint32_t> component;
    struct Visit {
      std::uint32_t node;
      std::uint32_t edge = 0;
      bool leaves = false;  // some edge leads to another component
    };
    std::vector<Visit> path;
    std::uint32_t count = 0;
    const auto enter = [&](std::uint32_t n) {
      index[n] = low[n] = count++;
      open[n] = 1;
      component.push_back(n);
      path.push_back({n});
    };
    enter(0);
    while (!path.empty()) {
      Visit& v = path.back();
      if (v.edge < nodes_[v.node].edge_count) {
        const std::uint32_t to = edges_[nodes_[v.node].first_edge + v.edge++];
        if (index[to] == kUnvisited) {
          enter(to);
        } else if (open[to] != 0) {
          low[v.node] = std::min(low[v.node], index[to]);
        } else {
          v.leaves = true;
        }
        continue;
      }
      const Visit done = v;
      path.pop_back();
      const bool root = low[done.node] == index[done.node];
      if (root) {
        if (!done.leaves && nodes_[done.node].edge_count > 0) note_hang(done.node);
        while (open[done.node] != 0) {
          open[component.back()] = 0;
          component.pop_back();
        }
      }
      if (path.empty()) break;
      // What leaves the child's component leaves ours, be it the child's component itself.
      Visit& parent = path.back();
      low[parent.node] = std::min(low[parent.node], low[done.node]);
      parent.leaves = parent.leaves || root || done.leaves;
    }
  }

  void note_hang(std::uint32_t node) {
    Outcome o = machine_.outcome(state_of(node), false);
    result_.hang = result_.hang || waits_for_ever(o);
    result_.hangs.insert(std::move(o));
  }

  Machine machine_;
  NaiveOptions options_;
  bool cyclic_;
  std::unordered_map<std::string, std::uint32_t> seen_;
  std::vector<std::pair<std::uint32_t, State>> todo_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> edges_;
  NaiveResult result_;
};

}  // namespace

NaiveResult naive_outcomes(const Sketch& sketch, const NaiveOptions& options) {
  try {
    return Graph(sketch, options).run();
  } catch (const TooLarge&) {
    NaiveResult result;
    result.finished = false;
    return result;
  }
}

}  // namespace overtake::fuzz
