#include "fences/robustness.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "explicit/sections.h"
#include "fences/tso_run.h"

namespace overtake::fences {
namespace {

using explicit_state::Action;
using explicit_state::ActionKind;
using explicit_state::Automata;
using explicit_state::CellId;
using explicit_state::LocalId;
using explicit_state::LocalStatus;
using explicit_state::Outcome;
using explicit_state::PositionId;
using explicit_state::Search;
using explicit_state::State;
using explicit_state::StateIndex;
using explicit_state::Step;
using explicit_state::Successor;
using explicit_state::ValueId;

struct RowHash {
  std::size_t operator()(const std::vector<std::uint32_t>& row) const {
    std::uint64_t h = row.size();
    for (const std::uint32_t v : row) h = combine(h, v);
    return h;
  }
};

// The helpers' part: from a state on, with x read by the attacker, can they get to y by steps that
// all happen after that read?
class Helpers {
 public:
  Helpers(const Search& sc) : sc_(sc), automata_(sc.automata()) {}

  // The steps, if they can.
  std::optional<std::vector<Step>> reach(const State& state, ThreadId attacker, CellId x,
                                         CellId y) {
    Node start{state,
               std::vector<std::uint32_t>(state.threads()),
               std::vector<std::uint32_t>(automata_.cell_count()),
               kNone,
               {}};
    start.level[x.index()] = kRead;
    const auto key = key_of(start, attacker, y);
    if (const auto it = known_.find(key); it != known_.end() && !it->second) return std::nullopt;

    std::vector<Node> nodes{std::move(start)};
    std::unordered_map<std::vector<std::uint32_t>, bool, RowHash> seen{{key, true}};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      std::optional<std::size_t> goal;
      const Node current = nodes[i];
      for_each_move(current, attacker, [&](const Move& move, const State& next) {
        if (goal) return;
        Node n{next, current.after, current.level, i, move.steps};
        n.after.resize(next.threads());
        if (!happens_after(current, move, n)) return;
        const auto k = key_of(n, attacker, y);
        if (const auto it = known_.find(k); it != known_.end() && !it->second) return;
        if (!seen.emplace(k, true).second) return;
        nodes.push_back(std::move(n));
        if (move.touches(y)) goal = nodes.size() - 1;
      });
      if (!goal) continue;
      std::vector<Step> steps;
      for (std::size_t at = *goal; at != 0; at = nodes[at].parent)
        steps.insert(steps.begin(), nodes[at].steps.begin(), nodes[at].steps.end());
      return steps;
    }
    // No way leads there from any of these.
    for (const auto& [k, ignored] : seen) known_[k] = false;
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kNone = 0;
  // How a cell was accessed by something that happens after the attacker's read.
  static constexpr std::uint32_t kRead = 1;
  static constexpr std::uint32_t kWritten = 2;

  struct Node {
    State state;
    std::vector<std::uint32_t> after;  // by thread: 1 if what it does now happens after the read
    std::vector<std::uint32_t> level;  // by cell
    std::size_t parent = 0;
    std::vector<Step> steps;  // from there
  };

  // What a helper does at once: one step, or an atomic section.
  struct Move {
    ThreadId thread;
    std::vector<Step> steps;
    std::vector<CellId> reads, writes;
    ThreadId spawns, joins;

    bool touches(CellId c) const {
      return std::ranges::find(reads, c) != reads.end() ||
             std::ranges::find(writes, c) != writes.end();
    }
  };

  template <class Visit>
  void for_each_move(const Node& at, ThreadId attacker, const Visit& visit) const {
    for (std::size_t i = 0; i < at.state.threads(); ++i) {
      const ThreadId t{i};
      if (t == attacker || !at.state.started(t)) continue;
      const LocalId local = at.state.local(t);
      const auto actions = automata_.actions(t, local);
      for (std::uint32_t a = 0; a < actions.size(); ++a)
        if (actions[a].kind == ActionKind::AtomicBegin)
          for (const explicit_state::Section& s : explicit_state::sections(sc_, at.state, t, a))
            visit({t, s.steps, s.reads, s.writes, {}, {}}, s.after);
      sc_.successors_of(at.state, t, [&](const Step& step, const State& next) {
        const Action& a = automata_.actions(t, local)[step.index];
        if (a.kind == ActionKind::AtomicBegin) return;
        visit(move_of(at.state, step, a), next);
      });
    }
  }

  Move move_of(const State& state, const Step& step, const Action& a) const {
    Move move{step.thread, {step}, {}, {}, {}, {}};
    switch (state.ended(a) ? ActionKind::Local : a.kind) {
      case ActionKind::Read:
        move.reads = {a.cell};
        break;
      case ActionKind::Write:
        move.writes = {a.cell};
        break;
      case ActionKind::Atomic:
        move.reads = {a.cell};
        if (automata_.outcome(step.thread, state.local(step.thread), step.index, state.cell(a.cell))
                .writes)
          move.writes = {a.cell};
        break;
      case ActionKind::Join:
        move.joins = a.other;
        break;
      case ActionKind::Spawn:
        move.spawns = a.other;
        break;
      default:
        break;
    }
    return move;
  }

  std::vector<std::uint32_t> key_of(const Node& n, ThreadId attacker, CellId y) const {
    std::vector<std::uint32_t> key = n.state.row();
    // The attacker waits; where it does so is no matter.
    key[1 + attacker.index()] = 0;
    key.push_back(attacker.value);
    key.push_back(y.value);
    key.insert(key.end(), n.after.begin(), n.after.end());
    key.push_back(0xffffffffu);
    key.insert(key.end(), n.level.begin(), n.level.end());
    return key;
  }

  // Whether the move happens after the attacker's read; then `n` learns what else does.
  static bool happens_after(const Node& before, const Move& move, Node& n) {
    const auto level_of = [&](CellId c) {
      return c.index() < before.level.size() ? before.level[c.index()] : 0;
    };
    const bool after =
        before.after[move.thread.index()] != 0 ||
        (move.joins.valid() && before.after[move.joins.index()] != 0) ||
        std::ranges::any_of(move.writes, [&](CellId c) { return level_of(c) >= kRead; }) ||
        std::ranges::any_of(move.reads, [&](CellId c) { return level_of(c) == kWritten; });
    if (!after) return false;
    n.after[move.thread.index()] = 1;
    if (move.spawns.valid() && move.spawns.index() < n.after.size())
      n.after[move.spawns.index()] = 1;
    const auto raise = [&](CellId c, std::uint32_t level) {
      n.level.resize(std::max(n.level.size(), c.index() + 1));
      n.level[c.index()] = std::max(n.level[c.index()], level);
    };
    for (const CellId c : move.reads) raise(c, kRead);
    for (const CellId c : move.writes) raise(c, kWritten);
    return true;
  }

  const Search& sc_;
  Automata& automata_;
  std::unordered_map<std::vector<std::uint32_t>, bool, RowHash> known_;  // false: y is out of reach
};

// The attacker's part: the attacks of one state that no known one makes superfluous.
class AttackWalk {
 protected:
  explicit AttackWalk(const Search& sc) : automata_(sc.automata()), helpers_(sc) {}
  ~AttackWalk() = default;

  void look(const State& state) {
    if (state.holder().valid()) return;  // the others wait
    for (std::size_t i = 0; i < state.threads(); ++i) {
      const ThreadId t{i};
      if (!state.started(t)) continue;
      const auto actions = automata_.actions(t, state.local(t));
      for (std::uint32_t a = 0; a < actions.size(); ++a) {
        if (actions[a].kind == ActionKind::Write && !state.ended(actions[a])) attack(state, t, a);
      }
    }
  }

  // The attacker somewhere between st and ld.
  struct Frame {
    LocalId local;
    std::map<CellId, ValueId> own;  // what its buffer would answer
    std::vector<PositionId> path;   // sorted
    std::uint32_t action = 0;
    std::uint32_t successor = 0;
  };

  // The helpers can take it from here: steps_ says how the attacker got there.
  virtual void note(ThreadId t, const Frame& frame, std::vector<Step> helpers) = 0;
  // Nothing more is wanted.
  virtual bool done() const { return false; }
  // What is prevented by what prevents a known attack need not be found.
  virtual const std::vector<Attack>& known() const = 0;

  Automata& automata_;
  std::vector<Step> steps_;

 private:
  bool prevented(const std::vector<PositionId>& path) const {
    return std::ranges::any_of(
        known(), [&](const Attack& a) { return std::ranges::includes(path, a.fences); });
  }

  void push(LocalId local, std::map<CellId, ValueId> own, std::vector<PositionId> path,
            const std::vector<PositionId>& further) {
    path.insert(path.end(), further.begin(), further.end());
    std::ranges::sort(path);
    const auto [first, last] = std::ranges::unique(path);
    path.erase(first, last);
    // Whatever comes now is prevented by what prevents a known attack.
    if (prevented(path)) return;
    if (std::ranges::any_of(frames_,
                            [&](const Frame& f) { return f.local == local && f.own == own; }))
      return;
    frames_.push_back({local, std::move(own), std::move(path), 0, 0});
  }

  void attack(const State& state, ThreadId t, std::uint32_t store) {
    const Action st = automata_.actions(t, state.local(t))[store];
    const Outcome& first = automata_.outcome(t, state.local(t), store);
    for (std::uint32_t s = 0; s < first.successors.size(); ++s) {
      frames_.clear();
      push(first.successors[s].next, {{st.cell, st.value}}, {}, first.successors[s].path);
      steps_ = {Step{t, false, store, s}};
      while (!frames_.empty() && !done()) advance(state, t, st.cell);
    }
  }

  void advance(const State& state, ThreadId t, CellId y) {
    const std::size_t depth = frames_.size() - 1;
    Frame& frame = frames_.back();
    steps_.resize(frames_.size());
    const auto actions = automata_.actions(t, frame.local);
    if (frame.action == actions.size() || prevented(frame.path)) {
      frames_.pop_back();
      return;
    }
    const Action a = actions[frame.action];
    const bool goes_on =
        a.kind == ActionKind::Read || a.kind == ActionKind::Local || a.kind == ActionKind::Write;
    if (!goes_on || state.ended(a)) {
      ++frame.action;
      return;
    }
    ValueId found{0};
    if (a.kind == ActionKind::Read) {
      const auto mine = frame.own.find(a.cell);
      found = mine != frame.own.end() ? mine->second : state.cell(a.cell);
      if (frame.successor == 0 && mine == frame.own.end())
        if (auto helpers = helpers_.reach(state, t, a.cell, y)) {
          note(t, frame, std::move(*helpers));
          return;
        }
    }
    const Outcome& o = automata_.outcome(t, frame.local, frame.action, found);
    if (o.blocked || frame.successor == o.successors.size()) {
      ++frame.action;
      frame.successor = 0;
      return;
    }
    const std::uint32_t action = frame.action;
    const std::uint32_t s = frame.successor++;
    const Successor& next = o.successors[s];
    std::map<CellId, ValueId> own = frame.own;
    if (a.kind == ActionKind::Write) own[a.cell] = a.value;
    push(next.next, std::move(own), frame.path, next.path);  // `frame` is gone from here on
    if (frames_.size() == depth + 2) steps_.push_back({t, false, action, s});
  }

  Helpers helpers_;
  std::vector<Frame> frames_;
};

// Whether a state has an attack that is not prevented by what prevents the known ones.
class NewAttacks : public explicit_state::Filter, private AttackWalk {
 public:
  NewAttacks(const Search& sc, const std::vector<Attack>& known) : AttackWalk(sc), known_(known) {}

  bool wants(const State& state) override {
    found_ = false;
    look(state);
    return found_;
  }

 private:
  void note(ThreadId, const Frame&, std::vector<Step>) override { found_ = true; }
  bool done() const override { return found_; }
  const std::vector<Attack>& known() const override { return known_; }

  const std::vector<Attack>& known_;
  bool found_ = false;
};

class AttackFinder : public explicit_state::Visitor, private AttackWalk {
 public:
  explicit AttackFinder(Search& sc) : AttackWalk(sc), sc_(sc) {}

  bool visit(StateIndex index, const State& state) override {
    index_ = index;
    look(state);
    return true;
  }

  void restart() override { attacks_.clear(); }

  std::unique_ptr<explicit_state::Filter> filter() const override {
    return std::make_unique<NewAttacks>(sc_, attacks_);
  }

  std::vector<Attack> take() { return std::move(attacks_); }

 private:
  const std::vector<Attack>& known() const override { return attacks_; }

  void note(ThreadId t, const Frame& frame, std::vector<Step> helpers) override {
    std::erase_if(attacks_,
                  [&](const Attack& a) { return std::ranges::includes(a.fences, frame.path); });
    Attack attack{.from = index_,
                  .attacker = t,
                  .attacker_steps = steps_,
                  .helper_steps = std::move(helpers),
                  .fences = frame.path};
    attack.attacker_steps.push_back({t, false, frame.action, 0});
    attacks_.push_back(std::move(attack));
  }

  Search& sc_;
  StateIndex index_ = 0;
  std::vector<Attack> attacks_;
};

}  // namespace

Attacks find_attacks(Search& sc) {
  AttackFinder finder(sc);
  Attacks result;
  result.search = sc.run(finder);
  result.attacks = finder.take();
  return result;
}

AttackRun attack_run(const Search& sc, const Search& tso, const Attack& attack) {
  TsoRun run(sc, tso, attack.from);
  const std::size_t first = run.size();
  for (const Step& step : attack.attacker_steps) run.step(step);
  for (const Step& step : attack.helper_steps) run.step_as_under_sc(step);
  run.drain(attack.attacker);
  return {.steps = run.take(), .first = first};
}

}  // namespace overtake::fences
