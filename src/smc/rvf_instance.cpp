#include "smc/rvf_instance.h"

namespace overtake::smc {

void RvfInstance::add(Position p, const Event& event, Position predecessor,
                      std::span<const Position> good, const consistency::ReadParts& parts) {
  const std::size_t t = event.thread.index();
  const bool first = t >= events_.threads.size() || events_.threads[t].empty();
  const EventId id = events_.add(event);
  if (first && predecessor != kInitial) events_.order.emplace_back(EventId{predecessor}, id);
  const auto& edges = execution_.trace().edges();
  for (std::size_t i = edges.size(); i > 0 && edges[i - 1].second == p; --i)
    events_.order.emplace_back(EventId{edges[i - 1].first}, id);
  good_.read_class.push_back(GoodWrites::kNoClass);
  const bool careful = execution_.rules().careful;
  if (careful) parts_.resize(events_.events.size());
  if (!event.reads()) return;
  good_.read_class.back() = static_cast<std::uint32_t>(good_.classes.size());
  auto& sources = good_.classes.emplace_back();
  for (Position w : good) sources.push_back(event_of(w));
  if (!careful) return;
  const std::uint32_t size = execution_.locations()[event.location.value].size;
  parts_[p] = parts.empty() ? consistency::ReadParts{{0, size, sources}} : parts;
}

void RvfInstance::cut(std::uint32_t length) {
  while (!events_.order.empty() && events_.order.back().second.value >= length)
    events_.order.pop_back();
  if (parts_.size() > length) parts_.resize(length);
  while (events_.events.size() > length) {
    const Event& e = events_.events.back();
    if (e.reads()) good_.classes.pop_back();
    good_.read_class.pop_back();
    events_.threads[e.thread.index()].pop_back();
    events_.events.pop_back();
    events_.reads_from.pop_back();
  }
}

}  // namespace overtake::smc
