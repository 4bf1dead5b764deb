#include "smc/rvf_realizer.h"

#include <algorithm>

#include "smc/rvf_rounds.h"

namespace overtake::smc {

bool RvfRealizer::realize(const RvfNode& node, const RvfGroup& group, StepOrder& order) {
  appended_ = true;
  const exec::Op& op = execution_.thread(node.current).next();
  if (node.location == RvfPending::kNowhere || arrives(execution_, node.current)) {
    order.assign(node.order.begin(), node.order.end());
    const auto place = sections_.place_for(node.current, order);
    // What a section waits for need not come before it in that order.
    sections_.unsettled =
        node.current == sections_.inside && op.kind != exec::OpKind::Choose && place != order.end();
    order.insert(place, RunStep(trace_.size()));
    return true;
  }
  const bool writes = exec::apply(op, group.value, node.current, group.choice).writes;
  const EventKind kind = op.kind == exec::OpKind::Load ? EventKind::Read
                         : writes                      ? EventKind::Rmw
                                                       : EventKind::AtomicRead;
  if (node.current == sections_.inside) return place_in_section(node, group, order);
  if (options_.rvf.guidance && append(node, group, order)) {
    ++statistics_.by_order;
    return true;
  }
  appended_ = false;
  if (options_.rvf.guidance && repair(node, group, kind, order)) {
    ++statistics_.by_order;
    return true;
  }
  return verify(node, group, kind, order);
}

// At the end of the known order memory holds the last write to the location.
bool RvfRealizer::append(const RvfNode& node, const RvfGroup& group, StepOrder& order) const {
  const bool holds =
      execution_.rules().careful
          ? obtains(group, bytes_after(node.order, node.location))
          : std::ranges::find(group.good, node.last_write[node.location]) != group.good.end();
  if (!holds) return false;
  order.assign(node.order.begin(), node.order.end());
  order.push_back(RunStep(trace_.size()));
  return true;
}

// Places the read into the known order. An operation that writes as well must not come between a
// write and a read of it: it goes to the end, or right before the next write.
bool RvfRealizer::repair(const RvfNode& node, const RvfGroup& group, EventKind kind,
                         StepOrder& order) const {
  if (execution_.rules().careful) return repair_torn(node, group, kind, order);
  const std::uint32_t lowest = lowest_place(node, kind, {&node.location, 1});
  const auto size = static_cast<std::uint32_t>(node.order.size());
  bool good = std::ranges::find(group.good, kInitial) != group.good.end();
  for (std::uint32_t i = 0; i <= size; ++i) {
    const bool at_write = i < size && execution_.reaches_memory(node.order[i]) &&
                          trace_[node.order[i].position()].location == node.location;
    if (i >= lowest && good && !sections_.splits(node.order, i)) {
      const bool fits = kind != EventKind::Rmw || i == size ||
                        (at_write && trace_[node.order[i].position()].kind != EventKind::Rmw);
      if (fits) {
        place(node, i, order);
        return true;
      }
    }
    if (at_write)
      good = std::ranges::find(group.good, node.order[i].position()) != group.good.end();
  }
  return false;
}

// After the predecessor of the read, and what would keep it from memory: writes of its thread to
// these locations, or all of them if it drains the buffer.
std::uint32_t RvfRealizer::lowest_place(const RvfNode& node, EventKind kind,
                                        std::span<const std::uint32_t> locations) const {
  const ThreadId t = node.current;
  const RunStep before(trace_.last(t));
  const bool first = trace_.last(t) == kInitial;
  std::uint32_t lowest = 0;
  for (std::uint32_t i = 0; i < node.order.size(); ++i) {
    const RunStep step = node.order[i];
    const TraceEvent& e = trace_[step.position()];
    const bool drains =
        step.memory_write() && e.thread == t &&
        (kind != EventKind::Read || std::ranges::find(locations, e.location) != locations.end());
    if ((!first && step == before) || drains) lowest = i + 1;
  }
  return lowest;
}

void RvfRealizer::place(const RvfNode& node, std::uint32_t at, StepOrder& order) const {
  order.assign(node.order.begin(), node.order.begin() + at);
  order.push_back(RunStep(trace_.size()));
  order.insert(order.end(), node.order.begin() + at, node.order.end());
}

bool RvfRealizer::verify(const RvfNode& node, const RvfGroup& group, EventKind kind,
                         StepOrder& order) {
  const Position p = trace_.size();
  const Event event{.kind = kind,
                    .drain = execution_.drain_of(execution_.thread(node.current).next()),
                    .thread = node.current,
                    .location = LocationId{node.location}};
  instance_.add(p, event, trace_.last(node.current), group.good, group.parts);
  const bool realizable = runs_.find(node.order, {&p, 1}, order);
  instance_.cut(p);
  return realizable;
}

// Line 22 for a read in a section. If the section is not the last thing that happens, or memory
// holds something else by then, whether there is a run depends on what the section writes next:
// extend_section finds out.
bool RvfRealizer::place_in_section(const RvfNode& node, const RvfGroup& group, StepOrder& order) {
  const bool last = node.order.back() == RunStep(trace_.last(node.current));
  appended_ = options_.rvf.guidance && last && append(node, group, order);
  sections_.unsettled = !appended_;
  if (appended_) {
    ++statistics_.by_order;
  } else {
    order.assign(node.order.begin(), node.order.end());
    order.insert(sections_.place_for(node.current, order), RunStep(trace_.size()));
  }
  return true;
}

// --- torn reads ----------------------------------------------------------------------------------

void RvfRealizer::put_bytes(RunStep step, std::uint32_t location,
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
std::vector<Position> RvfRealizer::bytes_after(std::span<const RunStep> order,
                                               std::uint32_t location) const {
  std::vector<Position> bytes(locations_[location].size, kInitial);
  for (const RunStep step : order) put_bytes(step, location, bytes);
  return bytes;
}

bool RvfRealizer::obtains(const RvfGroup& group, std::span<const Position> bytes) {
  if (group.parts.empty())
    return std::ranges::all_of(
        bytes, [&](Position w) { return std::ranges::find(group.good, w) != group.good.end(); });
  for (const consistency::ReadPart& part : group.parts)
    for (std::uint32_t i = part.begin; i < part.end; ++i)
      if (std::ranges::find(part.good, event_of(bytes[i])) == part.good.end()) return false;
  return true;
}

// As `repair`. What writes as well goes to the end, or right before a write over all of it.
bool RvfRealizer::repair_torn(const RvfNode& node, const RvfGroup& group, EventKind kind,
                              StepOrder& order) const {
  const LocationInfo& info = locations_[node.location];
  const std::uint32_t lowest = lowest_place(node, kind, locations_.overlapping(node.location));
  const auto size = static_cast<std::uint32_t>(node.order.size());
  std::vector<Position> bytes(info.size, kInitial);
  for (std::uint32_t i = 0; i <= size; ++i) {
    if (i >= lowest && obtains(group, bytes) && !sections_.splits(node.order, i)) {
      const auto written_over = [&](RunStep next) {
        const TraceEvent& e = trace_[next.position()];
        return execution_.reaches_memory(next) && e.kind != EventKind::Rmw &&
               cells_.covers(next.position(), node.location, {0, info.size, {}}) &&
               locations_[e.location].object == info.object;
      };
      if (kind != EventKind::Rmw || i == size || written_over(node.order[i])) {
        place(node, i, order);
        return true;
      }
    }
    if (i < size) put_bytes(node.order[i], node.location, bytes);
  }
  return false;
}

}  // namespace overtake::smc
