#include "smc/extended_instance.h"

namespace overtake::smc {

void ExtendedInstance::begin(const std::vector<bool>& left_out) {
  const Trace& trace = execution_.trace();
  events_.events.clear();
  events_.reads_from.clear();
  events_.order.clear();
  for (auto& t : events_.threads) t.clear();
  events_.location_count = static_cast<std::uint32_t>(execution_.locations().size());
  good_ = {};
  ids_.assign(trace.size(), EventId::none());
  positions_.clear();
  for (Position p = 0; p < trace.size(); ++p) {
    if (!left_out.empty() && left_out[p]) continue;
    ids_[p] = EventId{events_.events.size()};
    positions_.push_back(p);
    events_.add(execution_.event_at(p));
  }
  for (const Position p : positions_) {
    const TraceEvent& e = trace[p];
    good_.read_class.push_back(GoodWrites::kNoClass);
    if (e.index == 0 && e.predecessor != kInitial) order(ids_[e.predecessor], ids_[p]);
    if (!events_.events[ids_[p].index()].reads()) continue;
    std::vector<EventId> sources;
    const auto add_source = [&](Position w) {
      if (w == kInitial)
        sources.push_back(kInitialWrite);
      else if (ids_[w] != EventId::none())
        sources.push_back(ids_[w]);
    };
    if (bound_ == nullptr)
      add_source(e.source);
    else
      for (const EventId w : bound_->good_of(p)) add_source(position_of(w));
    good_.read_class.back() = static_cast<std::uint32_t>(good_.classes.size());
    good_.classes.push_back(std::move(sources));
  }
  for (const auto& [from, to] : trace.edges())
    if (ids_[from] != EventId::none() && ids_[to] != EventId::none()) order(ids_[from], ids_[to]);
  events_.thread_count = static_cast<std::uint32_t>(events_.threads.size());
}

EventId ExtendedInstance::add(const Event& event, std::vector<EventId> sources) {
  const EventId id = events_.add(event);
  events_.thread_count = static_cast<std::uint32_t>(events_.threads.size());
  good_.read_class.push_back(GoodWrites::kNoClass);
  if (!event.reads()) return id;
  good_.read_class.back() = static_cast<std::uint32_t>(good_.classes.size());
  good_.classes.push_back(std::move(sources));
  return id;
}

}  // namespace overtake::smc
