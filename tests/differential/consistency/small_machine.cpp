#include "small_machine.h"

#include <tsl/robin_set.h>

#include <array>

namespace overtake::test {

Allowed allowed_by_reads_from(const Execution& execution) {
  Allowed allowed(execution.events.size(), 0);
  for (std::size_t e = 0; e < execution.events.size(); ++e) {
    const EventId from = execution.reads_from[e];
    allowed[e] = 1u << (from == kInitialWrite ? kInitialBit : from.value);
  }
  return allowed;
}

Allowed allowed_by_good_writes(const Execution& execution, const GoodWrites& good_writes) {
  Allowed allowed(execution.events.size(), 0);
  for (std::size_t e = 0; e < execution.events.size(); ++e) {
    if (!execution.events[e].reads()) continue;
    for (EventId w : good_writes.classes[good_writes.read_class[e]])
      allowed[e] |= 1u << (w == kInitialWrite ? kInitialBit : w.value);
  }
  return allowed;
}

SmallMachine::SmallMachine(const Execution& execution, Model model)
    : x_(execution),
      model_(model),
      count_(static_cast<unsigned>(execution.events.size())),
      position_(count_),
      epoch_(count_),
      in_block_(count_),
      starts_block_(count_) {
  for (const auto& thread : x_.threads) {
    std::uint8_t epoch = 0;
    bool glued_before = false;
    for (std::size_t i = 0; i < thread.size(); ++i) {
      const unsigned e = thread[i].value;
      position_[e] = static_cast<std::uint8_t>(i);
      epoch_[e] = epoch;
      if (x_.events[e].kind == EventKind::StoreFence) ++epoch;
      in_block_[e] = glued_before || x_.events[e].glued;
      starts_block_[e] = !glued_before && x_.events[e].glued;
      glued_before = x_.events[e].glued;
    }
  }
}

std::uint64_t SmallMachine::State::key() const {
  std::uint64_t k = flushed;
  for (unsigned n : next) k = k << 5 | n;
  for (unsigned m : memory) k = k << 5 | m;
  return k;
}

bool SmallMachine::buffered(unsigned event) const {
  if (model_ == Model::SC || in_block_[event]) return false;
  const Event& e = x_.events[event];
  return e.kind == EventKind::Write || (e.kind == EventKind::Rmw && e.buffered);
}

bool SmallMachine::issued(const State& s, unsigned event) const {
  return s.next[x_.events[event].thread.index()] > position_[event];
}

bool SmallMachine::pending(const State& s, unsigned event) const {
  return buffered(event) && issued(s, event) && (s.flushed >> event & 1) == 0;
}

bool SmallMachine::finished(const State& s) const {
  for (unsigned e = 0; e < count_; ++e)
    if (!issued(s, e) || pending(s, e)) return false;
  return true;
}

bool SmallMachine::drained(const State& s, unsigned event) const {
  const Event& e = x_.events[event];
  const bool atomic = e.kind == EventKind::AtomicRead || e.kind == EventKind::AtomicWrite ||
                      e.kind == EventKind::Rmw;
  const bool block_start = starts_block_[event];
  if (in_block_[event] && !block_start) return true;
  if (!block_start && !atomic && e.kind != EventKind::Fence) return true;
  const bool partly = model_ == Model::PSO && atomic && e.drain == Drain::Location && !block_start;
  for (EventId other : x_.threads[e.thread.index()]) {
    if (!pending(s, other.value)) continue;
    if (!partly) return false;
    if (x_.events[other.index()].location == e.location) return false;
    if (e.writes() && !e.buffered && epoch_[other.index()] < epoch_[event]) return false;
  }
  return true;
}

// The next event of the thread, with the rest of its block.
bool SmallMachine::step(State& s, unsigned thread, const Allowed* allowed,
                        std::vector<EventId>* obtained) const {
  for (;;) {
    if (s.next[thread] >= x_.threads[thread].size()) return false;
    const unsigned id = x_.threads[thread][s.next[thread]].value;
    const Event& e = x_.events[id];
    for (auto [before, after] : x_.order)
      if (after.value == id && !issued(s, before.value)) return false;
    if (model_ != Model::SC && !drained(s, id)) return false;
    if (e.reads()) {
      unsigned found = s.memory[e.location.index()];
      if (e.kind == EventKind::Read)
        for (EventId own : x_.threads[thread])
          if (pending(s, own.value) && x_.events[own.index()].location == e.location)
            found = own.value;
      if (allowed != nullptr && ((*allowed)[id] >> found & 1) == 0) return false;
      if (obtained != nullptr)
        (*obtained)[id] = found == kInitialBit ? kInitialWrite : EventId{found};
    }
    ++s.next[thread];
    if (e.writes() && !buffered(id)) s.memory[e.location.index()] = static_cast<std::uint8_t>(id);
    if (!e.glued || s.next[thread] == x_.threads[thread].size()) return true;
  }
}

bool SmallMachine::flush(State& s, unsigned event) const {
  if (!pending(s, event)) return false;
  const Event& e = x_.events[event];
  for (EventId other : x_.threads[e.thread.index()]) {
    if (position_[other.index()] >= position_[event]) break;
    if (!pending(s, other.value)) continue;
    if (model_ == Model::TSO) return false;
    if (x_.events[other.index()].location == e.location) return false;
    if (epoch_[other.index()] < epoch_[event]) return false;
  }
  s.flushed |= 1u << event;
  s.memory[e.location.index()] = static_cast<std::uint8_t>(event);
  return true;
}

bool SmallMachine::realizable(const Allowed& allowed) {
  State start;
  for (auto& m : start.memory) m = kInitialBit;
  std::vector<State> stack{start};
  tsl::robin_set<std::uint64_t> seen{start.key()};
  while (!stack.empty()) {
    const State s = stack.back();
    stack.pop_back();
    if (finished(s)) return true;
    const auto visit = [&](const State& next) {
      if (seen.insert(next.key()).second) stack.push_back(next);
    };
    for (unsigned t = 0; t < x_.threads.size(); ++t) {
      State next = s;
      if (step(next, t, &allowed, nullptr)) visit(next);
    }
    for (unsigned e = 0; e < count_; ++e) {
      State next = s;
      if (flush(next, e)) visit(next);
    }
  }
  return false;
}

bool SmallMachine::random_run(std::mt19937_64& random, std::vector<EventId>& obtained) {
  obtained.assign(count_, kInitialWrite);
  State s;
  for (auto& m : s.memory) m = kInitialBit;
  const auto threads = static_cast<unsigned>(x_.threads.size());
  unsigned misses = 0;
  while (!finished(s)) {
    const unsigned move = static_cast<unsigned>(random() % (threads + count_));
    State next = s;
    std::vector<EventId> now = obtained;
    const bool moved =
        move < threads ? step(next, move, nullptr, &now) : flush(next, move - threads);
    if (moved) {
      s = next;
      obtained = std::move(now);
      misses = 0;
    } else if (++misses > 400) {
      return false;
    }
  }
  return true;
}

}  // namespace overtake::test
