#include "explicit/search.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "explicit/batch.h"

namespace overtake::explicit_state {
namespace {

constexpr std::size_t kLookEvery = 1u << 12;  // states between looks at the stop flag
constexpr std::size_t kSlack = 4;             // room for threads and cells that turn up

}  // namespace

Search::Search(Automata& automata, Options options)
    : automata_(&automata), options_(std::move(options)), buffers_(options_.model.base, automata) {
  threads_ = automata.thread_count();
  cells_ = automata.cell_count();
}

State Search::initial() const {
  State state(*automata_, threads_, cells_);
  for (std::size_t t = 0; t < automata_->thread_count(); ++t)
    if (automata_->initial(ThreadId{t}).valid())
      state.set_local(ThreadId{t}, automata_->initial(ThreadId{t}));
  return state;
}

// --- one step ------------------------------------------------------------------------------------

bool Search::can_act(const State& state, ThreadId t, const Action& a) const {
  if (options_.model == Model::SC || state.buffer(t) == Buffers::empty()) return true;
  switch (a.kind) {
    case ActionKind::Local:
    case ActionKind::Read:
    case ActionKind::Write:
    case ActionKind::StoreFence:
    case ActionKind::Free:
      return true;
    case ActionKind::Atomic:
      return options_.model.drains_location_only();
    default:
      return false;
  }
}

// A thread that has ended, or failed, is in no section any more. One that has assumed something
// false stays there: nothing happens after that.
bool Search::stopped_in_section(const State& state, ThreadId t) const {
  const LocalId local = state.local(t);
  const LocalStatus status = automata_->status(t, local);
  return status == LocalStatus::Ended || status == LocalStatus::Failed;
}

template <class Visit>
void Search::drains(const State& state, ThreadId t, Room& room, Visit&& visit) const {
  const BufferId b = state.buffer(t);
  State& next = room.next;
  for (const std::uint32_t entry : buffers_.can_drain(b)) {
    next = state;
    const Buffers::Entry e = buffers_.entries(b)[entry];
    next.set_cell(e.cell, automata_->merged(state.cell(e.cell), e.value));
    next.set_buffer(t, buffers_.drain(b, entry));
    visit(Step{t, true, entry, 0}, next);
  }
}

ValueId Search::visible(const State& state, ThreadId t, CellId cell) const {
  ValueId found = state.cell(cell);
  if (options_.model == Model::SC) return found;
  if (!automata_->has_parts()) return buffers_.newest(state.buffer(t), cell).value_or(found);
  for (const Buffers::Entry& e : buffers_.entries(state.buffer(t)))
    if (e.cell == cell) found = automata_->merged(found, e.value);
  return found;
}

template <class Visit>
void Search::act(const State& state, ThreadId t, std::uint32_t index, Room& room,
                 Visit&& visit) const {
  State& next = room.next;
  const LocalId local = state.local(t);
  const Action a = automata_->actions(t, local)[index];
  if (!can_act(state, t, a)) return;
  const bool buffering = options_.model != Model::SC && state.holder() != t;
  ValueId found{0};
  switch (a.kind) {
    case ActionKind::Read:
      found = visible(state, t, a.cell);
      break;
    case ActionKind::Write:
      if (buffering && buffers_.stores(state.buffer(t)) >= options_.buffer) {
        room.buffer_was_full = true;
        return;
      }
      break;
    case ActionKind::Atomic:
      found = state.cell(a.cell);
      break;
    case ActionKind::Join:
      if (!state.started(a.other) ||
          automata_->status(a.other, state.local(a.other)) != LocalStatus::Ended)
        return;
      // What the other thread returned: the automata know it by its state.
      found = ValueId{state.local(a.other).value};
      break;
    default:
      break;
  }
  const bool dead = state.ended(a);
  if (dead) found = ValueId::none();
  const Outcome& outcome = automata_->outcome(t, local, index, found);
  if (outcome.blocked) return;
  if (a.kind == ActionKind::Atomic && options_.model == Model::PSO &&
      !buffers_.drained_for(state.buffer(t), a.cell, outcome.writes))
    return;
  next = state;
  switch (dead ? ActionKind::Local : a.kind) {
    case ActionKind::Write:
      if (buffering)
        next.set_buffer(t, buffers_.push(state.buffer(t), a.cell, a.value));
      else
        next.set_cell(a.cell, automata_->merged(state.cell(a.cell), a.value));
      break;
    case ActionKind::Atomic:
      if (outcome.writes) next.set_cell(a.cell, outcome.written);
      break;
    case ActionKind::Free:
      next.set_cell(a.cell, a.value);
      break;
    case ActionKind::StoreFence:
      if (options_.model == Model::PSO) next.set_buffer(t, buffers_.push_fence(state.buffer(t)));
      break;
    case ActionKind::Spawn:
      next.set_local(a.other, a.start);
      break;
    case ActionKind::AtomicBegin:
      next.set_holder(t);
      break;
    case ActionKind::AtomicEnd:
      next.set_holder(ThreadId::none());
      break;
    default:
      break;
  }
  for (std::uint32_t s = 0; s < outcome.successors.size(); ++s) {
    const LocalId to = outcome.successors[s].next;
    next.set_local(t, to);
    if (next.holder() == t && stopped_in_section(next, t)) next.set_holder(ThreadId::none());
    visit(Step{t, false, index, s}, next);
  }
}

template <class Visit>
void Search::expand(const State& state, Room& room, Visit&& visit) const {
  const ThreadId holder = state.holder();
  for (std::size_t i = 0; i < state.threads(); ++i) {
    const ThreadId t{i};
    if (holder.valid() && holder != t) continue;
    if (!state.started(t) || !moves(t)) continue;
    const std::size_t actions = automata_->actions(t, state.local(t)).size();
    for (std::uint32_t a = 0; a < actions; ++a) act(state, t, a, room, visit);
    if (!holder.valid() && options_.model != Model::SC) drains(state, t, room, visit);
  }
}

bool Search::moves(ThreadId t) const {
  return options_.movers.empty() || std::ranges::find(options_.movers, t) != options_.movers.end();
}

void Search::successors(const State& state,
                        const std::function<void(const Step&, const State&)>& visit) const {
  Room room;
  expand(state, room, visit);
}

void Search::successors_of(const State& state, ThreadId t,
                           const std::function<void(const Step&, const State&)>& visit) const {
  Room room;
  const std::size_t actions = automata_->actions(t, state.local(t)).size();
  for (std::uint32_t a = 0; a < actions; ++a) act(state, t, a, room, visit);
}

void Search::apply(State& state, const Step& step) const {
  State result = state;
  bool done = false;
  Room room;
  const auto take = [&](const Step& s, const State& next) {
    if (s == step) {
      result = next;
      done = true;
    }
  };
  if (step.drain)
    drains(state, step.thread, room, take);
  else
    act(state, step.thread, step.index, room, take);
  if (!done || result.outgrown())
    throw InternalError("a step of an explicit-state run is not possible");
  state = std::move(result);
}

// --- the search ----------------------------------------------------------------------------------

void Search::canonicalize(State& state) const {
  for (const std::vector<ThreadId>& group : interchangeable_) {
    std::vector<std::uint32_t>& row = state.row();
    const std::size_t n = state.threads();
    // Insertion sort: groups are small and nearly sorted.
    for (std::size_t i = 1; i < group.size(); ++i) {
      for (std::size_t j = i; j > 0; --j) {
        const std::size_t a = 1 + group[j - 1].index(), b = 1 + group[j].index();
        // The thread in a section takes that with it; row[0] is its number, from 1.
        const bool holds_a = row[0] == a, holds_b = row[0] == b;
        if (std::tuple(row[a], row[a + n], holds_a) <= std::tuple(row[b], row[b + n], holds_b))
          break;
        std::swap(row[a], row[b]);
        std::swap(row[a + n], row[b + n]);
        if (holds_a || holds_b) row[0] = static_cast<std::uint32_t>(holds_a ? b : a);
      }
    }
  }
}

void Search::begin() {
  const std::size_t old_threads = threads_;
  if (automata_->thread_count() > threads_) threads_ = automata_->thread_count() + kSlack;
  if (automata_->cell_count() > cells_) cells_ = automata_->cell_count() + kSlack;
  const std::size_t columns = 1 + 2 * threads_ + cells_;
  if (columns != largest_.size() || old_threads != threads_) largest_.assign(columns, 0);
  // What is known by now gets the room that it needs.
  for (std::size_t t = 0; t < automata_->thread_count(); ++t) {
    std::uint32_t& local = largest_[1 + t];
    local = std::max(local, static_cast<std::uint32_t>(automata_->local_count(ThreadId{t})));
    std::uint32_t& buffer = largest_[1 + threads_ + t];
    buffer = std::max(buffer, static_cast<std::uint32_t>(buffers_.size()));
  }
  for (std::size_t c = 0; c < cells_; ++c) {
    std::uint32_t& cell = largest_[1 + 2 * threads_ + c];
    cell = std::max(cell, static_cast<std::uint32_t>(automata_->value_count()));
  }
  store_.reset(Layout(largest_));
  interchangeable_.clear();
  if (!options_.symmetry || !options_.movers.empty()) return;
  std::map<std::uint32_t, std::vector<ThreadId>> groups;
  for (std::size_t t = 0; t < automata_->thread_count(); ++t)
    groups[automata_->code_of(ThreadId{t})].push_back(ThreadId{t});
  for (auto& [code, group] : groups)
    if (group.size() > 1) interchangeable_.push_back(std::move(group));
}

template <class Add>
bool Search::for_each_row(Room& room, Add&& add) const {
  bool fits = true;
  expand(room.current, room, [&](const Step&, const State& next) {
    if (!fits) return;
    const State* added = &next;
    if (!interchangeable_.empty()) {
      room.canonical = next;
      canonicalize(room.canonical);
      added = &room.canonical;
    }
    fits = !next.outgrown() && add(added->row());
  });
  return fits;
}

bool Search::add_successors(Room& room, StateIndex i, Rows& rows) const {
  return for_each_row(room, [&](const std::vector<std::uint32_t>& row) {
    return rows.add(store_.layout(), row, i);
  });
}

// False: start again.
bool Search::sweep(Visitor& visitor, Workers& workers, Result& result) {
  begin();
  result = {};
  Room room;
  room.current = initial();
  if (room.current.outgrown()) return false;
  canonicalize(room.current);
  bool fits = !store_.add(room.current.row(), kNoState).overflow;
  Batch batch(*this, visitor, workers);
  std::size_t look_next = 0;
  for (StateIndex i = 0; fits && i < store_.size();) {
    if (i >= look_next) {
      look_next = i + kLookEvery;
      if (interrupted()) break;
      if (options_.progress) options_.progress(i);
    }
    if (options_.max_states != 0 && i >= options_.max_states) break;
    if (const StateIndex end = batch.end_of(i, result); end != i) {
      const Batch::Done done = batch.run(i, end, result);
      fits = done != Batch::Done::Outgrown;
      if (done != Batch::Done::All) break;
      i = end;
      continue;
    }
    store_.get(i, room.current.row());
    ++result.states;
    if (!visitor.visit(i, room.current)) break;
    fits = for_each_row(room, [&](const std::vector<std::uint32_t>& row) {
      ++result.transitions;
      return !store_.add(row, i).overflow;
    });
    ++i;
  }
  result.finished = fits && result.states == store_.size();
  result.buffer_was_full = result.buffer_was_full || room.buffer_was_full;
  result.bytes = store_.bytes();
  return fits;
}

Result Search::run(Visitor& visitor) {
  Workers workers(options_.jobs);
  Result result;
  while (!sweep(visitor, workers, result)) visitor.restart();
  return result;
}

Result Search::run(const std::function<bool(StateIndex, const State&)>& visit,
                   const std::function<void()>& restart) {
  class Simple : public Visitor {
   public:
    Simple(const std::function<bool(StateIndex, const State&)>& visit,
           const std::function<void()>& restart)
        : visit_(visit), restart_(restart) {}
    bool visit(StateIndex i, const State& s) override { return visit_(i, s); }
    void restart() override { restart_(); }

   private:
    const std::function<bool(StateIndex, const State&)>& visit_;
    const std::function<void()>& restart_;
  };
  Simple visitor(visit, restart);
  return run(visitor);
}

std::vector<Step> Search::run_to(StateIndex state) const {
  std::vector<StateIndex> chain;
  for (StateIndex i = state; i != kNoState; i = store_.parent(i)) chain.push_back(i);
  std::reverse(chain.begin(), chain.end());
  std::vector<Step> steps;
  State current = initial();
  State wanted = initial();
  for (std::size_t k = 1; k < chain.size(); ++k) {
    store_.get(chain[k], wanted.row());
    bool found = false;
    State next;
    Room room;
    expand(current, room, [&](const Step& step, const State& candidate) {
      if (found) return;
      State canonical = candidate;
      canonicalize(canonical);
      if (canonical.row() != wanted.row()) return;
      found = true;
      next = candidate;
      steps.push_back(step);
    });
    if (!found) throw InternalError("the way to a state is lost");
    current = std::move(next);
  }
  return steps;
}

}  // namespace overtake::explicit_state
