#include "analysis/fewest_switches.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "ir/address.h"
#include "ir/user_place.h"

namespace overtake::analysis {
namespace {

using exec::OpKind;
using memory::Record;
using memory::Schedule;

constexpr std::size_t kMostSteps = 3'000;      // the order is computed pair by pair
constexpr std::size_t kMostSets = 20'000;      // of steps that are done, all together
using Positions = std::vector<std::uint32_t>;  // by lane: how many of its steps are done

bool overlap(const Record& a, const Record& b) {
  return a.op.address < b.op.address + b.op.size && b.op.address < a.op.address + a.op.size;
}

bool touches_memory(const Record& r) {
  switch (r.op.kind) {
    case OpKind::Load:
      return !r.from_own_buffer;
    case OpKind::Store:
      return r.step.drain || r.wrote_memory;
    default:
      return r.op.is_access();
  }
}

bool only_reads(const Record& r) { return r.op.kind == OpKind::Load; }

bool ends_object_of(const Record& ending, const Record& other) {
  return ending.op.kind == OpKind::Free &&
         (other.op.is_access() || other.op.kind == OpKind::Free ||
          other.op.kind == OpKind::ObjectSize) &&
         slot_bits(ending.op.address) == slot_bits(other.op.address);
}

bool in_section(const Record& r) {
  return r.op.kind == OpKind::AtomicBegin || r.op.kind == OpKind::AtomicEnd;
}

// Whether `b`, a later step of another thread, has to stay after `a`.
bool ordered_between(const Record& a, const Record& b) {
  if (a.op.kind == OpKind::Spawn && a.spawned == b.step.thread) return true;
  if (a.op.kind == OpKind::End && b.op.kind == OpKind::Join) return true;
  if (in_section(a) || in_section(b)) return true;
  if (ends_object_of(a, b) || ends_object_of(b, a)) return true;
  return touches_memory(a) && touches_memory(b) && overlap(a, b) &&
         !(only_reads(a) && only_reads(b));
}

// The same for two steps of one thread. A store may reach memory before loads and stores of other
// locations that it came after; nothing is delayed more than it was.
bool ordered_within(const Record& a, const Record& b) {
  if (!b.step.drain || a.step.drain) return true;
  const bool plain = a.op.kind == OpKind::Load || a.op.kind == OpKind::Store;
  return !plain || overlap(a, b);
}

class Search {
 public:
  Search(const ir::Program& program, const memory::Replay& run)
      : program_(program), records_(run.records) {
    const std::size_t threads = run.thread_names.size();
    lanes_.resize(2 * threads);
    needs_.resize(records_.size());
    for (std::uint32_t i = 0; i < records_.size(); ++i) {
      needs_[i].resize(lanes_.size());
      for (std::uint32_t j = 0; j < i; ++j)
        if (must_follow(j, i)) {
          std::uint32_t& least = needs_[i][lane(j)];
          least = std::max(least, places_[j] + 1);
        }
      places_.push_back(static_cast<std::uint32_t>(lanes_[lane(i)].size()));
      lanes_[lane(i)].push_back(i);
    }
  }

  std::optional<Schedule> run() {
    sets_.push_back({.done = Positions(lanes_.size())});
    std::set<Positions> known{sets_[0].done};
    for (std::size_t at = 0; at < sets_.size() && sets_.size() < kMostSets; ++at) {
      if (count(sets_[at].done) == records_.size()) return schedule(at);
      for (std::uint32_t thread = 0; std::size_t{2} * thread < lanes_.size(); ++thread) {
        Set next{.done = sets_[at].done, .before = at, .thread = thread};
        if (run_on(next.done, thread, nullptr) && known.insert(next.done).second)
          sets_.push_back(std::move(next));
      }
    }
    return std::nullopt;
  }

 private:
  struct Set {
    Positions done;
    std::size_t before = 0;  // the set that `thread` ran from
    std::uint32_t thread = 0;
  };

  // Operations of a thread, and its stores on their way to memory.
  std::size_t lane(std::uint32_t i) const {
    return 2 * records_[i].step.thread.index() + (records_[i].step.drain ? 1 : 0);
  }

  bool must_follow(std::uint32_t a, std::uint32_t b) const {
    // The failing step comes last.
    if (b + 1 == records_.size() && records_[b].error) return true;
    return records_[a].step.thread == records_[b].step.thread
               ? ordered_within(records_[a], records_[b])
               : ordered_between(records_[a], records_[b]);
  }

  bool available(const Positions& done, std::size_t lane) const {
    if (done[lane] == lanes_[lane].size()) return false;
    const Positions& needs = needs_[lanes_[lane][done[lane]]];
    return std::ranges::equal(needs, done, std::ranges::less_equal{});
  }

  // The thread runs for as long as it can. Whether it can at all.
  bool run_on(Positions& done, std::uint32_t thread, std::vector<std::uint32_t>* out) const {
    bool any = false;
    for (;; any = true) {
      const std::size_t drains = 2 * thread + 1;
      const std::size_t lane = available(done, drains) ? drains : drains - 1;
      if (!available(done, lane)) return any;
      if (out) out->push_back(lanes_[lane][done[lane]]);
      ++done[lane];
    }
  }

  static std::size_t count(const Positions& done) {
    std::size_t sum = 0;
    for (std::uint32_t d : done) sum += d;
    return sum;
  }

  Schedule schedule(std::size_t last) const {
    std::vector<std::uint32_t> threads;
    for (std::size_t at = last; at != 0; at = sets_[at].before) threads.push_back(sets_[at].thread);
    std::vector<std::uint32_t> order;
    Positions done(lanes_.size());
    for (auto t = threads.rbegin(); t != threads.rend(); ++t) run_on(done, *t, &order);
    join_statements(order);
    Schedule out;
    for (std::uint32_t i : order) out.push_back(records_[i].step);
    return out;
  }

  // A statement is easier to read in one piece: its first loads wait for the rest of it.
  void join_statements(std::vector<std::uint32_t>& order) const {
    for (std::size_t at = order.size(); at-- > 0;) {
      const std::size_t rest = next_of_thread(order, at);
      if (rest == order.size() || rest == at + 1 || !begins_statement_of(order[at], order[rest]))
        continue;
      const auto from = order.begin() + static_cast<std::ptrdiff_t>(at);
      const auto to = order.begin() + static_cast<std::ptrdiff_t>(rest);
      if (std::none_of(from + 1, to, [&](std::uint32_t i) { return needs(i, order[at]); }))
        std::rotate(from, from + 1, to);
    }
  }

  std::size_t next_of_thread(const std::vector<std::uint32_t>& order, std::size_t at) const {
    const ThreadId thread = records_[order[at]].step.thread;
    std::size_t next = at + 1;
    while (next < order.size() && records_[order[next]].step.thread != thread) ++next;
    return next;
  }

  bool begins_statement_of(std::uint32_t a, std::uint32_t b) const {
    const Record &first = records_[a], &rest = records_[b];
    if (first.op.kind != OpKind::Load || first.step.drain || rest.step.drain) return false;
    const auto here = ir::user_place(program_, first.op.source, first.calls);
    const auto there = ir::user_place(program_, rest.op.source, rest.calls);
    return here && there && here->file == there->file && here->line == there->line;
  }

  bool needs(std::uint32_t b, std::uint32_t a) const { return needs_[b][lane(a)] > places_[a]; }

  const ir::Program& program_;
  const std::vector<Record>& records_;
  std::vector<std::vector<std::uint32_t>> lanes_;  // records, in their order
  std::vector<std::uint32_t> places_;              // by record: where in its lane
  std::vector<Positions> needs_;                   // by record: what has to be done before it
  std::vector<Set> sets_;
};

}  // namespace

Schedule fewest_switches(const ir::Program& program, const memory::Replay& run) {
  if (run.records.size() > kMostSteps) return run.schedule();
  return Search(program, run).run().value_or(run.schedule());
}

}  // namespace overtake::analysis
