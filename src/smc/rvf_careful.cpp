// Careful exploration by causal maps: for programs that the other explorations leave to it.
//
// *Bytes.* Locations may overlap in every way. A read of a location that others overlap is *torn*:
// it is given a source, or a set of writes with the same bytes, for each of its cells
// (byte_cells.h). If some of its sources are known to be the only ones, causality knows of each of
// them. Its causal map demands that one of its cells at least reads what the node does not have;
// the combinations are told apart by the first cell that does. A write signals to every read that
// shares a byte with it: in lemma 1 (docs/rvf-smc.md) w is the first new write to any byte of r.
// In the run of the lemma, writes of the node to some bytes of r may come after w and leave the
// others to it. So w, if it is a compare-and-swap, need not find below r's child the value that it
// expects, and not write: that it is pending is a signal to a torn read as well.
//
// *Locks* are words like any other: a thread that has to wait does so for certain values, as in
// AwaitNotEqual, and then writes. They need no turns, so a lock may be initialized or destroyed at
// any time.
//
// *Rounds.* A barrier with more threads than its count: which round an arrival belongs to is what
// is told apart, and arrivals in one round commute. An arrival is taken up as a read is. After the
// events of a node N there is one round that it can belong to, the first that is not full: the
// rounds of the arrivals in N are settled. If it belongs to that round in a run, then it can come
// next after N: what is left of the run without the rest has no more arrivals in that round. Else
// others have filled the round: its causal map forbids the round that it had at N. A thread that
// arrives, or is about to, signals to arrivals. Those of a round come after all of the round
// before.
#include <algorithm>

#include "smc/rvf_explorer.h"

namespace overtake::smc {

// --- rounds --------------------------------------------------------------------------------------

bool RvfExplorer::arrives(ThreadId t) const {
  return careful_ && execution_.thread(t).ready() && is_arrival(execution_.thread(t).next());
}

// Whether t, which is about to arrive, would belong to the round that it had at that node.
bool RvfExplorer::round_is_forbidden(ThreadId t, std::uint32_t depth) {
  if (depth == kUndefined) return false;
  const exec::Op& op = execution_.thread(t).next();
  const std::uint32_t location = execution_.resolve_next(t).location;
  return execution_.wakeups().round_at(op, location, nodes_[depth].length) ==
         execution_.wakeups().round_at(op, location, trace_.size());
}

// What arrivals add up to is known only if the barrier was initialized as a whole.
void RvfExplorer::demand_barrier(const exec::Op& op, std::uint32_t location) const {
  for (const std::uint32_t id : locations_.overlapping(location)) {
    if (id == location) continue;
    for (const Position w : trace_.writes_on(id))
      if (std::ranges::none_of(trace_.writes_on(location),
                               [&](Position whole) { return trace_.before(w, whole); }))
        throw NeedsExhaustive{"a barrier that is written in parts", op.source};
  }
}

// --- what a torn read may obtain -----------------------------------------------------------------

struct RvfExplorer::TornSearch {
  ThreadId thread;
  std::uint32_t location = 0;
  std::vector<CellSources> cells;
  bool mapped = false;  // there is a causal map
  std::vector<const CellGroup*> chosen;
  const std::function<void(Group)>& visit;
};

void RvfExplorer::add_to_cell(std::vector<CellGroup>& groups, std::uint32_t location,
                              const Cell& cell, Position write) const {
  const exec::Value value = cells_.value_of(location, cell, write);
  if (by_ == Groups::ByValue)
    for (CellGroup& group : groups)
      if (group.value == value) return group.good.push_back(write);
  groups.push_back({value, {write}});
}

// Causality hides some of the writes that cover a cell.
std::vector<RvfExplorer::CellSources> RvfExplorer::sources_by_cell(const Node& node,
                                                                   ThreadId t) const {
  const std::uint32_t location = node.pending[t.index()].location;
  const Position last = trace_.last(t);
  std::vector<CellSources> out;
  for (Cell& cell : cells_.cells_of(location)) {
    CellSources sources;
    for (const Position w : cell.writes) {
      const bool hidden = std::ranges::any_of(cell.writes, [&](Position newer) {
        return newer != kInitial && newer != w &&
               visible_after(trace_, execution_.model(), newer, last) &&
               (w == kInitial || cells_.supersedes(newer, w));
      });
      if (hidden) continue;
      const bool outside = w != kInitial && trace_[w].thread != t && !forbidden(node, t, w);
      add_to_cell(outside ? sources.outside : sources.inside, location, cell, w);
      add_to_cell(sources.all, location, cell, w);
    }
    sources.cell = std::move(cell);
    out.push_back(std::move(sources));
  }
  return out;
}

// Whether the groups chosen for the first cells have sources that one read can obtain together.
bool RvfExplorer::has_agreeing_sources(const TornSearch& search) const {
  std::vector<Position> sources;
  const auto choose = [&](const auto& self) -> bool {
    const std::size_t i = sources.size();
    if (i == search.chosen.size()) return true;
    for (const Position w : search.chosen[i]->good) {
      bool agrees = true;
      for (std::size_t k = 0; k < i && agrees; ++k)
        agrees = cells_.agree(search.location, search.cells[k].cell, sources[k],
                              search.cells[i].cell, w);
      if (!agrees) continue;
      sources.push_back(w);
      if (self(self)) return true;
      sources.pop_back();
    }
    return false;
  };
  return choose(choose);
}

// `outside`: one of the cells before has a source that the causal map does not know.
void RvfExplorer::choose_cell(TornSearch& search, bool outside) {
  const std::size_t i = search.chosen.size();
  if (i < search.cells.size()) {
    const auto choose_from = [&](const std::vector<CellGroup>& groups, bool then_outside) {
      for (const CellGroup& group : groups) {
        search.chosen.push_back(&group);
        if (has_agreeing_sources(search)) choose_cell(search, then_outside);
        search.chosen.pop_back();
      }
    };
    if (!search.mapped || outside) return choose_from(search.cells[i].all, outside);
    choose_from(search.cells[i].inside, false);
    choose_from(search.cells[i].outside, true);
    return;
  }
  const bool inside = search.thread == inside_;
  if (search.mapped && !outside && !inside) return;
  Group group;
  group.outside = inside && outside;
  for (std::size_t k = 0; k < i; ++k) {
    const Cell& cell = search.cells[k].cell;
    cells_.add(group.value, search.chosen[k]->value, cell);
    consistency::ReadPart part{cell.begin, cell.end, {}};
    for (const Position w : search.chosen[k]->good) {
      part.good.push_back(event_of(w));
      if (std::ranges::find(group.good, w) == group.good.end()) group.good.push_back(w);
    }
    if (!group.parts.empty() && group.parts.back().good == part.good)
      group.parts.back().end = part.end;
    else
      group.parts.push_back(std::move(part));
  }
  if (has_to_wait(search.thread, group.value)) {
    if (!inside) return;
    group.choice = Group::kStuck;
  }
  if (group.parts.size() == 1) group.parts.clear();
  search.visit(std::move(group));
}

void RvfExplorer::visit_torn(const Node& node, ThreadId t,
                             const std::function<void(Group)>& visit) {
  TornSearch search{.thread = t,
                    .location = node.pending[t.index()].location,
                    .cells = sources_by_cell(node, t),
                    .mapped = node.causal[t.index()] != kUndefined,
                    .chosen = {},
                    .visit = visit};
  choose_cell(search, false);
}

CurrentExecution::Torn RvfExplorer::torn_read(ThreadId t, const consistency::ReadParts& parts) {
  const std::uint32_t location = execution_.resolve_next(t).location;
  CurrentExecution::Torn torn;
  for (const consistency::ReadPart& part : parts) {
    const Cell cell{part.begin, part.end, {}};
    const EventId first = part.good.front();
    const Position source = position_of(first);
    cells_.add(torn.value, cells_.value_of(location, cell, source), cell);
    if (part.good.size() == 1 && source != kInitial) torn.sources.push_back(source);
  }
  return torn;
}

// --- placing it into the order that is known -----------------------------------------------------

void RvfExplorer::put_bytes(RunStep step, std::uint32_t location,
                            std::vector<Position>& bytes) const {
  if (!execution_.reaches_memory(step)) return;
  const LocationInfo& info = locations_[location];
  const LocationInfo& written = locations_[trace_[step.position()].location];
  if (written.object != info.object) return;
  for (std::uint64_t i = 0; i < info.size; ++i)
    if (written.offset <= info.offset + i && info.offset + i < written.offset + written.size)
      bytes[i] = step.position();
}

// By byte of the location: the write that memory holds after these steps.
std::vector<Position> RvfExplorer::bytes_after(std::span<const RunStep> order,
                                               std::uint32_t location) const {
  std::vector<Position> bytes(locations_[location].size, kInitial);
  for (const RunStep step : order) put_bytes(step, location, bytes);
  return bytes;
}

bool RvfExplorer::obtains(const Group& group, std::span<const Position> bytes) const {
  if (group.parts.empty())
    return std::ranges::all_of(
        bytes, [&](Position w) { return std::ranges::find(group.good, w) != group.good.end(); });
  for (const consistency::ReadPart& part : group.parts)
    for (std::uint32_t i = part.begin; i < part.end; ++i)
      if (std::ranges::find(part.good, event_of(bytes[i])) == part.good.end()) return false;
  return true;
}

bool RvfExplorer::append_torn(const Node& node, const Group& group, StepOrder& order) const {
  if (!obtains(group, bytes_after(node.order, node.location))) return false;
  order.assign(node.order.begin(), node.order.end());
  order.push_back(RunStep(trace_.size()));
  return true;
}

// As `repair`. What writes as well goes to the end, or right before a write over all of it.
bool RvfExplorer::repair_torn(const Node& node, const Group& group, EventKind kind,
                              StepOrder& order) const {
  const ThreadId t = node.current;
  const LocationInfo& info = locations_[node.location];
  const auto size = static_cast<std::uint32_t>(node.order.size());
  const auto& overlapping = locations_.overlapping(node.location);
  std::uint32_t lowest = 0;
  for (std::uint32_t i = 0; i < size; ++i) {
    const RunStep step = node.order[i];
    const TraceEvent& e = trace_[step.position()];
    const bool drains = step.memory_write() && e.thread == t &&
                        (kind != EventKind::Read ||
                         std::ranges::find(overlapping, e.location) != overlapping.end());
    if ((trace_.last(t) != kInitial && step == RunStep(trace_.last(t))) || drains) lowest = i + 1;
  }
  std::vector<Position> bytes(info.size, kInitial);
  for (std::uint32_t i = 0; i <= size; ++i) {
    if (i >= lowest && obtains(group, bytes) && !splits_section(node.order, i)) {
      const auto written_over = [&](RunStep next) {
        const TraceEvent& e = trace_[next.position()];
        return execution_.reaches_memory(next) && e.kind != EventKind::Rmw &&
               cells_.covers(next.position(), node.location, {0, info.size, {}}) &&
               locations_[e.location].object == info.object;
      };
      if (kind != EventKind::Rmw || i == size || written_over(node.order[i])) {
        order.assign(node.order.begin(), node.order.begin() + i);
        order.push_back(RunStep(trace_.size()));
        order.insert(order.end(), node.order.begin() + i, node.order.end());
        return true;
      }
    }
    if (i < size) put_bytes(node.order[i], node.location, bytes);
  }
  return false;
}

// --- work items ----------------------------------------------------------------------------------

void RvfExplorer::put_parts(WordWriter& out, const consistency::ReadParts& parts) {
  out.put(static_cast<std::uint32_t>(parts.size()));
  for (const consistency::ReadPart& part : parts) {
    out.put(part.begin);
    out.put(part.end);
    out.put(static_cast<std::uint32_t>(part.good.size()));
    for (const EventId w : part.good) out.put(position_of(w));
  }
}

consistency::ReadParts RvfExplorer::get_parts(WordReader& in) {
  consistency::ReadParts parts;
  for (std::uint32_t n = in.get_count(); n > 0; --n) {
    consistency::ReadPart part;
    part.begin = in.get();
    part.end = in.get();
    for (const std::uint32_t w : in.get_words()) part.good.push_back(event_of(w));
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace overtake::smc
