#include "smc/rvf_torn.h"

#include <algorithm>

#include "smc/hidden_writes.h"

namespace overtake::smc {

struct RvfTorn::Search {
  std::uint32_t location = 0;
  std::vector<CellSources> cells;
  bool mapped = false;  // there is a causal map
  bool inside = false;  // in a section
  std::vector<const CellGroup*> chosen;
  const std::function<void(RvfGroup)>& visit;
};

void RvfTorn::add_to_cell(std::vector<CellGroup>& groups, std::uint32_t location, const Cell& cell,
                          Position write) const {
  const exec::Value value = cells_.value_of(location, cell, write);
  if (by_ == Groups::ByValue)
    for (CellGroup& group : groups)
      if (group.value == value) return group.good.push_back(write);
  groups.push_back({value, {write}});
}

// Causality hides some of the writes that cover a cell.
std::vector<RvfTorn::CellSources> RvfTorn::sources_by_cell(const RvfNode& node, ThreadId t) const {
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
      const bool outside =
          w != kInitial && trace_[w].thread != t && !stack_.forbids(node, t, trace_[w]);
      add_to_cell(outside ? sources.outside : sources.inside, location, cell, w);
      add_to_cell(sources.all, location, cell, w);
    }
    sources.cell = std::move(cell);
    out.push_back(std::move(sources));
  }
  return out;
}

// Whether the groups chosen for the first cells have sources that one read can obtain together.
bool RvfTorn::has_agreeing_sources(const Search& search) const {
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

RvfGroup RvfTorn::group_of(const Search& search) {
  RvfGroup group;
  for (std::size_t k = 0; k < search.chosen.size(); ++k) {
    const Cell& cell = search.cells[k].cell;
    ByteCells::add(group.value, search.chosen[k]->value, cell);
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
  if (group.parts.size() == 1) group.parts.clear();
  return group;
}

// `outside`: one of the cells before has a source that the causal map does not know.
void RvfTorn::choose_cell(Search& search, bool outside) const {
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
  if (search.mapped && !outside && !search.inside) return;
  RvfGroup group = group_of(search);
  group.outside = search.inside && outside;
  search.visit(std::move(group));
}

void RvfTorn::visit(const RvfNode& node, ThreadId t, bool inside,
                    const std::function<void(RvfGroup)>& visit) const {
  Search search{.location = node.pending[t.index()].location,
                .cells = sources_by_cell(node, t),
                .mapped = node.has_map(t),
                .inside = inside,
                .chosen = {},
                .visit = visit};
  choose_cell(search, false);
}

CurrentExecution::Torn RvfTorn::read(ThreadId t, const consistency::ReadParts& parts) {
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

}  // namespace overtake::smc
