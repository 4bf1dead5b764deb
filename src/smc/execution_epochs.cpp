// Overlapping accesses of different sizes.
//
// Programs initialize a word in two halves and then use it whole, or copy a structure by words and
// read its fields. As long as causality orders every such pair (one of them a write), nothing is
// left to choose between them: when a location is accessed after overlapping writes of other sizes,
// those writes, and its own earlier ones, make up the value it starts with from there on. So it
// becomes a fresh location with that initial value, an *epoch* of the location. A pair that
// causality does not order is for careful explorations (rvf_careful.cpp), which have no epochs.
#include <algorithm>

#include "smc/current_execution.h"

namespace overtake::smc {
namespace {

bool covers(const LocationInfo& info, std::uint64_t byte) {
  return info.offset <= byte && byte < info.offset + info.size;
}

[[noreturn]] void needs_care(const exec::Op& op) {
  throw NeedsExhaustive{
      .construct = "overlapping accesses of different sizes", .source = op.source, .careful = true};
}

}  // namespace

// Whether everyone after `to` finds the write `from` in memory, or something newer.
bool CurrentExecution::visible_after(Position from, Position to) const {
  if (to == kInitial || !trace_.before(from, to)) return false;
  const TraceEvent& w = trace_[from];
  if (options_.model != Model::PSO || w.thread == trace_[to].thread || w.kind != EventKind::Write)
    return true;
  // Under PSO causality is not enough: the writer must have drained on the way.
  if (options_.model.pso_rmw == PsoRmw::Location) return false;
  const std::uint32_t seen = trace_.clock(to)[w.thread.index()];
  for (std::uint32_t i = w.index + 1; i < seen; ++i) {
    const EventKind kind = trace_[trace_.position(w.thread, i)].kind;
    if (kind == EventKind::Fence || kind == EventKind::Rmw || kind == EventKind::AtomicRead ||
        kind == EventKind::AtomicWrite)
      return true;
  }
  return false;
}

// A run in which stores of one thread that overlap reach memory in program order, as they must
// under PSO: to a search for a run, locations of different sizes and epochs of one location
// have nothing to do with each other. An older store that is late reaches memory just before the
// younger one. Nothing else changes: whoever reads the older one's location, and not the younger
// store, was ordered before the younger store by causality; and what a store fence puts before the
// older store it puts before the younger one, too.
StepOrder CurrentExecution::in_buffer_order(std::span<const RunStep> order) const {
  std::vector<bool> late(trace_.size(), false);  // has its memory-write still to come
  for (const RunStep step : order)
    if (step.memory_write()) late[step.position()] = true;
  StepOrder out;
  for (const RunStep step : order) {
    const Position p = step.position();
    if (step.memory_write()) {
      if (!late[p]) continue;
      const LocationInfo& info = locations_[trace_[p].location];
      for (std::uint32_t i = 0; i < trace_[p].index; ++i) {
        const Position older = trace_.position(trace_[p].thread, i);
        if (!late[older]) continue;
        const LocationInfo& other = locations_[trace_[older].location];
        if (other.object != info.object || other.offset >= info.offset + info.size ||
            info.offset >= other.offset + other.size)
          continue;
        late[older] = false;
        out.push_back(RunStep(older, true));
      }
      late[p] = false;
    }
    out.push_back(step);
  }
  return out;
}

// Those in τ that access some of its bytes, in the order of τ. An event is at one location.
std::vector<Position> CurrentExecution::accesses_of(const LocationInfo& location) {
  constexpr std::uint64_t kGranule = 16;  // bytes: no access is larger than that
  const auto granule = [&](const LocationInfo& info, std::uint64_t byte) {
    return std::uint64_t{info.object.value} << 32 | byte / kGranule;
  };
  const auto visit_granules = [&](const LocationInfo& info, const auto& visit) {
    const std::uint64_t first = granule(info, info.offset);
    const std::uint64_t last = granule(info, info.offset + info.size - 1);
    visit(first);
    if (last != first) visit(last);
  };
  for (; granules_know_ < locations_.size(); ++granules_know_)
    visit_granules(locations_[granules_know_],
                   [&](std::uint64_t g) { granules_[g].push_back(granules_know_); });
  std::vector<Position> found;
  visit_granules(location, [&](std::uint64_t g) {
    for (const std::uint32_t id : granules_[g]) {
      const LocationInfo& info = locations_[id];
      if (info.offset >= location.offset + location.size ||
          location.offset >= info.offset + info.size)
        continue;
      const auto& writes = trace_.writes_on(id);
      const auto& reads = trace_.reads_on(id);
      found.insert(found.end(), writes.begin(), writes.end());
      found.insert(found.end(), reads.begin(), reads.end());
    }
  });
  // Who reads and writes, and who is in two granules, was found twice.
  std::ranges::sort(found);
  const auto twice = std::ranges::unique(found);
  found.erase(twice.begin(), twice.end());
  return found;
}

std::uint32_t CurrentExecution::epoch_of(ThreadId t, const exec::Op& op, std::uint32_t plain) {
  const LocationInfo location = locations_[plain];
  const bool writes = exec::may_write(op);
  const Position before = trace_.last(t);
  std::vector<Position> others;  // overlapping writes of other sizes
  std::vector<Position> own;     // writes to the location itself, of any epoch
  // Whether an atomic operation that drains only what it overlaps finds that store of its thread in
  // the buffer, perhaps: a search for a run does not know that these two overlap.
  const auto waits_for = [&](Position store) {
    const TraceEvent& w = trace_[store];
    if (options_.model != Model::PSO || drain_of(op) == Drain::All || w.thread != t ||
        w.kind != EventKind::Write)
      return false;
    for (std::uint32_t i = w.index + 1; i < trace_.length(t); ++i)
      if (trace_[trace_.position(t, i)].kind == EventKind::Fence) return false;
    return true;
  };
  for (const Position p : accesses_of(location)) {
    const TraceEvent& e = trace_[p];
    const LocationInfo& info = locations_[e.location];
    const bool same = info.offset == location.offset && info.size == location.size;
    if (same) {
      if (e.writes()) own.push_back(p);
      continue;
    }
    if (!e.writes() && !writes) continue;
    if (!visible_after(p, before) || waits_for(p)) needs_care(op);
    if (e.writes()) others.push_back(p);
  }
  if (others.empty()) return plain;
  // Own writes that no other write came after belong to the epoch itself.
  std::erase_if(own, [&](Position p) {
    return std::none_of(others.begin(), others.end(),
                        [&](Position o) { return trace_.before(p, o); });
  });

  // What the epoch starts with: per byte the newest write, which all others come before.
  LocationInfo epoch = location;
  epoch.plain = plain;
  Hash128 key;
  for (std::uint64_t i = 0; i < location.size; ++i) {
    Position newest = kInitial;
    const auto consider = [&](Position p) {
      if (!covers(locations_[trace_[p].location], location.offset + i)) return;
      if (newest == kInitial || trace_.before(newest, p))
        newest = p;
      else if (!trace_.before(p, newest))
        needs_care(op);
    };
    for (Position p : others) consider(p);
    for (Position p : own) consider(p);
    LocationInfo::Writer& writer = epoch.writers[i];
    if (newest != kInitial) {
      const TraceEvent& w = trace_[newest];
      epoch.initial.copy_byte(
          static_cast<unsigned>(i), w.written,
          static_cast<unsigned>(location.offset + i - locations_[w.location].offset));
      writer = {w.thread, w.index};
    }
  }
  key.add(epoch.initial.lo);
  key.add(epoch.initial.hi);
  key.add(epoch.initial.undefined);
  for (Position p : others) {
    key.add(std::uint64_t{trace_[p].thread.value} << 32 | trace_[p].index);
    key.add(trace_[p].written.lo);
    key.add(trace_[p].written.hi);
    key.add(trace_[p].written.undefined);
  }
  return locations_.intern_epoch(epoch, key);
}

}  // namespace overtake::smc
