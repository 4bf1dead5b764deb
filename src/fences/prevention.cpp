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

// What one thread did, in its own order.
struct Deed {
  std::vector<PositionId> passed;
  bool buffers_full_before = false;  // something was in the buffer when it was done
  bool stores = false;               // into the buffer
  std::size_t written_at = 0;        // when what it wrote reached memory; 0: never
  std::uint64_t cell = 0;            // of the store
};
using Deeds = std::map<ThreadId, std::vector<Deed>>;

// The oldest store of the thread to that cell that is still on its way reaches memory.
void drain(std::vector<Deed>& deeds, std::uint64_t cell, std::size_t now) {
  for (Deed& d : deeds)
    if (d.stores && d.written_at == 0 && d.cell == cell) {
      d.written_at = now + 1;
      return;
    }
}

class Judge {
 public:
  Judge(Model model, const Subject& subject) : model_(model), subject_(subject) {}

  ElementSet run(const Deeds& all) {
    for (const auto& [thread, deeds] : all) judge(deeds);
    return {found_.begin(), found_.end()};
  }

 private:
  void judge(const std::vector<Deed>& deeds) {
    for (std::size_t i = 0; i + 1 < deeds.size(); ++i)
      if (deeds[i + 1].buffers_full_before) add(deeds[i].passed, FenceKind::Full);
    if (model_ != Model::PSO) return;
    // A store that was overtaken by a later one, or by an atomic write.
    for (std::size_t i = 0; i < deeds.size(); ++i)
      for (std::size_t j = i + 1; j < deeds.size(); ++j) {
        const Deed &first = deeds[i], &second = deeds[j];
        if (!first.stores || second.written_at == 0) continue;
        if (first.written_at != 0 && first.written_at < second.written_at) continue;
        for (std::size_t k = i; k < j; ++k) add(deeds[k].passed, FenceKind::StoreStore);
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

Deed deed(const Search& search, const State& state, const Step& step, std::size_t now) {
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
  Deeds deeds;
  State state = search.initial();
  for (std::size_t i = 0; i < run.size(); ++i) {
    const ThreadId t = run[i].thread;
    if (run[i].drain)
      drain(deeds[t], search.buffers().entries(state.buffer(t))[run[i].index].cell.value, i);
    else
      deeds[t].push_back(deed(search, state, run[i], i));
    search.apply(state, run[i]);
  }
  return Judge(model, subject).run(deeds);
}

ElementSet preventing(const memory::Replay& run, Model model,
                      const std::function<PositionId(const memory::Record&)>& position,
                      const Subject& subject) {
  Deeds deeds;
  std::map<ThreadId, std::size_t> waiting;  // stores in the buffer
  for (std::size_t i = 0; i < run.records.size(); ++i) {
    const memory::Record& r = run.records[i];
    const ThreadId t = r.step.thread;
    if (r.step.drain) {
      drain(deeds[t], r.op.address, i);
      --waiting[t];
      continue;
    }
    // A choice can be put off until the thread does something.
    if (r.op.kind == exec::OpKind::Choose) continue;
    const bool buffered = r.op.kind == exec::OpKind::Store && !r.wrote_memory;
    Deed deed{.passed = {},
              .buffers_full_before = waiting[t] != 0,
              .stores = buffered,
              .written_at = r.wrote_memory ? i + 1 : 0,
              .cell = r.op.address};
    if (const PositionId p = position(r); p.valid()) deed.passed.push_back(p);
    deeds[t].push_back(std::move(deed));
    waiting[t] += buffered ? 1 : 0;
  }
  return Judge(model, subject).run(deeds);
}

ElementSet preventing(const ir::Program& program, const memory::Replay& run, Model model,
                      StorePlaces& places, const Subject& subject, std::span<const Unseen> unseen) {
  Deeds deeds;
  std::map<ThreadId, std::size_t> waiting;  // stores in the buffer
  std::map<ThreadId, StorePlaces::Access> before;
  std::size_t next_unseen = 0;
  const auto do_unseen = [&](std::size_t now) {
    for (; next_unseen < unseen.size() && unseen[next_unseen].before <= now; ++next_unseen) {
      const ThreadId t = unseen[next_unseen].thread;
      const auto it = before.find(t);
      if (it == before.end()) continue;
      const PositionId p = places.passed(program, it->second, nullptr);
      if (p.valid()) deeds[t].back().passed.push_back(p);
      deeds[t].push_back({.passed = {}, .buffers_full_before = waiting[t] != 0});
    }
  };
  for (std::size_t i = 0; i < run.records.size(); ++i) {
    do_unseen(i);
    const memory::Record& r = run.records[i];
    const ThreadId t = r.step.thread;
    if (r.step.drain) {
      drain(deeds[t], r.op.address, i);
      --waiting[t];
      continue;
    }
    StorePlaces::Access now{r.op, r.calls};
    if (const auto it = before.find(t); it != before.end())
      for (const PositionId p : {places.passed(program, it->second, &now),
                                 places.passed_before(program, it->second, now)})
        if (p.valid()) deeds[t].back().passed.push_back(p);
    const bool buffered = r.op.kind == exec::OpKind::Store && !r.wrote_memory;
    deeds[t].push_back({.passed = {},
                        .buffers_full_before = waiting[t] != 0,
                        .stores = buffered,
                        .written_at = r.wrote_memory ? i + 1 : 0,
                        .cell = r.op.address});
    waiting[t] += buffered ? 1 : 0;
    before.insert_or_assign(t, std::move(now));
  }
  do_unseen(run.records.size());
  return Judge(model, subject).run(deeds);
}

}  // namespace overtake::fences
