#include "fences/prevention.h"

#include <algorithm>
#include <map>
#include <set>

namespace overtake::fences {
namespace {

using explicit_state::Action;
using explicit_state::ActionKind;
using explicit_state::Automata;
using explicit_state::Buffers;
using explicit_state::CellId;
using explicit_state::PositionId;
using explicit_state::Search;
using explicit_state::State;
using explicit_state::Step;
using explicit_state::ValueId;

// What one thread did, in its own order.
struct Deed {
  std::vector<PositionId> passed;
  bool buffers_full_before = false;  // something was in the buffer when it was done
  bool stores = false;               // into the buffer
  std::size_t drained_at = 0;        // when the store reached memory; 0: never
  CellId cell;
};

class Preventing {
 public:
  Preventing(const Search& search, Model model, const Subject& subject)
      : search_(search), automata_(search.automata()), model_(model), subject_(subject) {}

  ElementSet run(const std::vector<Step>& steps) {
    State state = search_.initial();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].drain)
        drain(state, steps[i], i);
      else
        act(state, steps[i]);
      search_.apply(state, steps[i]);
    }
    for (const auto& [thread, deeds] : deeds_) judge(deeds);
    return {found_.begin(), found_.end()};
  }

 private:
  void act(const State& state, const Step& step) {
    const ThreadId t = step.thread;
    const Action a = automata_.actions(t, state.local(t))[step.index];
    ValueId found{0};
    if (a.kind == ActionKind::Read || a.kind == ActionKind::Atomic) found = state.cell(a.cell);
    if (a.kind == ActionKind::Read)
      found = search_.buffers().newest(state.buffer(t), a.cell).value_or(found);
    if (a.kind == ActionKind::Join) found = ValueId{state.local(a.other).value};
    const auto& o = automata_.outcome(t, state.local(t), step.index, found);
    deeds_[t].push_back({.passed = o.successors[step.successor].path,
                         .buffers_full_before = state.buffer(t) != Buffers::empty(),
                         .stores = a.kind == ActionKind::Write && state.holder() != t,
                         .cell = a.cell});
  }

  // The oldest store of the thread to that cell that is still on its way.
  void drain(const State& state, const Step& step, std::size_t now) {
    const CellId cell = search_.buffers().entries(state.buffer(step.thread))[step.index].cell;
    for (Deed& d : deeds_[step.thread])
      if (d.stores && d.drained_at == 0 && d.cell == cell) {
        d.drained_at = now + 1;
        return;
      }
  }

  void judge(const std::vector<Deed>& deeds) {
    for (std::size_t i = 0; i + 1 < deeds.size(); ++i)
      if (deeds[i + 1].buffers_full_before) add(deeds[i].passed, FenceKind::Full);
    if (model_ != Model::PSO) return;
    // A store that was overtaken by a later one.
    for (std::size_t i = 0; i < deeds.size(); ++i)
      for (std::size_t j = i + 1; j < deeds.size(); ++j) {
        const Deed &first = deeds[i], &second = deeds[j];
        if (!first.stores || !second.stores || second.drained_at == 0) continue;
        if (first.drained_at != 0 && first.drained_at < second.drained_at) continue;
        for (std::size_t k = i; k < j; ++k) add(deeds[k].passed, FenceKind::StoreStore);
      }
  }

  void add(const std::vector<PositionId>& positions, FenceKind kind) {
    for (const PositionId p : positions)
      if (subject_.possible(p)) found_.insert(Placement{p, kind}.element());
  }

  const Search& search_;
  Automata& automata_;
  Model model_;
  const Subject& subject_;
  std::map<ThreadId, std::vector<Deed>> deeds_;
  std::set<Element> found_;
};

}  // namespace

ElementSet preventing(const Search& search, const std::vector<Step>& run, Model model,
                      const Subject& subject) {
  return Preventing(search, model, subject).run(run);
}

}  // namespace overtake::fences
