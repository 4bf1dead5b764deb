#include "smc/races.h"

#include <algorithm>
#include <unordered_map>

#include "ir/sync_table.h"

namespace overtake::smc {
namespace {

using exec::Op;
using exec::OpKind;
using ir::Order;
using ir::SyncOp;

void join(std::vector<std::uint32_t>& into, const std::vector<std::uint32_t>& from) {
  if (into.size() < from.size()) into.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) into[i] = std::max(into[i], from[i]);
}

bool is_acquire(Order o) { return o == Order::Acquire || o == Order::AcqRel || o == Order::SeqCst; }
bool is_release(Order o) { return o == Order::Release || o == Order::AcqRel || o == Order::SeqCst; }

bool cas_acquires(const RaceEvent& e) {
  const auto which = static_cast<ir::CasAcquires>(e.op->sub);
  if (which == ir::CasAcquires::Always) return true;
  return e.writes == (which == ir::CasAcquires::OnSuccess);
}

// A failed attempt to take a lock obtains nothing.
bool acquires(const RaceEvent& e) {
  if (e.section) return e.reads;
  if (e.op->kind == OpKind::Cas && !cas_acquires(e)) return false;
  if (e.op->kind != OpKind::Sync) return e.reads && is_acquire(e.op->order);
  const ir::When acquires = ir::sync_row(e.op->sync()).acquires;
  return acquires == ir::When::Always || (acquires == ir::When::IfItWrites && e.writes);
}

bool releases(const RaceEvent& e) {
  if (e.section) return e.writes;
  if (e.op->kind != OpKind::Sync) return e.writes && is_release(e.op->order);
  return ir::sync_row(e.op->sync()).releases;
}

bool is_atomic(const RaceEvent& e) {
  const Op& op = *e.op;
  return (op.kind != OpKind::Load && op.kind != OpKind::Store) || op.order != Order::Plain ||
         e.section;
}

}  // namespace

void RaceFinder::find(std::span<const RaceEvent> events,
                      std::span<const std::pair<std::uint32_t, std::uint32_t>> edges,
                      std::size_t threads,
                      const std::function<void(std::uint32_t, std::uint32_t)>& found) {
  happened_.assign(events.size(), Clock(threads, 0));
  released_.assign(events.size(), Clock());
  fenced_.assign(threads, Clock());
  observed_.assign(threads, Clock());
  number_.assign(events.size(), 0);
  std::vector<std::uint32_t> lengths(threads, 0);
  struct OfThread {
    ThreadId thread;
    std::vector<std::uint32_t> events;
  };
  std::unordered_map<Address, std::vector<OfThread>> accesses;  // by byte
  std::vector<std::uint32_t> unordered;
  auto edge = edges.begin();

  for (std::uint32_t i = 0; i < events.size(); ++i) {
    const RaceEvent& e = events[i];
    const Op& op = *e.op;
    const std::size_t t = e.thread.index();
    Clock& now = happened_[i];
    if (e.predecessor != RaceEvent::kNone) join(now, happened_[e.predecessor]);
    for (; edge != edges.end() && edge->second == i; ++edge) {
      // A signal only wakes: what orders a waiter is the mutex.
      if (op.is(SyncOp::CondAwait)) continue;
      join(now, happened_[edge->first]);
    }
    number_[i] = now[t] = ++lengths[t];

    const auto each_source = [&](const auto& use) {
      if (e.source != RaceEvent::kNone) use(released_[e.source]);
      for (const std::uint32_t source : e.torn) use(released_[source]);
    };
    if (e.reads && is_atomic(e))
      each_source([&](const Clock& obtained) { join(acquires(e) ? now : observed_[t], obtained); });
    if (op.kind == OpKind::Choose && op.order != Order::Plain) {  // atomic_thread_fence
      if (is_acquire(op.order)) join(now, observed_[t]);
      if (is_release(op.order)) fenced_[t] = now;
    }
    if (e.writes && is_atomic(e)) {
      released_[i] = fenced_[t];
      if (releases(e)) join(released_[i], now);
      // An RMW continues the release sequence that it reads from.
      if (e.reads) each_source([&](const Clock& obtained) { join(released_[i], obtained); });
    }

    if (!e.reads && !e.writes) continue;
    std::uint32_t reported = RaceEvent::kNone;  // several bytes, one race
    for (unsigned byte = 0; byte < op.size; ++byte) {
      std::vector<OfThread>& here = accesses[op.address + byte];
      std::vector<std::uint32_t>* own = nullptr;
      unordered.clear();
      for (OfThread& other : here) {
        if (other.thread == e.thread) {
          own = &other.events;
          continue;
        }
        // What happened before e is a prefix of the other thread.
        for (auto j = other.events.rbegin(); j != other.events.rend(); ++j) {
          if (number_[*j] <= now[other.thread.index()]) break;
          unordered.push_back(*j);
        }
      }
      std::ranges::sort(unordered);
      for (const std::uint32_t j : unordered) {
        const RaceEvent& other = events[j];
        if (!(other.writes || e.writes) || (is_atomic(e) && is_atomic(other))) continue;
        if (j == reported) continue;
        reported = j;
        found(j, i);
      }
      if (own == nullptr) own = &here.emplace_back(OfThread{e.thread, {}}).events;
      own->push_back(i);
    }
  }
}

}  // namespace overtake::smc
