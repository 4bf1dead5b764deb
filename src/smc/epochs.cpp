#include "smc/epochs.h"

#include <algorithm>

#include "smc/current_execution.h"
#include "smc/hidden_writes.h"
#include "smc/needs.h"

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

// Stores of one thread that overlap must reach memory in program order: to a search for a run,
// locations of different sizes and epochs of one location have nothing to do with each other. An
// older store that is late reaches memory just before the younger one. Nothing else changes: a read
// of the older one's location that does not obtain the younger store was ordered before the younger
// store by causality; and what a store fence puts before the older store it puts before the younger
// one, too.
StepOrder Epochs::in_buffer_order(std::span<const RunStep> order) const {
  const Trace& trace = execution_.trace();
  std::vector<bool> late(trace.size(), false);  // has its memory-write still to come
  for (const RunStep step : order)
    if (step.memory_write()) late[step.position()] = true;
  StepOrder out;
  for (const RunStep step : order) {
    const Position p = step.position();
    if (step.memory_write()) {
      if (!late[p]) continue;
      const LocationInfo& info = locations_[trace[p].location];
      for (std::uint32_t i = 0; i < trace[p].index; ++i) {
        const Position older = trace.position(trace[p].thread, i);
        if (!late[older]) continue;
        const LocationInfo& other = locations_[trace[older].location];
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
std::vector<Position> Epochs::accesses_of(const LocationInfo& location) {
  const Trace& trace = execution_.trace();
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
      const auto& writes = trace.writes_on(id);
      const auto& reads = trace.reads_on(id);
      found.insert(found.end(), writes.begin(), writes.end());
      found.insert(found.end(), reads.begin(), reads.end());
    }
  });
  // Events that read and write, and those in two granules, were found twice.
  std::ranges::sort(found);
  const auto twice = std::ranges::unique(found);
  found.erase(twice.begin(), twice.end());
  return found;
}

std::uint32_t Epochs::epoch_of(ThreadId t, const exec::Op& op, std::uint32_t plain) {
  const Trace& trace = execution_.trace();
  const LocationInfo location = locations_[plain];
  const bool writes = exec::may_write(op);
  const Position before = trace.last(t);
  std::vector<Position> others;  // overlapping writes of other sizes
  std::vector<Position> own;     // writes to the location itself, of any epoch
  // Whether an atomic operation that drains only what it overlaps finds that store of its thread in
  // the buffer, perhaps: a search for a run does not know that these two overlap.
  const auto waits_for = [&](Position store) {
    const TraceEvent& w = trace[store];
    if (execution_.model() != Model::PSO || execution_.drain_of(op) == Drain::All ||
        w.thread != t || w.kind != EventKind::Write)
      return false;
    for (std::uint32_t i = w.index + 1; i < trace.length(t); ++i)
      if (trace[trace.position(t, i)].kind == EventKind::Fence) return false;
    return true;
  };
  for (const Position p : accesses_of(location)) {
    const TraceEvent& e = trace[p];
    const LocationInfo& info = locations_[e.location];
    const bool same = info.offset == location.offset && info.size == location.size;
    if (same) {
      if (e.writes()) own.push_back(p);
      continue;
    }
    if (!e.writes() && !writes) continue;
    if (!visible_after(trace, execution_.model(), p, before) || waits_for(p)) needs_care(op);
    if (e.writes()) others.push_back(p);
  }
  if (others.empty()) return plain;
  // Own writes that no other write came after belong to the epoch itself.
  std::erase_if(own, [&](Position p) {
    return std::none_of(others.begin(), others.end(),
                        [&](Position o) { return trace.before(p, o); });
  });

  // What the epoch starts with: per byte the newest write, which all others come before.
  LocationInfo epoch = location;
  epoch.plain = plain;
  Hash128 key;
  for (std::uint64_t i = 0; i < location.size; ++i) {
    Position newest = kInitial;
    const auto consider = [&](Position p) {
      if (!covers(locations_[trace[p].location], location.offset + i)) return;
      if (newest == kInitial || trace.before(newest, p))
        newest = p;
      else if (!trace.before(p, newest))
        needs_care(op);
    };
    for (Position p : others) consider(p);
    for (Position p : own) consider(p);
    LocationInfo::Writer& writer = epoch.writers[i];
    if (newest != kInitial) {
      const TraceEvent& w = trace[newest];
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
    key.add(std::uint64_t{trace[p].thread.value} << 32 | trace[p].index);
    key.add(trace[p].written.lo);
    key.add(trace[p].written.hi);
    key.add(trace[p].written.undefined);
  }
  return locations_.intern_epoch(epoch, key);
}

}  // namespace overtake::smc
