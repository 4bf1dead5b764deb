// Components against reachability: in random graphs, the states from which no run ends.
#include "smc/components.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace overtake::smc {
namespace {

struct Graph {
  std::vector<std::vector<int>> steps;
  std::set<int> final;  // runs may end here; they need not
};

Hash128 key_of(int state) { return {static_cast<std::uint64_t>(state), 7}; }

std::set<int> reached_from(const Graph& graph, int start) {
  std::set<int> reached{start};
  std::vector<int> todo{start};
  while (!todo.empty()) {
    const int state = todo.back();
    todo.pop_back();
    for (const int next : graph.steps[state])
      if (reached.insert(next).second) todo.push_back(next);
  }
  return reached;
}

// The components that no step leaves and that have no final state, by their definition.
std::set<std::set<int>> endless_components(const Graph& graph) {
  std::set<std::set<int>> components;
  for (const int state : reached_from(graph, 0)) {
    const std::set<int> reached = reached_from(graph, state);
    bool bottom = true;
    for (const int other : reached)
      bottom = bottom && !graph.final.contains(other) && reached_from(graph, other) == reached;
    if (bottom) components.insert(reached);
  }
  return components;
}

class Search {
 public:
  explicit Search(const Graph& graph) : graph_(graph) { visit(0); }
  const std::set<std::set<int>>& found() const { return found_; }

 private:
  void visit(int state) {
    met_.insert(state);
    components_.enter(key_of(state));
    if (graph_.final.contains(state)) components_.end();
    for (const int next : graph_.steps[state])
      if (met_.contains(next))
        components_.meet(key_of(next));
      else
        visit(next);
    if (components_.leave()) {
      EXPECT_TRUE(found_.insert(reached_from(graph_, state)).second) << "reported twice";
    }
  }

  const Graph& graph_;
  Components components_;
  std::set<int> met_;
  std::set<std::set<int>> found_;
};

TEST(Components, AreThoseOfTheDefinition) {
  std::mt19937 random(20261118);
  int endless = 0;
  for (int program = 0; program < 2000; ++program) {
    const int states = 1 + static_cast<int>(random() % 12);
    Graph graph{std::vector<std::vector<int>>(states), {}};
    for (int state = 0; state < states; ++state) {
      for (int step = static_cast<int>(random() % 3); step > 0; --step)
        graph.steps[state].push_back(static_cast<int>(random() % states));
      // A state without a step is one in which the run ends.
      if (graph.steps[state].empty() || random() % 8 == 0) graph.final.insert(state);
    }
    const auto expected = endless_components(graph);
    EXPECT_EQ(Search(graph).found(), expected) << "graph " << program;
    endless += !expected.empty();
  }
  EXPECT_GT(endless, 100);
}

TEST(Components, StatesWithoutAnAlternativeAreOneVertex) {
  // 0, 1, 2 in one go, and back to the middle: for ever.
  Components components;
  components.enter(key_of(0));
  components.add_key(key_of(1));
  components.add_key(key_of(2));
  components.meet(key_of(1));
  EXPECT_TRUE(components.leave());
}

TEST(Components, AStepToAKnownComponentLeavesThisOne) {
  Components components;
  components.enter(key_of(0));
  components.enter(key_of(1));
  components.meet(key_of(1));
  EXPECT_TRUE(components.leave());
  components.meet(key_of(1));  // the step that led there
  components.meet(key_of(0));
  EXPECT_FALSE(components.leave());
}

}  // namespace
}  // namespace overtake::smc
