// The monitors by their definition, on accesses to ranges of bytes: lists of stores, sets of
// events. Slow, and shares nothing with what it judges.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "observe/core/watch.h"

namespace overtake::observe {

struct NaiveEvent {
  EventKind kind;
  std::uint32_t thread;
  std::uint64_t begin, end;  // bytes
  bool location_only = false;

  bool buffered() const {
    return kind == EventKind::Write || kind == EventKind::ReleaseWrite ||
           kind == EventKind::FullWrite;
  }
  bool writes() const { return buffered() || kind == EventKind::Rmw || kind == EventKind::Wait; }
  bool accesses() const { return end > begin; }
  bool overlaps(const NaiveEvent& o) const { return begin < o.end && o.begin < end; }
};

class NaiveWatch {
 public:
  explicit NaiveWatch(std::uint8_t model) : model_(model) {}

  // The delayed stores of the violations that the event closes.
  std::set<std::size_t> feed(const NaiveEvent& e) {
    know(e.thread);
    Thread& p = threads_[e.thread];
    std::set<std::size_t> found;
    if (e.kind != EventKind::Wait)
      for (std::size_t s = 0; s < events_.size(); ++s)
        if (pending(s) && events_[s].thread != e.thread && events_[s].overlaps(e) &&
            (p.past.contains(s) || is_torn_from(s, e)))
          found.insert(s);
    for (std::size_t s = 0; s < events_.size(); ++s)
      if (pending(s) && events_[s].thread != e.thread && events_[s].overlaps(e)) commit(s);
    drain_before(e);
    std::set<std::size_t> past = p.past;
    for (std::size_t f = 0; f < events_.size(); ++f)
      if (events_[f].overlaps(e) && (events_[f].writes() || e.writes())) {
        past.insert(pasts_[f].begin(), pasts_[f].end());
        past.insert(f);
      }
    if (e.kind == EventKind::StoreFence || e.kind == EventKind::ReleaseWrite ||
        e.kind == EventKind::FullWrite || (e.buffered() && model_ == kTso))
      ++p.epoch;
    events_.push_back(e);
    committed_.push_back(!e.buffered());
    epochs_.push_back(p.epoch);
    pasts_.push_back(past);
    past.insert(events_.size() - 1);
    p.past = past;
    if (e.kind == EventKind::FullWrite) flush(e.thread);
    return found;
  }
  void order(std::uint32_t thread, std::size_t from) {
    know(thread);
    threads_[thread].past.insert(pasts_[from].begin(), pasts_[from].end());
    threads_[thread].past.insert(from);
  }

 private:
  struct Thread {
    std::set<std::size_t> past;
    std::uint64_t epoch = 0;
  };

  void know(std::uint32_t t) {
    if (t >= threads_.size()) threads_.resize(t + 1);
  }
  bool pending(std::size_t s) const { return !committed_[s]; }

  // Whether e finds a store to other bytes, in memory before s, that s happens before.
  bool is_torn_from(std::size_t s, const NaiveEvent& e) const {
    for (std::uint64_t byte = e.begin; byte < e.end; ++byte) {
      const NaiveEvent at{.kind = EventKind::Read, .thread = 0, .begin = byte, .end = byte + 1};
      std::size_t w = events_.size();
      for (std::size_t f = 0; f < events_.size(); ++f)
        if (events_[f].writes() && events_[f].overlaps(at)) w = f;
      if (w == events_.size() || events_[w].thread == e.thread || events_[w].overlaps(events_[s]))
        continue;
      const bool takes_along = events_[w].thread == events_[s].thread && events_[w].buffered() &&
                               epochs_[s] < epochs_[w];
      if (pasts_[w].contains(s) && !takes_along) return true;
    }
    return false;
  }

  void commit(std::size_t s) {
    if (!pending(s)) return;
    for (std::size_t o = 0; o < s; ++o)
      if (pending(o) && events_[o].thread == events_[s].thread &&
          (epochs_[o] < epochs_[s] || events_[o].overlaps(events_[s])))
        commit(o);
    committed_[s] = true;
  }
  void flush(std::uint32_t thread) {
    for (std::size_t s = 0; s < events_.size(); ++s)
      if (events_[s].thread == thread) committed_[s] = true;
  }
  void drain_before(const NaiveEvent& e) {
    const bool atomic =
        e.kind == EventKind::AtomicRead || e.kind == EventKind::Rmw || e.kind == EventKind::Wait;
    if (e.kind == EventKind::Fence || e.kind == EventKind::End || e.kind == EventKind::Drained ||
        (atomic && (model_ == kTso || !e.location_only)))
      return flush(e.thread);
    if (!atomic) return;
    for (std::size_t s = 0; s < events_.size(); ++s)
      if (pending(s) && events_[s].thread == e.thread &&
          (events_[s].overlaps(e) || (e.writes() && epochs_[s] < threads_[e.thread].epoch)))
        commit(s);
  }

  const std::uint8_t model_;
  std::vector<NaiveEvent> events_;
  std::vector<char> committed_;
  std::vector<std::uint64_t> epochs_;
  std::vector<std::set<std::size_t>> pasts_;
  std::vector<Thread> threads_;
};

}  // namespace overtake::observe
