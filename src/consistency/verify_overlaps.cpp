#include "consistency/verify_overlaps.h"

#include <algorithm>
#include <tuple>

namespace overtake::consistency {

namespace {

constexpr std::uint32_t kNothing = 0xffffffffu;  // a cell holds its initial value

bool wants(const std::vector<EventId>& good, std::uint32_t write) {
  const EventId id = write == kNothing ? kInitialWrite : EventId{write};
  return std::ranges::find(good, id) != good.end();
}

}  // namespace

bool VerifyOverlaps::realizable(const Execution& execution, std::span<const Extent> extents,
                                std::span<const ReadParts> parts, Model model,
                                const Witness* hint) {
  execution_ = &execution;
  model_ = model;
  compile(extents, parts);
  rank(hint);
  witness_.clear();
  frames_.clear();
  candidates_.clear();
  failed_.reset();
  states_ = 0;
  advance();
  for (bool alive = true;;) {
    if (alive && complete()) return true;
    if (alive && !failed_.contains(key_)) {
      ++states_;
      failed_.insert(key_);  // unless a run is found below, and then it is not asked for
      frames_.push_back({cells_.mark(), witness_.size(), candidates_.size(), key_});
      collect_candidates();
    }
    // The next candidate of the deepest frame that has one.
    while (!frames_.empty() && candidates_.size() == frames_.back().candidates) frames_.pop_back();
    if (frames_.empty()) return false;
    cells_.undo(frames_.back().trail);
    key_ = frames_.back().key;
    witness_.resize(frames_.back().witness);
    const auto [event, flushes] = candidates_.back();
    candidates_.pop_back();
    if (flushes) flush(event.value);
    alive = flushes || execute_block(thread_of(event.value));
    if (alive) advance();
  }
}

void VerifyOverlaps::compile(std::span<const Extent> extents, std::span<const ReadParts> parts) {
  const std::vector<Event>& events = execution_->events;
  const std::size_t threads = execution_->threads.size();
  // Cells: between two neighbouring boundaries of the accesses to an object.
  using Boundary = std::pair<std::uint32_t, std::uint64_t>;  // object, offset
  std::vector<Boundary> boundaries;
  const auto extent_of = [&](const Event& e) { return extents[e.location.index()]; };
  for (const Event& e : events) {
    if (!e.location.valid()) continue;
    const Extent x = extent_of(e);
    boundaries.emplace_back(x.object, x.offset);
    boundaries.emplace_back(x.object, x.offset + x.size);
  }
  std::ranges::sort(boundaries);
  boundaries.erase(std::unique(boundaries.begin(), boundaries.end()), boundaries.end());
  const auto cell_at = [&](std::uint32_t object, std::uint64_t offset) {
    return static_cast<std::uint32_t>(
        std::ranges::lower_bound(boundaries, Boundary{object, offset}) - boundaries.begin());
  };

  number_events();
  cells_of_.assign(events.size(), {});
  demands_of_.assign(events.size(), {});
  cell_list_.clear();
  demands_.clear();
  demands_at_.assign(boundaries.size(), {});
  before_.assign(events.size(), {});
  std::vector<std::uint32_t> own(boundaries.size(), kNothing);  // by cell: the last own store
  for (const auto& [from, to] : execution_->order) before_[to.index()].push_back(from.value);
  for (std::uint32_t t = 0; t < threads; ++t) {
    for (const EventId id : execution_->threads[t]) {
      const std::uint32_t event = id.value;
      const Event& e = events[event];
      cells_of_[event] = {static_cast<std::uint32_t>(cell_list_.size()), 0};
      demands_of_[event] = {static_cast<std::uint32_t>(demands_.size()), 0};
      if (e.location.valid()) {
        const Extent x = extent_of(e);
        for (std::uint32_t c = cell_at(x.object, x.offset);
             boundaries[c] < Boundary{x.object, x.offset + x.size}; ++c) {
          cell_list_.push_back(c);
          const bool known = own[c] != kNothing && thread_of(own[c]) == t;
          const std::uint32_t newest = known ? own[c] : kNothing;
          if (buffers(e)) own[c] = event;
          if (!e.reads()) continue;
          const auto at = static_cast<std::uint32_t>(boundaries[c].second - x.offset);
          for (const ReadPart& part : parts[event]) {
            if (at < part.begin || at >= part.end) continue;
            demands_at_[c].push_back(static_cast<std::uint32_t>(demands_.size()));
            demands_.push_back({event, c, newest, &part.good});
          }
        }
      }
      cells_of_[event].end = static_cast<std::uint32_t>(cell_list_.size());
      demands_of_[event].end = static_cast<std::uint32_t>(demands_.size());
    }
  }
  done_ = threads;
  memory_ = done_ + events.size();
  flushed_ = memory_ + boundaries.size();
  first_ = flushed_ + threads;
  cells_.reset(first_ + threads);
  for (std::size_t c = 0; c < boundaries.size(); ++c) cells_.init(memory_ + c, kNothing);
  key_ = {};
}

void VerifyOverlaps::number_events() {
  const std::vector<Event>& events = execution_->events;
  index_.assign(events.size(), 0);
  epoch_.assign(events.size(), 0);
  store_index_.assign(events.size(), 0);
  stores_of_.assign(execution_->threads.size(), {});
  for (std::size_t t = 0; t < execution_->threads.size(); ++t) {
    std::uint32_t epoch = 0;
    for (std::uint32_t i = 0; i < execution_->threads[t].size(); ++i) {
      const std::uint32_t event = execution_->threads[t][i].value;
      index_[event] = i;
      store_index_[event] = static_cast<std::uint32_t>(stores_of_[t].size());
      epoch_[event] = epoch;
      if (events[event].kind == EventKind::StoreFence) ++epoch;
      if (buffers(events[event])) stores_of_[t].push_back(event);
    }
  }
}

// Of a part of the state that does not follow from the others.
void VerifyOverlaps::set(std::size_t cell, std::uint32_t value) {
  const auto term = [cell](std::uint32_t v) {
    Hash128 h;
    h.add(cell);
    h.add(v);
    return h;
  };
  const Hash128 old = term(cells_[cell]);
  const Hash128 now = term(value);
  key_.lo += now.lo - old.lo;
  key_.hi += now.hi - old.hi;
  cells_.set(cell, value);
}

template <class Visit>
void VerifyOverlaps::visit_buffer(std::uint32_t thread, Visit visit) const {
  const auto& stores = stores_of_[thread];
  for (std::size_t i = cells_[first_ + thread]; i < stores.size() && executed(stores[i]); ++i)
    if (!in_memory(stores[i]) && !visit(stores[i])) return;
}

// What the hint does not name comes last.
void VerifyOverlaps::rank(const Witness* hint) {
  rank_of_step_.assign(index_.size(), kNothing);
  rank_of_flush_.assign(index_.size(), kNothing);
  if (hint == nullptr) return;
  std::uint32_t rank = 0;
  for (const WitnessStep& step : *hint)
    (step.memory_write ? rank_of_flush_ : rank_of_step_)[step.event.index()] = rank++;
}

bool VerifyOverlaps::overlap(std::uint32_t a, std::uint32_t b) const {
  for (std::uint32_t i = cells_of_[a].begin; i < cells_of_[a].end; ++i)
    for (std::uint32_t k = cells_of_[b].begin; k < cells_of_[b].end; ++k)
      if (cell_list_[i] == cell_list_[k]) return true;
  return false;
}

bool VerifyOverlaps::complete() const {
  for (std::size_t t = 0; t < execution_->threads.size(); ++t) {
    if (next(static_cast<std::uint32_t>(t)) < execution_->threads[t].size()) return false;
    if (cells_[flushed_ + t] < stores_of_[t].size()) return false;
  }
  return true;
}

// What changes nothing for any other thread is done at once: plain reads, buffer-writes, fences,
// and dead flushes.
void VerifyOverlaps::advance() {
  for (bool more = true; more;) {
    more = false;
    for (std::uint32_t t = 0; t < execution_->threads.size(); ++t) {
      while (step_freely(t)) more = true;
      more = flush_dead(t) || more;
    }
  }
}

bool VerifyOverlaps::flush_dead(std::uint32_t thread) {
  bool found = false;
  visit_buffer(thread, [&](std::uint32_t store) {
    const bool may_leave = may_leave_buffer(store);
    const bool dead = may_leave && is_dead(store);
    if (dead) flush(store);
    found = found || dead;
    return dead || model_ != Model::TSO;
  });
  return found;
}

bool VerifyOverlaps::step_freely(std::uint32_t thread) {
  if (next(thread) >= execution_->threads[thread].size()) return false;
  const std::uint32_t event = execution_->threads[thread][next(thread)].value;
  const Event& e = execution_->events[event];
  if (e.glued || (e.writes() && !buffers(e)) || !ordered(event) || !drained(event)) return false;
  if (e.reads() && !obtains(event)) return false;
  execute(event);
  return true;
}

bool VerifyOverlaps::ordered(std::uint32_t event) const {
  return std::ranges::all_of(before_[event], [&](std::uint32_t b) { return executed(b); });
}

// Whether the buffer of its thread is as empty as the event wants it.
bool VerifyOverlaps::drained(std::uint32_t event) const {
  const Event& e = execution_->events[event];
  const bool atomic = e.kind == EventKind::Rmw || e.kind == EventKind::AtomicRead ||
                      e.kind == EventKind::AtomicWrite;
  if (!atomic && e.kind != EventKind::Fence) return true;
  const std::uint32_t thread = thread_of(event);
  if (cells_[flushed_ + thread] == store_index_[event]) return true;
  if (!atomic || e.drain != Drain::Location || model_ != Model::PSO || e.glued) return false;
  bool drained = true;
  visit_buffer(thread, [&](std::uint32_t store) {
    // A write at once must not overtake the stores before a store-store fence.
    drained = !overlap(event, store) && (epoch_[store] == epoch_[event] || !e.writes());
    return drained;
  });
  return drained;
}

// Each cell from the newest own store, if that is in the buffer, else from memory.
bool VerifyOverlaps::obtains(std::uint32_t event) const {
  for (std::uint32_t i = demands_of_[event].begin; i < demands_of_[event].end; ++i) {
    const Demand& demand = demands_[i];
    const bool forwarded = demand.own != kNothing && !in_memory(demand.own);
    if (!wants(*demand.good, forwarded ? demand.own : active(demand.cell))) return false;
  }
  return true;
}

void VerifyOverlaps::execute(std::uint32_t event) {
  set(thread_of(event), index_[event] + 1);
  witness_.push_back({EventId{event}, false});
}

void VerifyOverlaps::put(std::uint32_t event) {
  set(done_ + event, 1);
  for (std::uint32_t i = cells_of_[event].begin; i < cells_of_[event].end; ++i)
    set(memory_ + cell_list_[i], event);
}

void VerifyOverlaps::flush(std::uint32_t store) {
  put(store);
  witness_.push_back({EventId{store}, true});
  const std::uint32_t thread = thread_of(store);
  const auto& stores = stores_of_[thread];
  cells_.set(flushed_ + thread, cells_[flushed_ + thread] + 1);
  if (stores[cells_[first_ + thread]] != store) return;
  std::uint32_t first = cells_[first_ + thread] + 1;
  while (first < stores.size() && in_memory(stores[first])) ++first;
  cells_.set(first_ + thread, first);
}

// The end of the thread's next step: more than one event if it is an atomic block.
std::uint32_t VerifyOverlaps::block_end(std::uint32_t thread) const {
  const auto& events = execution_->threads[thread];
  std::uint32_t end = next(thread);
  while (end + 1 < events.size() && execution_->events[events[end].index()].glued) ++end;
  return end + 1;
}

// Whether no read loses the last write that it could obtain.
bool VerifyOverlaps::may_overwrite(std::uint32_t event) const {
  for (std::uint32_t i = cells_of_[event].begin; i < cells_of_[event].end; ++i) {
    const std::uint32_t cell = cell_list_[i];
    const std::uint32_t now = active(cell);
    for (const std::uint32_t d : demands_at_[cell]) {
      const Demand& demand = demands_[d];
      if (demand.event == event || executed(demand.event) || !wants(*demand.good, now)) continue;
      const bool another = std::ranges::any_of(
          *demand.good, [&](EventId w) { return w != kInitialWrite && !in_memory(w.value); });
      if (!another) return false;
    }
  }
  return true;
}

bool VerifyOverlaps::execute_block(std::uint32_t thread) {
  const std::uint32_t end = block_end(thread);
  for (std::uint32_t i = next(thread); i < end; ++i) {
    const std::uint32_t event = execution_->threads[thread][i].value;
    const Event& e = execution_->events[event];
    if (!ordered(event) || !drained(event)) return false;
    if (e.reads() && !obtains(event)) return false;
    execute(event);
    if (!e.writes()) continue;
    // In the middle of a block no other thread looks.
    if (end == i + 1 && !may_overwrite(event)) return false;
    put(event);
  }
  return true;
}

// Whether nothing older in the buffer has to reach memory before the store, which is there.
bool VerifyOverlaps::may_leave_buffer(std::uint32_t store) const {
  bool may = true;
  visit_buffer(thread_of(store), [&](std::uint32_t older) {
    if (older == store) return false;
    may = model_ != Model::TSO && !overlap(older, store) && epoch_[older] == epoch_[store];
    return may;
  });
  return may;
}

// By a read that is still to come, of a write or of what a cell holds at the beginning.
bool VerifyOverlaps::is_wanted(std::uint32_t cell, std::uint32_t write) const {
  return std::ranges::any_of(demands_at_[cell], [&](std::uint32_t d) {
    return !executed(demands_[d].event) && wants(*demands_[d].good, write);
  });
}

bool VerifyOverlaps::is_dead(std::uint32_t store) const {
  for (std::uint32_t i = cells_of_[store].begin; i < cells_of_[store].end; ++i)
    if (is_wanted(cell_list_[i], store) || is_wanted(cell_list_[i], active(cell_list_[i])))
      return false;
  return true;
}

void VerifyOverlaps::collect_candidates() {
  const std::size_t begin = candidates_.size();
  for (std::uint32_t t = 0; t < execution_->threads.size(); ++t) {
    if (next(t) < execution_->threads[t].size()) {
      const std::uint32_t event = execution_->threads[t][next(t)].value;
      const Event& e = execution_->events[event];
      // Everything else was done already, or cannot be done.
      if ((e.glued || (e.writes() && !buffers(e))) && ordered(event) && drained(event))
        candidates_.push_back({EventId{event}, false});
    }
    visit_buffer(t, [&](std::uint32_t store) {
      if (may_leave_buffer(store) && may_overwrite(store))
        candidates_.push_back({EventId{store}, true});
      return model_ != Model::TSO;
    });
  }
  // The hint says which are best; among others, later events come first.
  const auto rank = [&](const WitnessStep& s) {
    const std::uint32_t hinted = (s.memory_write ? rank_of_flush_ : rank_of_step_)[s.event.index()];
    return std::tuple(hinted, s.event.value, s.memory_write);
  };
  std::sort(candidates_.begin() + static_cast<std::ptrdiff_t>(begin), candidates_.end(),
            [&](const WitnessStep& a, const WitnessStep& b) { return rank(a) > rank(b); });
}

}  // namespace overtake::consistency
