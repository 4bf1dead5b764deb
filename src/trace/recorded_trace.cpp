#include "trace/recorded_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace overtake {

std::string RecordedTrace::text(EventId id) const {
  const std::string& note = details[id.index()].note;
  return note.empty() ? plain_text(id) : fmt::format("{} ({})", plain_text(id), note);
}

std::string RecordedTrace::plain_text(EventId id) const {
  const Event& event = execution.events[id.index()];
  const Detail& detail = details[id.index()];
  const std::string where =
      event.location.valid() ? location_names[event.location.index()] : std::string();
  const auto value = [](const std::optional<TraceValue>& v) {
    return v ? std::to_string(*v) : std::string("?");
  };
  switch (event.kind) {
    case EventKind::Read:
      return fmt::format("{}{} == {}", detail.final_value ? "final " : "", where,
                         value(detail.read));
    case EventKind::AtomicRead:
      return fmt::format("{{ {} == {} }}", where, value(detail.read));
    case EventKind::Write:
      return fmt::format("{} := {}", where, value(detail.wrote));
    case EventKind::AtomicWrite:
      return fmt::format("{{ {} := {} }}", where, value(detail.wrote));
    case EventKind::Rmw:
      return fmt::format("{{ {} == {}; {} := {} }}", where, value(detail.read), where,
                         value(detail.wrote));
    case EventKind::Fence:
      return "sync";
    case EventKind::StoreFence:
      return "store-fence";
    case EventKind::Local:
      return "local";
  }
  return "?";
}

GoodWrites question(RecordedTrace& trace) {
  GoodWrites good;
  Execution& x = trace.execution;
  const auto n = static_cast<std::uint32_t>(x.events.size());
  // The writes by location and value; a run of equal ones is one class.
  std::vector<std::tuple<std::uint32_t, TraceValue, std::uint32_t>> writes;
  for (std::uint32_t l = 0; l < x.location_count; ++l)
    writes.emplace_back(l, trace.initial[l], EventId::kNone);
  for (std::uint32_t e = 0; e < n; ++e)
    if (x.events[e].writes() && trace.details[e].wrote)
      writes.emplace_back(x.events[e].location.value, *trace.details[e].wrote, e);
  std::sort(writes.begin(), writes.end());

  bool known = true;
  for (std::uint32_t e = 0; e < n && known; ++e) {
    if (!x.events[e].reads()) continue;
    const RecordedTrace::Detail& detail = trace.details[e];
    if (detail.from) {
      x.reads_from[e] = *detail.from;
      continue;
    }
    const auto first = std::lower_bound(
        writes.begin(), writes.end(),
        std::make_tuple(x.events[e].location.value, *detail.read, std::uint32_t{0}));
    std::uint32_t candidates = 0;
    for (auto w = first; w != writes.end() && candidates < 2; ++w) {
      if (std::get<0>(*w) != x.events[e].location.value || std::get<1>(*w) != *detail.read) break;
      if (std::get<2>(*w) == e) continue;  // an RMW does not read itself
      x.reads_from[e] =
          std::get<2>(*w) == EventId::kNone ? kInitialWrite : EventId{std::get<2>(*w)};
      ++candidates;
    }
    known = candidates == 1;
  }
  trace.reads_from_known = known;
  if (known) return good;

  good.read_class.assign(n, GoodWrites::kNoClass);
  std::vector<std::uint32_t> class_at(writes.size(), GoodWrites::kNoClass);
  std::uint32_t empty_class = GoodWrites::kNoClass;
  for (std::uint32_t e = 0; e < n; ++e) {
    if (!x.events[e].reads()) continue;
    const RecordedTrace::Detail& detail = trace.details[e];
    if (detail.from) {
      good.read_class[e] = static_cast<std::uint32_t>(good.classes.size());
      good.classes.push_back({*detail.from});
      continue;
    }
    const auto key = std::make_pair(x.events[e].location.value, *detail.read);
    auto w = std::lower_bound(writes.begin(), writes.end(),
                              std::make_tuple(key.first, key.second, std::uint32_t{0}));
    const auto matches = [&](auto it) {
      return it != writes.end() && std::make_pair(std::get<0>(*it), std::get<1>(*it)) == key;
    };
    std::uint32_t& mine =
        matches(w) ? class_at[static_cast<std::size_t>(w - writes.begin())] : empty_class;
    if (mine == GoodWrites::kNoClass) {
      mine = static_cast<std::uint32_t>(good.classes.size());
      good.classes.emplace_back();
      for (; matches(w); ++w)
        good.classes.back().push_back(std::get<2>(*w) == EventId::kNone ? kInitialWrite
                                                                        : EventId{std::get<2>(*w)});
    }
    good.read_class[e] = mine;
  }
  return good;
}

void add_final_values(RecordedTrace& trace, const std::vector<FinalValue>& finals) {
  if (finals.empty()) return;
  Execution& x = trace.execution;
  const auto threads = static_cast<std::uint32_t>(x.threads.size());
  std::vector<EventId> ends;
  for (std::uint32_t t = 0; t < threads; ++t) {
    ends.push_back(x.add({.kind = EventKind::Fence, .thread = ThreadId{t}}));
    trace.details.emplace_back();
  }
  const ThreadId after{threads};
  const EventId begin = x.add({.kind = EventKind::Local, .thread = after});
  trace.details.emplace_back();
  trace.thread_names.push_back("final");
  for (EventId end : ends) x.order.push_back({end, begin});
  for (const FinalValue& final_value : finals) {
    x.add({.kind = EventKind::Read, .thread = after, .location = final_value.location});
    RecordedTrace::Detail detail;
    detail.line = final_value.line;
    detail.read = final_value.value;
    detail.final_value = true;
    trace.details.push_back(detail);
  }
}

void drain_own_location_only(Execution& execution) {
  for (Event& event : execution.events) event.drain = Drain::Location;
}

}  // namespace overtake
