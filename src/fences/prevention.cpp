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
using explicit_state::PositionId;
using explicit_state::Search;
using explicit_state::State;
using explicit_state::Step;
using explicit_state::StorePlaces;
using explicit_state::ValueId;

// Something that a thread did.
struct Done {
  std::vector<PositionId> passed;    // right after it
  bool buffers_full_before = false;  // something was in the buffer when it was done
  bool stores = false;               // into the buffer
  std::size_t written_at = 0;        // when what it wrote reached memory; 0: never
  std::uint64_t cell = 0;            // of the store
};

// What each thread did, in its own order.
class History {
 public:
  std::vector<Done>& of(ThreadId t) { return threads_[t]; }
  const std::map<ThreadId, std::vector<Done>>& threads() const { return threads_; }

  // The oldest pending store of the thread to that cell reaches memory.
  void drain(ThreadId t, std::uint64_t cell, std::size_t now) {
    for (Done& d : threads_[t])
      if (d.stores && d.written_at == 0 && d.cell == cell) {
        d.written_at = now + 1;
        return;
      }
  }

  // A record of a replay that is no drain.
  void add(const memory::Record& r, std::size_t now) {
    const ThreadId t = r.step.thread;
    const bool buffered = r.op.kind == exec::OpKind::Store && !r.wrote_memory;
    threads_[t].push_back({.passed = {},
                           .buffers_full_before = pending_[t] != 0,
                           .stores = buffered,
                           .written_at = r.wrote_memory ? now + 1 : 0,
                           .cell = r.op.address});
    pending_[t] += buffered ? 1 : 0;
  }
  // Something that no record tells of, and that writes nothing.
  void add_unseen(ThreadId t) {
    threads_[t].push_back({.passed = {}, .buffers_full_before = pending_[t] != 0});
  }
  bool drain(const memory::Record& r, std::size_t now) {
    if (!r.step.drain) return false;
    drain(r.step.thread, r.op.address, now);
    --pending_[r.step.thread];
    return true;
  }

 private:
  std::map<ThreadId, std::vector<Done>> threads_;
  std::map<ThreadId, std::size_t> pending_;  // stores in the buffer, of replays
};

class Judge {
 public:
  Judge(Model model, const Subject& subject) : model_(model), subject_(subject) {}

  ElementSet run(const History& history) {
    for (const auto& [thread, done] : history.threads()) judge(done);
    return {found_.begin(), found_.end()};
  }

 private:
  void judge(const std::vector<Done>& done) {
    for (std::size_t i = 0; i + 1 < done.size(); ++i)
      if (done[i + 1].buffers_full_before) add(done[i].passed, FenceKind::Full);
    if (model_ != Model::PSO) return;
    // A store that was overtaken by a later one, or by an atomic write.
    for (std::size_t i = 0; i < done.size(); ++i)
      for (std::size_t j = i + 1; j < done.size(); ++j) {
        const Done &first = done[i], &second = done[j];
        if (!first.stores || second.written_at == 0) continue;
        if (first.written_at != 0 && first.written_at < second.written_at) continue;
        for (std::size_t k = i; k < j; ++k) add(done[k].passed, FenceKind::StoreStore);
      }
  }

  void add(const std::vector<PositionId>& positions, FenceKind kind) {
    const auto add_one = [&](PositionId p) {
      if (subject_.possible(p)) found_.insert(Placement{p, kind}.element());
    };
    for (const PositionId p : positions) {
      add_one(p);
      for (const PositionId c : subject_.covering(p)) add_one(c);
    }
  }

  Model model_;
  const Subject& subject_;
  std::set<Element> found_;
};

Done done_by(const Search& search, const State& state, const Step& step, std::size_t now) {
  Automata& automata = search.automata();
  const ThreadId t = step.thread;
  const Action a = automata.actions(t, state.local(t))[step.index];
  ValueId found{0};
  if (a.kind == ActionKind::Atomic) found = state.cell(a.cell);
  if (a.kind == ActionKind::Read) found = search.visible(state, t, a.cell);
  if (a.kind == ActionKind::Join) found = ValueId{state.local(a.other).value};
  if (state.ended(a)) found = ValueId::none();
  const auto& o = automata.outcome(t, state.local(t), step.index, found);
  return {.passed = o.successors[step.successor].path,
          .buffers_full_before = state.buffer(t) != Buffers::empty(),
          .stores = a.kind == ActionKind::Write && state.holder() != t && !state.ended(a),
          .written_at = o.writes ? now + 1 : 0,
          .cell = a.cell.value};
}

}  // namespace

ElementSet preventing(const Search& search, const std::vector<Step>& run, Model model,
                      const Subject& subject) {
  History history;
  State state = search.initial();
  for (std::size_t i = 0; i < run.size(); ++i) {
    const ThreadId t = run[i].thread;
    if (run[i].drain)
      history.drain(t, search.buffers().entries(state.buffer(t))[run[i].index].cell.value, i);
    else
      history.of(t).push_back(done_by(search, state, run[i], i));
    search.apply(state, run[i]);
  }
  return Judge(model, subject).run(history);
}

ElementSet preventing(const memory::Replay& run, Model model,
                      const std::function<PositionId(const memory::Record&)>& position,
                      const Subject& subject) {
  History history;
  for (std::size_t i = 0; i < run.records.size(); ++i) {
    const memory::Record& r = run.records[i];
    // A choice can be put off until the thread does something.
    if (history.drain(r, i) || r.op.kind == exec::OpKind::Choose) continue;
    history.add(r, i);
    if (const PositionId p = position(r); p.valid())
      history.of(r.step.thread).back().passed.push_back(p);
  }
  return Judge(model, subject).run(history);
}

ElementSet preventing(const ir::Program& program, const memory::Replay& run, Model model,
                      StorePlaces& places, const Subject& subject, std::span<const Unseen> unseen) {
  History history;
  std::map<ThreadId, StorePlaces::Access> before;
  std::size_t next_unseen = 0;
  const auto do_unseen = [&](std::size_t now) {
    for (; next_unseen < unseen.size() && unseen[next_unseen].before <= now; ++next_unseen) {
      const ThreadId t = unseen[next_unseen].thread;
      const auto it = before.find(t);
      if (it == before.end()) continue;
      const PositionId p = places.passed(program, it->second, nullptr);
      if (p.valid()) history.of(t).back().passed.push_back(p);
      history.add_unseen(t);
    }
  };
  for (std::size_t i = 0; i < run.records.size(); ++i) {
    do_unseen(i);
    const memory::Record& r = run.records[i];
    const ThreadId t = r.step.thread;
    if (history.drain(r, i)) continue;
    StorePlaces::Access now{r.op, r.calls};
    if (const auto it = before.find(t); it != before.end())
      for (const PositionId p : {places.passed(program, it->second, &now),
                                 places.passed_before(program, it->second, now)})
        if (p.valid()) history.of(t).back().passed.push_back(p);
    history.add(r, i);
    before.insert_or_assign(t, std::move(now));
  }
  do_unseen(run.records.size());
  return Judge(model, subject).run(history);
}

}  // namespace overtake::fences
