#include "monitor/monitor.h"

#include <algorithm>

namespace overtake::monitor {

std::span<const EventIndex> Monitor::feed(const Event& e) {
  commits_.clear();
  const std::span<const EventIndex> delayed = overtaken_by(e);
  commit_conflicting(e);
  perform(e);
  return delayed;
}

// The threads with pending stores of the location: those that happen before prev[p(e)].
std::span<const EventIndex> Monitor::overtaken_by(const Event& e) {
  overtaken_.clear();
  if (!e.location.valid()) return overtaken_;
  const Holder& h = holder(e.location);
  if (!h.thread.valid() || h.thread == e.thread) return overtaken_;
  const std::uint32_t seen = order_.seen(e.thread, h.thread);
  const Buffer& b = buffer(h.thread);
  for (Number n = h.newest; b.has(n); n = b.at(n).below)
    if (b.at(n).index < seen) overtaken_.push_back(b.at(n).event);
  std::reverse(overtaken_.begin(), overtaken_.end());
  return overtaken_;
}

void Monitor::commit_conflicting(const Event& e) {
  if (!e.location.valid()) return;
  const Holder& h = holder(e.location);
  if (h.thread.valid() && h.thread != e.thread) commit_location(e.location);
}

void Monitor::perform(const Event& e) {
  drain_for(e);
  order_.add(e);
  Buffer& b = buffer(e.thread);
  if (e.kind == EventKind::StoreFence) ++b.epoch;
  if (e.kind == EventKind::Write) {
    if (model_ == Model::TSO) ++b.epoch;
    Holder& h = holder(e.location);
    b.stores.push_back({.event = events_,
                        .index = order_.count(e.thread) - 1,
                        .location = e.location,
                        .epoch = b.epoch,
                        .below = h.newest});
    h = {e.thread, b.end() - 1};
  }
  ++events_;
}

// What the machine wants drained before it executes e.
void Monitor::drain_for(const Event& e) {
  switch (e.kind) {
    case EventKind::Fence:
      return flush(e.thread);
    case EventKind::AtomicRead:
    case EventKind::AtomicWrite:
    case EventKind::Rmw: {
      if (model_ == Model::TSO || e.drain == Drain::All) return flush(e.thread);
      if (holder(e.location).thread == e.thread) commit_location(e.location);
      // A write at once must not overtake the stores before a store-store fence.
      Buffer& b = buffer(e.thread);
      if (e.writes()) commit_below(b, b.epoch);
      return;
    }
    default:
      return;
  }
}

void Monitor::flush(ThreadId thread) {
  Buffer& b = buffer(thread);
  commit_below(b, kNone);
}

// All pending stores to the location, and what has to reach memory before them.
void Monitor::commit_location(LocationId location) {
  const Holder h = holder(location);
  Buffer& b = buffer(h.thread);
  commit_below(b, b.at(h.newest).epoch);
  find_chain(location);
  for (auto n = chain_.rbegin(); n != chain_.rend(); ++n) commit(b, *n);
}

void Monitor::commit_oldest(LocationId location) {
  Buffer& b = buffer(holder(location).thread);
  find_chain(location);
  commit_below(b, b.at(chain_.back()).epoch);
  commit(b, chain_.back());
}

void Monitor::find_chain(LocationId location) {
  const Holder& h = holder(location);
  chain_.clear();
  if (!h.thread.valid()) return;
  const Buffer& b = buffer(h.thread);
  for (Number n = h.newest; b.has(n); n = b.at(n).below) chain_.push_back(n);
}

void Monitor::commit_below(Buffer& b, Number epoch) {
  while (b.first < b.stores.size() && b.stores[b.first].epoch < epoch) {
    if (b.stores[b.first].committed)
      ++b.first;
    else
      commit(b, b.base + b.first);
  }
}

void Monitor::commit(Buffer& b, Number n) {
  Pending& store = b.at(n);
  store.committed = true;
  commits_.push_back(store.event);
  Holder& h = holders_[store.location.index()];
  if (h.newest == n) h = {};
  while (b.first < b.stores.size() && b.stores[b.first].committed) ++b.first;
  if (2 * b.first > b.stores.size() + 16) {  // mostly committed: forget them
    b.stores.erase(b.stores.begin(), b.stores.begin() + static_cast<std::ptrdiff_t>(b.first));
    b.base += b.first;
    b.first = 0;
  }
}

Monitor::Buffer& Monitor::buffer(ThreadId thread) {
  if (thread.index() >= buffers_.size()) buffers_.resize(thread.index() + 1);
  return buffers_[thread.index()];
}

Monitor::Holder& Monitor::holder(LocationId location) {
  if (location.index() >= holders_.size()) holders_.resize(location.index() + 1);
  return holders_[location.index()];
}

}  // namespace overtake::monitor
