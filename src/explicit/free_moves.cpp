#include "explicit/free_moves.h"

#include <algorithm>

namespace overtake::explicit_state {
namespace {

constexpr std::size_t kMostPlaces = 2'000;

}  // namespace

FreeMoves::FreeMoves(GclAutomata& automata, ThreadId still)
    : automata_(automata),
      own_(automata.thread_count()),
      owners_(automata.cell_count()),
      numbers_(automata.cell_count()),
      written_(automata.cell_count()),
      still_(automata.thread_count()),
      threads_(automata.thread_count()) {
  using gcl::StatementKind;
  std::vector<bool> several(automata.cell_count());
  const auto& processes = automata.program().processes;
  for (std::size_t t = 0; t < processes.size(); ++t) {
    still_[t] = automata.code_of(ThreadId{t}) == automata.code_of(still);
    for (const gcl::Instruction& i : processes[t].instructions) {
      if (i.statement.kind != StatementKind::Write && i.statement.kind != StatementKind::Arw)
        continue;
      const std::size_t c = i.statement.variable()->index();
      if (written_[c] && owners_[c] != ThreadId{t}) several[c] = true;
      written_[c] = true;
      owners_[c] = ThreadId{t};
    }
  }
  for (std::size_t c = 0; c < owners_.size(); ++c) {
    if (several[c] || !written_[c] || still_[owners_[c].index()]) {
      owners_[c] = ThreadId::none();
      continue;
    }
    std::vector<CellId>& own = own_[owners_[c].index()];
    numbers_[c] = own.size();
    own.push_back(CellId{c});
  }
}

void FreeMoves::put(State& state, ThreadId t, const Place& place) const {
  const std::vector<CellId>& own = own_[t.index()];
  state.set_local(t, place.local);
  for (std::size_t i = 0; i < own.size(); ++i) state.set_cell(own[i], place.values[i]);
}

FreeMoves::Place FreeMoves::place(const State& state, ThreadId t) const {
  Place place{state.local(t), {}};
  for (const CellId c : own_[t.index()]) place.values.push_back(state.cell(c));
  return place;
}

const FreeMoves::Reach& FreeMoves::reach(const State& state, ThreadId t) {
  const std::uint32_t s = set(t, place(state, t));
  return threads_[t.index()].reaches[s];
}

std::vector<FreeMoves::Place> FreeMoves::first_of(ThreadId t, const std::vector<Place>& places) {
  if (places.size() < 2) return places;
  std::vector<std::uint32_t> sets;
  for (const Place& p : places) sets.push_back(set(t, p));
  const auto& later = threads_[t.index()].later;
  std::vector<Place> first;
  for (std::size_t i = 0; i < places.size(); ++i) {
    bool covered = false;
    for (std::size_t j = 0; j < places.size() && !covered; ++j)
      covered = sets[i] == sets[j] ? j < i : std::ranges::binary_search(later[sets[j]], sets[i]);
    if (!covered) first.push_back(places[i]);
  }
  return first;
}

void FreeMoves::canonicalize(State& state, ThreadId t) {
  if (!still_[t.index()]) put(state, t, reach(state, t).places.front());
}

std::uint32_t FreeMoves::set(ThreadId t, const Place& place) {
  Thread& thread = threads_[t.index()];
  if (const auto it = thread.set_of.find(place); it != thread.set_of.end()) return it->second;
  if (still_[t.index()])
    complete(t, {place});
  else
    explore(t, place);
  return thread.set_of.at(place);
}

FreeMoves::Moves FreeMoves::moves(ThreadId t, const Place& place) {
  Moves all;
  const std::size_t actions = automata_.actions(t, place.local).size();
  for (std::uint32_t index = 0; index < actions; ++index) {
    const Action a = automata_.actions(t, place.local)[index];
    Place moved = place;
    ValueId found{0};
    const bool mine = a.cell.valid() && owner(a.cell) == t;
    bool free = !still_[t.index()];
    switch (a.kind) {
      case ActionKind::Local:
      case ActionKind::Fence:
        break;
      case ActionKind::Read:
        free = free && (mine || !written_[a.cell.index()]);
        if (free) found = mine ? place.values[number(a.cell)] : automata_.initial_value(a.cell);
        break;
      case ActionKind::Write:
        free = free && mine;
        if (free) moved.values[number(a.cell)] = a.value;
        break;
      default:
        free = false;
    }
    if (!free) {
      all.others.push_back(index);
      continue;
    }
    const Outcome& o = automata_.outcome(t, place.local, index, found);
    if (o.blocked) continue;
    for (const Successor& s : o.successors) {
      moved.local = s.next;
      all.free.push_back(moved);
    }
  }
  return all;
}

// Tarjan's algorithm, from a place that no known place leads to: whatever a known place leads to is
// known.
void FreeMoves::explore(ThreadId t, const Place& from) {
  struct Visit {
    Place place;
    std::vector<Place> next;
    std::size_t done = 0;
    std::uint32_t low = 0;
  };
  const Thread& thread = threads_[t.index()];
  std::map<Place, std::uint32_t> numbers;  // in the order of entering
  std::vector<Place> stack;
  std::vector<Visit> visits;
  const auto enter = [&](const Place& place) {
    if (numbers.size() >= kMostPlaces) throw TooManyPlaces{};
    const auto number = static_cast<std::uint32_t>(numbers.size());
    numbers.emplace(place, number);
    stack.push_back(place);
    visits.push_back({place, moves(t, place).free, 0, number});
  };
  enter(from);
  while (!visits.empty()) {
    Visit& v = visits.back();
    if (v.done < v.next.size()) {
      const Place to = v.next[v.done++];
      if (thread.set_of.contains(to)) continue;
      if (const auto it = numbers.find(to); it != numbers.end())
        v.low = std::min(v.low, it->second);
      else
        enter(to);
      continue;
    }
    const Visit left = std::move(v);
    visits.pop_back();
    if (!visits.empty()) visits.back().low = std::min(visits.back().low, left.low);
    if (left.low != numbers.at(left.place)) continue;
    const auto first = std::ranges::find(stack, left.place);
    const std::vector<Place> places(first, stack.end());
    stack.erase(first, stack.end());
    complete(t, places);
  }
}

// A set of places, all sets that it leads to being complete.
void FreeMoves::complete(ThreadId t, const std::vector<Place>& places) {
  Thread& thread = threads_[t.index()];
  const auto id = static_cast<std::uint32_t>(thread.reaches.size());
  for (const Place& p : places) thread.set_of.emplace(p, id);
  std::vector<std::uint32_t> later{id};
  for (const Place& p : places)
    for (const Place& to : moves(t, p).free) {
      const std::uint32_t s = thread.set_of.at(to);
      if (s != id) later.insert(later.end(), thread.later[s].begin(), thread.later[s].end());
    }
  std::ranges::sort(later);
  const auto [first, last] = std::ranges::unique(later);
  later.erase(first, last);
  thread.first.push_back(*std::ranges::min_element(places));
  thread.later.push_back(later);

  Reach reach;
  reach.places.push_back(thread.first.back());
  for (const auto& [place, s] : thread.set_of)
    if (place != reach.places.front() && std::ranges::binary_search(later, s))
      reach.places.push_back(place);
  for (std::uint32_t p = 0; p < reach.places.size(); ++p)
    for (const std::uint32_t a : moves(t, reach.places[p]).others) reach.exits.push_back({p, a});
  reach.findings.resize(own_[t.index()].size());
  for (std::size_t c = 0; c < reach.findings.size(); ++c) find(thread, reach, c);
  thread.reaches.push_back(std::move(reach));
}

void FreeMoves::find(Thread& thread, Reach& reach, std::size_t cell) {
  const auto leads_to = [&](std::uint32_t from, std::uint32_t to) {
    return std::ranges::binary_search(thread.later[from], to);
  };
  std::vector<Finding>& findings = reach.findings[cell];
  for (std::uint32_t p = 0; p < reach.places.size(); ++p) {
    const ValueId value = reach.places[p].values[cell];
    const std::uint32_t own = thread.set_of.at(reach.places[p]);
    const auto same = [&](const Finding& f) { return f.value == value; };
    const auto set_of = [&](const Finding& f) { return thread.set_of.at(reach.places[f.place]); };
    if (std::ranges::any_of(findings,
                            [&](const Finding& f) { return same(f) && leads_to(set_of(f), own); }))
      continue;
    std::erase_if(findings, [&](const Finding& f) { return same(f) && leads_to(own, set_of(f)); });
    findings.push_back({value, p});
  }
}

}  // namespace overtake::explicit_state
