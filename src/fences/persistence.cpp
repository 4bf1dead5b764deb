#include "fences/persistence.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "base/error.h"
#include "explicit/sections.h"
#include "fences/tso_run.h"

namespace overtake::fences {
namespace {

using explicit_state::Action;
using explicit_state::ActionKind;
using explicit_state::Automata;
using explicit_state::CellId;
using explicit_state::kWholeCell;
using explicit_state::LocalId;
using explicit_state::Outcome;
using explicit_state::PositionId;
using explicit_state::Search;
using explicit_state::Section;
using explicit_state::State;
using explicit_state::StateIndex;
using explicit_state::Step;
using explicit_state::Successor;
using explicit_state::ValueId;

// Of pi3, and of pi3 with all its alternatives. Only a pivot that counts while it reads takes more.
constexpr std::size_t kLongestPi3 = 4'000;
constexpr std::size_t kMostSteps = 200'000;

// The patterns of one state, as they are written.
class PatternWalk {
 protected:
  PatternWalk(const Search& sc, ThreadId pivot)
      : automata_(sc.automata()), search_(sc), pivot_(pivot) {}
  ~PatternWalk() = default;

  void look(const State& state) {
    if (state.holder().valid()) return;  // the rest is done before, or after
    find_writes(state);
    for (const Write& e1 : writes_)
      if (e1.plain && may_be_pivot(e1.thread) && somebody_else_writes_elsewhere(e1))
        follow(state, e1);
  }

  // A write that some thread could do in this state.
  struct Write {
    ThreadId thread;
    std::uint32_t action = 0;
    CellId cell;
    ValueId value;
    bool plain = true;               // not an atomic read-write: may be e1
    std::vector<Step> section = {};  // the steps of an atomic section
  };
  // The pivot could do a complementary read now: path_ and steps_ say how it got there.
  virtual void note(std::uint32_t read, const Write& e2) = 0;

  // Some pi3 was not followed to its end.
  bool cut() const { return cut_; }

  Automata& automata_;
  std::vector<PositionId> path_;
  std::vector<Step> steps_;

 private:
  // A state of the pivot in pi3, and how far its alternatives have been followed.
  struct Frame {
    LocalId local;
    std::size_t path = 0;  // length of path_ here
    std::uint32_t action = 0;
    std::uint32_t successor = 0;
  };

  void find_writes(const State& state) {
    writes_.clear();
    for (std::size_t i = 0; i < state.threads(); ++i) {
      const ThreadId t{i};
      if (!state.started(t)) continue;
      const LocalId local = state.local(t);
      const auto actions = automata_.actions(t, local);
      for (std::uint32_t a = 0; a < actions.size(); ++a) {
        if (state.ended(actions[a])) continue;
        if (actions[a].kind == ActionKind::Write) {
          writes_.push_back({t, a, actions[a].cell, actions[a].value, true});
        } else if (actions[a].kind == ActionKind::Atomic) {
          const Outcome& o = automata_.outcome(t, local, a, state.cell(actions[a].cell));
          if (!o.blocked && o.writes) writes_.push_back({t, a, actions[a].cell, o.written, false});
        } else if (actions[a].kind == ActionKind::AtomicBegin) {
          for (const Section& s : explicit_state::sections(search_, state, t, a))
            for (const CellId c : s.writes)
              writes_.push_back({t, a, c, s.after.cell(c), false, s.steps});
        }
      }
    }
  }

  bool may_be_pivot(ThreadId t) const {
    return !pivot_.valid() || automata_.code_of(t) == automata_.code_of(pivot_);
  }

  bool somebody_else_writes_elsewhere(const Write& e1) const {
    return std::ranges::any_of(writes_, [&](const Write& w) {
      return w.thread != e1.thread && (w.cell != e1.cell || is_part(e1));
    });
  }

  bool is_part(const Write& w) const { return automata_.mask(w.value) != kWholeCell; }

  // What the pivot would read of a cell that holds v in memory.
  ValueId seen(const Write& e1, CellId cell, ValueId v) {
    return cell == e1.cell ? automata_.merged(v, e1.value) : v;
  }

  // e2: another thread's write to x, after which the pivot would read another value than `found`.
  const Write* find_e2(const State& state, const Write& e1, const Action& read, ValueId found) {
    const auto bits = [&](ValueId v) {
      return static_cast<std::uint64_t>(automata_.value(v)) & read.bits;
    };
    for (const Write& w : writes_)
      if (w.thread != e1.thread && w.cell == read.cell &&
          bits(seen(e1, read.cell, automata_.merged(state.cell(w.cell), w.value))) != bits(found))
        return &w;
    return nullptr;
  }

  // All of pi3 after e1, by simple paths: what a longer one passes, a shorter one does, too.
  void follow(const State& state, const Write& e1) {
    const ThreadId p = e1.thread;
    const Outcome& first = automata_.outcome(p, state.local(p), e1.action);
    for (std::uint32_t s = 0; s < first.successors.size(); ++s) {
      path_ = first.successors[s].path;
      steps_ = {Step{p, false, e1.action, s}};
      frames_ = {Frame{first.successors[s].next, path_.size()}};
      std::size_t steps = 0;
      while (!frames_.empty() && steps++ < kMostSteps) advance(state, e1);
      cut_ = cut_ || !frames_.empty();
    }
  }

  void advance(const State& state, const Write& e1) {
    Frame& frame = frames_.back();
    const ThreadId p = e1.thread;
    path_.resize(frame.path);
    steps_.resize(frames_.size());
    const auto actions = automata_.actions(p, frame.local);
    if (frame.action == actions.size()) {
      frames_.pop_back();
      return;
    }
    const Action& a = actions[frame.action];
    if ((a.kind != ActionKind::Read && a.kind != ActionKind::Local) || state.ended(a)) {
      ++frame.action;
      return;
    }
    ValueId found{0};
    if (a.kind == ActionKind::Read) {
      found = seen(e1, a.cell, state.cell(a.cell));
      if (frame.successor == 0 && (a.cell != e1.cell || is_part(e1)))
        if (const Write* e2 = find_e2(state, e1, a, found)) note(frame.action, *e2);
    }
    const Outcome& o = automata_.outcome(p, frame.local, frame.action, found);
    if (o.blocked || frame.successor == o.successors.size()) {
      ++frame.action;
      frame.successor = 0;
      return;
    }
    const std::uint32_t s = frame.successor++;
    const Successor& next = o.successors[s];
    if (std::ranges::any_of(frames_, [&](const Frame& f) { return f.local == next.next; })) return;
    if (frames_.size() == kLongestPi3) {
      cut_ = true;
      return;
    }
    steps_.push_back({p, false, frame.action, s});
    path_.insert(path_.end(), next.path.begin(), next.path.end());
    frames_.push_back({next.next, path_.size()});  // `frame` is gone from here on
  }

  const Search& search_;
  ThreadId pivot_;
  std::vector<Write> writes_;
  std::vector<Frame> frames_;
  bool cut_ = false;
};

using Paths = std::set<std::vector<PositionId>>;

// Whether a state has a pattern by a path that is not known.
class NewPaths : public explicit_state::Filter, private PatternWalk {
 public:
  NewPaths(const Search& sc, ThreadId pivot, const Paths& known)
      : PatternWalk(sc, pivot), known_(known) {}

  bool wants(const State& state) override {
    found_ = false;
    look(state);
    return found_ || cut();
  }

 private:
  void note(std::uint32_t, const Write&) override { found_ = found_ || !known_.contains(path_); }

  const Paths& known_;
  bool found_ = false;
};

class PatternFinder : public explicit_state::Visitor, private PatternWalk {
 public:
  PatternFinder(const Search& sc, ThreadId pivot)
      : PatternWalk(sc, pivot), sc_(sc), pivot_(pivot) {}

  bool visit(StateIndex index, const State& state) override {
    index_ = index;
    look(state);
    return true;
  }

  void restart() override {
    patterns_.clear();
    known_.clear();
  }

  std::unique_ptr<explicit_state::Filter> filter() const override {
    return std::make_unique<NewPaths>(sc_, pivot_, known_);
  }

  std::vector<Pattern> take() { return std::move(patterns_); }
  using PatternWalk::cut;

 private:
  void note(std::uint32_t read, const Write& e2) override {
    if (!known_.insert(path_).second) return;
    std::vector<PositionId> fences = path_;
    std::ranges::sort(fences);
    const auto [first, last] = std::ranges::unique(fences);
    fences.erase(first, last);
    if (std::ranges::any_of(patterns_, [&](const Pattern& q) {
          return std::ranges::includes(fences, q.new_fences);
        }))
      return;
    std::erase_if(patterns_,
                  [&](const Pattern& q) { return std::ranges::includes(q.new_fences, fences); });
    Pattern pattern{.after_pi1 = index_,
                    .pivot = steps_.front().thread,
                    .fringe = e2.thread,
                    .pivot_steps = steps_,
                    .fringe_steps = e2.section.empty()
                                        ? std::vector{Step{e2.thread, false, e2.action, 0}}
                                        : e2.section,
                    .new_fences = std::move(fences)};
    pattern.pivot_steps.push_back({pattern.pivot, false, read, 0});
    patterns_.push_back(std::move(pattern));
  }

  const Search& sc_;
  ThreadId pivot_;
  StateIndex index_ = 0;
  Paths known_;  // that were noted
  std::vector<Pattern> patterns_;
};

// Interchangeable threads: the run leads to the state up to their order.
ThreadId counterpart(const Automata& automata, const State& state, ThreadId wanted, LocalId local,
                     ThreadId taken) {
  for (std::size_t i = 0; i < state.threads(); ++i) {
    const ThreadId t{i};
    if (t != taken && state.started(t) && state.local(t) == local &&
        automata.code_of(t) == automata.code_of(wanted))
      return t;
  }
  throw InternalError("no thread is where the pattern has one");
}

}  // namespace

Patterns find_patterns(Search& search, ThreadId pivot) {
  PatternFinder finder(search, pivot);
  Patterns result;
  result.search = search.run(finder);
  result.search.finished = result.search.finished && !finder.cut();
  result.patterns = finder.take();
  return result;
}

Witness witness(const Search& sc, const Search& tso, const Pattern& pattern) {
  TsoRun run(sc, tso, pattern.after_pi1);
  const State found = sc.state(pattern.after_pi1);
  const ThreadId p = counterpart(sc.automata(), run.state(), pattern.pivot,
                                 found.local(pattern.pivot), ThreadId::none());
  const ThreadId r =
      counterpart(sc.automata(), run.state(), pattern.fringe, found.local(pattern.fringe), p);
  Witness w{.e1 = run.size()};
  for (Step step : pattern.pivot_steps) {
    step.thread = p;
    run.step(step);
  }
  w.e = run.size() - 1;
  w.e2 = run.size();
  for (Step step : pattern.fringe_steps) {
    step.thread = r;
    run.step_as_under_sc(step);
  }
  run.drain(p);
  w.steps = run.take();
  return w;
}

}  // namespace overtake::fences
