#include "observe/part.h"

#include <algorithm>
#include <set>

namespace overtake::observe {

bool is_buffered(EventKind kind) {
  return kind == EventKind::Write || kind == EventKind::ReleaseWrite ||
         kind == EventKind::FullWrite;
}
bool is_write(EventKind kind) {
  return is_buffered(kind) || kind == EventKind::Rmw || kind == EventKind::Wait;
}
bool has_bytes(EventKind kind) {
  return is_write(kind) || kind == EventKind::Read || kind == EventKind::AtomicRead;
}

namespace {

// Memory, cut where any access begins or ends.
class Pieces {
 public:
  void cut(const WindowEvent& e) {
    if (!has_bytes(kind_of(e))) return;
    cuts_.push_back(e.address);
    cuts_.push_back(e.address + e.size);
  }
  void finish() {
    std::sort(cuts_.begin(), cuts_.end());
    cuts_.erase(std::unique(cuts_.begin(), cuts_.end()), cuts_.end());
  }
  std::size_t count() const { return cuts_.size(); }
  // [first, last) of an access.
  std::pair<std::size_t, std::size_t> of(const WindowEvent& e) const {
    const auto first = std::lower_bound(cuts_.begin(), cuts_.end(), e.address);
    const auto last = std::lower_bound(first, cuts_.end(), e.address + e.size);
    return {static_cast<std::size_t>(first - cuts_.begin()),
            static_cast<std::size_t>(last - cuts_.begin())};
  }
  Bytes bytes(std::size_t piece) const { return {cuts_[piece], cuts_[piece + 1]}; }

 private:
  std::vector<std::uint64_t> cuts_;
};

Pieces pieces_of(const std::vector<WindowEvent>& events) {
  Pieces pieces;
  for (const WindowEvent& e : events) pieces.cut(e);
  pieces.finish();
  return pieces;
}

// Threads by dense index.
std::map<std::uint32_t, std::uint32_t> index_threads(const std::vector<WindowEvent>& events) {
  std::map<std::uint32_t, std::uint32_t> out;
  for (const WindowEvent& e : events) {
    out.try_emplace(e.thread, static_cast<std::uint32_t>(out.size()));
    if (e.other != 0) out.try_emplace(e.other, static_cast<std::uint32_t>(out.size()));
  }
  return out;
}

using Clock = std::vector<std::uint32_t>;

void join(Clock& into, const Clock& from) {
  for (std::size_t i = 0; i < from.size(); ++i) into[i] = std::max(into[i], from[i]);
}

class Builder {
 public:
  Builder(const std::vector<WindowEvent>& events, const std::vector<char>& marked,
          const LastPieces& last_pieces)
      : events_(events), marked_(marked), pieces_(pieces_of(events)), last_pieces_(last_pieces) {}

  Part build(bool shared_only) {
    find_threads();
    find_locations(shared_only);
    for (std::size_t i = 0; i < events_.size(); ++i)
      if (marked_[i] != 0) add(i);
    part_.execution.thread_count = static_cast<std::uint32_t>(part_.threads.size());
    part_.execution.threads.resize(part_.threads.size());
    part_.execution.location_count = static_cast<std::uint32_t>(part_.locations.size());
    return std::move(part_);
  }

 private:
  void find_threads() {
    for (std::size_t i = 0; i < events_.size(); ++i)
      if (marked_[i] != 0 && threads_.try_emplace(events_[i].thread, threads_.size()).second)
        part_.threads.push_back(events_[i].thread);
    last_.resize(threads_.size());
  }

  void find_locations(bool shared_only) {
    std::vector<std::uint32_t> user(pieces_.count(), 0);  // thread + 1; kSeveral
    constexpr std::uint32_t kSeveral = 0xffffffffu;
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (marked_[i] == 0 || !has_bytes(kind_of(events_[i]))) continue;
      const auto [first, last] = pieces_.of(events_[i]);
      for (std::size_t p = first; p < last; ++p)
        user[p] =
            user[p] == 0 || user[p] == events_[i].thread + 1 ? events_[i].thread + 1 : kSeveral;
    }
    location_.assign(pieces_.count(), LocationId::none());
    for (std::size_t p = 0; p < user.size(); ++p)
      if (user[p] == kSeveral || (!shared_only && user[p] != 0)) {
        location_[p] = LocationId{part_.locations.size()};
        part_.locations.push_back(pieces_.bytes(p));
      }
    writer_.assign(part_.locations.size(), kInitialWrite);
  }

  EventId put(std::size_t i, overtake::EventKind kind, LocationId location = LocationId::none()) {
    const ThreadId thread{threads_.at(events_[i].thread)};
    const EventId id = part_.execution.add({.kind = kind, .thread = thread, .location = location});
    part_.window.push_back(static_cast<std::uint32_t>(i));
    last_[thread.index()].push_back({events_[i].seq, id});
    return id;
  }

  void add(std::size_t i) {
    using K = overtake::EventKind;
    const WindowEvent& e = events_[i];
    switch (kind_of(e)) {
      case EventKind::Read:
        each(i, K::Read);
        break;
      case EventKind::Write:
        each(i, K::Write);
        break;
      case EventKind::ReleaseWrite:
        put(i, K::StoreFence);
        each(i, K::Write);
        break;
      case EventKind::FullWrite:
        put(i, K::StoreFence);
        each(i, K::Write);
        put(i, K::Fence);
        break;
      case EventKind::AtomicRead:
        if (!each(i, K::AtomicRead)) put(i, K::Fence);
        break;
      case EventKind::Rmw:
      case EventKind::Wait:
        if (!each(i, K::Rmw)) put(i, K::Fence);
        break;
      case EventKind::StoreFence:
        put(i, K::StoreFence);
        break;
      case EventKind::Fence:
      case EventKind::Drained:
      case EventKind::End:
        put(i, K::Fence);
        break;
      case EventKind::Begin:
      case EventKind::Order:
        add_order(i);
        break;
      case EventKind::None:
        break;
    }
  }

  // One event for each piece; false: there is none left.
  bool each(std::size_t i, overtake::EventKind kind) {
    const auto [first, last] = pieces_.of(events_[i]);
    std::vector<std::size_t> order;
    for (std::size_t p = first; p < last; ++p)
      if (location_[p].valid()) order.push_back(p);
    if (i == last_pieces_.of) {
      const auto [begin, end] = pieces_.of(events_[last_pieces_.shared_with]);
      std::ranges::stable_partition(order, [&](std::size_t p) { return p < begin || p >= end; });
    }
    for (std::size_t p : order) {
      const EventId id = put(i, kind, location_[p]);
      EventId& writer = writer_[location_[p].index()];
      const Event& event = part_.execution.events[id.index()];
      if (event.reads()) part_.execution.reads_from[id.index()] = writer;
      if (event.writes()) writer = id;
    }
    return !order.empty();
  }

  // From the last event of the other thread up to the number that is given.
  void add_order(std::size_t i) {
    const EventId to = put(i, overtake::EventKind::Local);
    const auto other = threads_.find(events_[i].other);
    if (other == threads_.end()) return;
    EventId from;
    for (const auto& [seq, id] : last_[other->second])
      if (seq <= events_[i].address) from = id;
    if (from.valid()) part_.execution.order.emplace_back(from, to);
  }

  const std::vector<WindowEvent>& events_;
  const std::vector<char>& marked_;
  Pieces pieces_;
  LastPieces last_pieces_;
  std::map<std::uint32_t, std::size_t> threads_;
  std::vector<LocationId> location_;                                  // by piece
  std::vector<EventId> writer_;                                       // by location: its last
  std::vector<std::vector<std::pair<std::uint64_t, EventId>>> last_;  // by thread
  Part part_;
};

}  // namespace

std::vector<char> past_of(const std::vector<WindowEvent>& events, std::size_t last,
                          std::size_t found) {
  const auto threads = index_threads(events);
  const Pieces pieces = pieces_of(events);
  const std::size_t width = threads.size();
  std::vector<Clock> clocks(width, Clock(width, 0));
  std::vector<Clock> writes(pieces.count(), Clock(width, 0));
  std::vector<Clock> reads(pieces.count(), Clock(width, 0));
  std::vector<std::vector<std::pair<std::uint64_t, Clock>>> history(width);
  std::vector<std::uint32_t> number(events.size());
  for (std::size_t i = 0; i < last; ++i) {
    const WindowEvent& e = events[i];
    const std::uint32_t t = threads.at(e.thread);
    Clock& mine = clocks[t];
    const EventKind kind = kind_of(e);
    if (e.other != 0) {
      const auto& other = history[threads.at(e.other)];
      for (auto h = other.rbegin(); h != other.rend(); ++h)
        if (h->first <= e.address) {
          join(mine, h->second);
          break;
        }
    }
    std::pair<std::size_t, std::size_t> at{0, 0};
    if (has_bytes(kind)) at = pieces.of(e);
    for (std::size_t p = at.first; p < at.second; ++p) {
      join(mine, writes[p]);
      if (is_write(kind)) join(mine, reads[p]);
    }
    number[i] = ++mine[t];
    for (std::size_t p = at.first; p < at.second; ++p) {
      if (is_write(kind))
        writes[p] = mine;
      else
        join(reads[p], mine);
    }
    history[t].emplace_back(e.seq, mine);
  }
  std::vector<char> out(events.size(), 0);
  Clock known = clocks[threads.at(events[last].thread)];
  if (found != kNoEvent)
    for (const auto& [seq, clock] : history[threads.at(events[found].thread)])
      if (seq == events[found].seq) join(known, clock);
  for (std::size_t i = 0; i < last; ++i)
    out[i] = number[i] <= known[threads.at(events[i].thread)] ? 1 : 0;
  return out;
}

Part make_part(const std::vector<WindowEvent>& events, const std::vector<char>& marked,
               bool shared_only, const LastPieces& last) {
  return Builder(events, marked, last).build(shared_only);
}

Part as_part(const std::vector<WindowEvent>& events) {
  return make_part(events, std::vector<char>(events.size(), 1), false);
}

}  // namespace overtake::observe
