#include "fences/flat_patterns.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/error.h"
#include "explicit/free_moves.h"

namespace overtake::fences {
namespace {

using explicit_state::Action;
using explicit_state::ActionKind;
using explicit_state::CellId;
using explicit_state::FreeMoves;
using explicit_state::GclAutomata;
using explicit_state::Layout;
using explicit_state::LocalId;
using explicit_state::Outcome;
using explicit_state::PositionId;
using explicit_state::State;
using explicit_state::StateIndex;
using explicit_state::StateStore;
using explicit_state::Successor;
using explicit_state::ValueId;

constexpr std::size_t kLookEvery = 1u << 10;

// The places, by number, where a thread can still be.
using Narrowed = std::map<ThreadId, std::vector<std::uint32_t>>;

class FlatFinder {
 public:
  FlatFinder(GclAutomata& automata, ThreadId pivot, const FreeMoves& moves)
      : automata_(automata), pivot_(pivot), moves_(moves) {}

  // `reaches`: by thread.
  void look(const State& state, const std::vector<const FreeMoves::Reach*>& reaches) {
    state_ = &state;
    reaches_ = &reaches;
    find_writes();
    for (const Write& e1 : writes_)
      if (e1.plain && automata_.code_of(e1.thread) == automata_.code_of(pivot_)) follow(e1);
  }

  void restart() {
    new_fences_.clear();
    known_.clear();
  }
  std::vector<std::vector<PositionId>> take() { return std::move(new_fences_); }

 private:
  // A write that some thread could do in one of its places.
  struct Write {
    ThreadId thread;
    std::uint32_t place = 0;
    std::uint32_t action = 0;
    CellId cell;
    ValueId value;
    bool plain = true;  // not an atomic read-write: may be e1
  };
  // The pivot in pi3.
  struct Visit {
    LocalId local;
    std::vector<PositionId> path;
    std::vector<LocalId> passed;
    Narrowed narrowed;
  };

  const std::vector<FreeMoves::Place>& places(ThreadId t) const {
    return (*reaches_)[t.index()]->places;
  }

  // What the cell holds if its owner is in that place.
  ValueId value_in(ThreadId owner, std::uint32_t place, CellId c) const {
    return places(owner)[place].values[moves_.number(c)];
  }

  void find_writes() {
    writes_.clear();
    for (std::size_t i = 0; i < state_->threads(); ++i) {
      const ThreadId t{i};
      for (std::uint32_t p = 0; p < places(t).size(); ++p) {
        const LocalId local = places(t)[p].local;
        const auto actions = automata_.actions(t, local);
        for (std::uint32_t a = 0; a < actions.size(); ++a) {
          const Action action = actions[a];
          if (action.kind == ActionKind::Write) {
            writes_.push_back({t, p, a, action.cell, action.value, true});
          } else if (action.kind == ActionKind::Atomic) {
            const ValueId found = moves_.owner(action.cell) == t ? value_in(t, p, action.cell)
                                                                 : state_->cell(action.cell);
            const Outcome& o = automata_.outcome(t, local, a, found);
            if (!o.blocked && o.writes) writes_.push_back({t, p, a, action.cell, o.written, false});
          } else if (action.kind == ActionKind::AtomicBegin) {
            throw InputError(automata_.thread_name(t) +
                             " uses lock and unlock (atomic sections), which persistence does not "
                             "know; use an atomic read-write (arw)");
          }
        }
      }
    }
  }

  // e2: another thread's write to x of a value other than v, which x holds.
  bool has_e2(ThreadId pivot, CellId x, ValueId v, const Narrowed& narrowed) {
    return std::ranges::any_of(writes_, [&](const Write& w) {
      if (w.thread == pivot || w.cell != x || w.value == v) return false;
      const auto it = narrowed.find(w.thread);
      if (it != narrowed.end() && !std::ranges::binary_search(it->second, w.place)) return false;
      return moves_.owner(x) != w.thread || value_in(w.thread, w.place, x) == v;
    });
  }

  void follow(const Write& e1) {
    const ThreadId p = e1.thread;
    const Outcome& first = automata_.outcome(p, state_->local(p), e1.action);
    std::vector<Visit> work;
    for (const Successor& s : first.successors) work.push_back({s.next, s.path, {}, {}});
    while (!work.empty()) {
      Visit v = std::move(work.back());
      work.pop_back();
      if (prevented(v.path)) continue;
      v.passed.push_back(v.local);
      const std::size_t actions = automata_.actions(p, v.local).size();
      for (std::uint32_t a = 0; a < actions; ++a) advance(e1, v, a, work);
    }
  }

  void advance(const Write& e1, const Visit& v, std::uint32_t index, std::vector<Visit>& work) {
    const ThreadId p = e1.thread;
    const Action a = automata_.actions(p, v.local)[index];
    if (a.kind == ActionKind::Local) return go(p, v, index, ValueId{0}, v.narrowed, work);
    if (a.kind != ActionKind::Read) return;
    if (a.cell == e1.cell) return go(p, v, index, e1.value, v.narrowed, work);
    const ThreadId owner = moves_.owner(a.cell);
    if (!owner.valid()) {
      const ValueId found = state_->cell(a.cell);
      if (has_e2(p, a.cell, found, v.narrowed)) note(v.path);
      return go(p, v, index, found, v.narrowed, work);
    }
    // By what is found: where the owner is then.
    std::map<ValueId, std::vector<std::uint32_t>> by_value;
    const auto it = v.narrowed.find(owner);
    for (std::uint32_t place = 0; place < places(owner).size(); ++place)
      if (it == v.narrowed.end() || std::ranges::binary_search(it->second, place))
        by_value[value_in(owner, place, a.cell)].push_back(place);
    for (auto& [found, where] : by_value) {
      Narrowed narrowed = v.narrowed;
      narrowed[owner] = std::move(where);
      if (has_e2(p, a.cell, found, narrowed)) note(v.path);
      go(p, v, index, found, narrowed, work);
    }
  }

  // By simple paths: what a longer one passes and finds, a shorter one does, too.
  void go(ThreadId p, const Visit& v, std::uint32_t index, ValueId found, const Narrowed& narrowed,
          std::vector<Visit>& work) {
    const Outcome& o = automata_.outcome(p, v.local, index, found);
    if (o.blocked) return;
    for (const Successor& s : o.successors) {
      if (std::ranges::find(v.passed, s.next) != v.passed.end()) continue;
      Visit next{s.next, v.path, v.passed, narrowed};
      next.path.insert(next.path.end(), s.path.begin(), s.path.end());
      work.push_back(std::move(next));
    }
  }

  static std::vector<PositionId> as_set(std::vector<PositionId> path) {
    std::ranges::sort(path);
    const auto [first, last] = std::ranges::unique(path);
    path.erase(first, last);
    return path;
  }

  // Whatever comes now is prevented by what prevents a known pattern.
  bool prevented(const std::vector<PositionId>& path) const {
    const std::vector<PositionId> set = as_set(path);
    return std::ranges::any_of(
        new_fences_, [&](const auto& known) { return std::ranges::includes(set, known); });
  }

  void note(const std::vector<PositionId>& path) {
    if (!known_.insert(path).second || prevented(path)) return;
    const std::vector<PositionId> set = as_set(path);
    std::erase_if(new_fences_,
                  [&](const auto& known) { return std::ranges::includes(known, set); });
    new_fences_.push_back(set);
  }

  GclAutomata& automata_;
  ThreadId pivot_;
  const FreeMoves& moves_;
  const State* state_ = nullptr;
  const std::vector<const FreeMoves::Reach*>* reaches_ = nullptr;
  std::vector<Write> writes_;
  std::set<std::vector<PositionId>> known_;
  std::vector<std::vector<PositionId>> new_fences_;
};

// The SC states, one for all that free moves lead to.
class FlatSearch {
 public:
  FlatSearch(GclAutomata& automata, ThreadId pivot, const explicit_state::Options& options)
      : automata_(automata),
        options_(options),
        moves_(automata, pivot),
        finder_(automata, pivot, moves_) {}

  FlatPatterns run() {
    FlatPatterns result;
    for (std::uint32_t largest = 0xff; !sweep(result, largest); largest = largest << 8 | 0xff)
      finder_.restart();
    result.new_fences = finder_.take();
    return result;
  }

 private:
  // False: a number did not fit.
  bool sweep(FlatPatterns& result, std::uint32_t largest) {
    const std::size_t threads = automata_.thread_count(), cells = automata_.cell_count();
    State current(automata_, threads, cells);
    store_.reset(Layout(std::vector<std::uint32_t>(current.row().size(), largest)));
    for (std::size_t t = 0; t < threads; ++t)
      current.set_local(ThreadId{t}, automata_.initial(ThreadId{t}));
    for (std::size_t t = 0; t < threads; ++t) moves_.canonicalize(current, ThreadId{t});
    result.search = {};
    fits_ = !store_.add(current.row(), explicit_state::kNoState).overflow;
    StateIndex i = 0;
    for (; fits_ && i < store_.size(); ++i) {
      if (i % kLookEvery == 0) {
        if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) break;
        if (options_.progress) options_.progress(i);
      }
      if (options_.max_states != 0 && i >= options_.max_states) break;
      State state(automata_, threads, cells);
      store_.get(i, state.row());
      reaches_.clear();
      for (std::size_t t = 0; t < threads; ++t)
        reaches_.push_back(&moves_.reach(state, ThreadId{t}));
      finder_.look(state, reaches_);
      for (std::size_t t = 0; t < threads; ++t) expand(state, ThreadId{t}, i, result.search);
    }
    result.search.states = i;
    result.search.finished = fits_ && i == store_.size();
    result.search.bytes = store_.bytes();
    return fits_;
  }

  void expand(const State& state, ThreadId t, StateIndex from, explicit_state::Result& result) {
    const FreeMoves::Reach& reach = *reaches_[t.index()];
    for (const FreeMoves::Exit& exit : reach.exits) {
      State there = state;
      moves_.put(there, t, reach.places[exit.place]);
      const Action a = automata_.actions(t, there.local(t))[exit.action];
      const bool reads = a.kind == ActionKind::Read || a.kind == ActionKind::Atomic;
      const ThreadId owner = reads ? moves_.owner(a.cell) : ThreadId::none();
      if (!owner.valid() || owner == t) {
        ++result.transitions;
        act(there, t, exit.action, reads ? there.cell(a.cell) : ValueId{0}, t, from);
        continue;
      }
      const FreeMoves::Reach& others = *reaches_[owner.index()];
      for (const FreeMoves::Finding& f : others.findings[moves_.number(a.cell)]) {
        ++result.transitions;
        moves_.put(there, owner, others.places[f.place]);
        act(there, t, exit.action, f.value, owner, from);
      }
    }
  }

  // Besides the thread itself, only `other` may be at a place that does not stand for itself.
  void act(const State& state, ThreadId t, std::uint32_t index, ValueId found, ThreadId other,
           StateIndex from) {
    const LocalId local = state.local(t);
    const Action a = automata_.actions(t, local)[index];
    const Outcome& o = automata_.outcome(t, local, index, found);
    if (o.blocked) return;
    State next = state;
    if (a.kind == ActionKind::Write) next.set_cell(a.cell, a.value);
    if (a.kind == ActionKind::Atomic && o.writes) next.set_cell(a.cell, o.written);
    std::vector<FreeMoves::Place> places;
    for (const Successor& s : o.successors) {
      next.set_local(t, s.next);
      places.push_back(moves_.place(next, t));
    }
    moves_.canonicalize(next, other);
    for (const FreeMoves::Place& place : moves_.first_of(t, places)) {
      moves_.put(next, t, place);
      moves_.canonicalize(next, t);
      if (store_.add(next.row(), from).overflow) fits_ = false;
    }
  }

  GclAutomata& automata_;
  const explicit_state::Options& options_;
  FreeMoves moves_;
  FlatFinder finder_;
  StateStore store_;
  std::vector<const FreeMoves::Reach*> reaches_;
  bool fits_ = true;
};

}  // namespace

FlatPatterns find_flat_patterns(GclAutomata& automata, ThreadId pivot,
                                const explicit_state::Options& options) {
  try {
    return FlatSearch(automata, pivot, options).run();
  } catch (const explicit_state::TooManyPlaces&) {
    return {};  // not finished
  }
}

}  // namespace overtake::fences
