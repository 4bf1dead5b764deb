#include "smc/checkpoint.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "base/error.h"
#include "base/words.h"
#include "smc/join.h"
#include "smc/known_set.h"

namespace overtake::smc {

namespace {

constexpr std::uint32_t kKnown = 1;
constexpr std::uint32_t kJoin = 2;

// What several items refer to gets a number when it is first met.
class Encoder {
 public:
  explicit Encoder(std::vector<std::uint32_t>& words) : out_(words) {}

  void put(const Snapshot& s) {
    out_.put(static_cast<std::uint32_t>(s.equivalence));
    put(s.names);
    put(s.so_far);
    out_.put(static_cast<std::uint32_t>(s.items.size()));
    for (const WorkItem& item : s.items) put(item);
    // Writing one may bring up more.
    for (std::size_t i = 0; i < shared_.size(); ++i) {
      out_.put(1);
      put(*shared_[i]);
    }
    out_.put(0);
  }

 private:
  void put(const WorkItem& item) {
    out_.put(item.words);
    out_.put(static_cast<std::uint32_t>(item.shared.size()));
    for (const std::shared_ptr<Shared>& s : item.shared) {
      const auto [it, added] =
          numbers_.try_emplace(s.get(), static_cast<std::uint32_t>(shared_.size()));
      if (added) shared_.push_back(s.get());
      out_.put(it->second);
    }
  }

  void put(const Shared& shared) {
    if (const auto* known = dynamic_cast<const SharedKnown*>(&shared)) {
      out_.put(kKnown);
      out_.put64(known->known().size());
      known->known().for_each([&](const Hash128& h) { out_.put(h); });
      return;
    }
    const Join::State& join = dynamic_cast<const Join&>(shared).state();
    out_.put(kJoin);
    out_.put(join.away);
    out_.put(join.report.signalled);
    out_.put(join.report.fruitful ? 1 : 0);
    out_.put(join.rest ? 1 : 0);
    if (join.rest) put(*join.rest);
  }

  void put(const memory::ThreadNames& names) {
    out_.put(static_cast<std::uint32_t>(names.size() - 1));
    for (std::size_t i = 1; i < names.size(); ++i) {
      out_.put(names.parent_of(ThreadId{i}).first.value);
      out_.put(names.parent_of(ThreadId{i}).second);
    }
  }

  void put(const memory::Schedule& schedule) {
    out_.put(static_cast<std::uint32_t>(schedule.size()));
    for (const memory::Step& s : schedule) {
      out_.put(s.thread.value);
      out_.put(s.drain ? 1 : 0);
      out_.put64(s.address);
      out_.put(s.choice);
    }
  }

  void put(const CheckResult& r) {
    for (const std::uint64_t n :
         {r.executions.complete, r.executions.blocked, r.executions.bounded, r.executions.redundant,
          r.visited.complete, r.visited.blocked, r.visited.bounded})
      out_.put64(n);
    out_.put(r.symmetry.counted ? 1 : 0);
    out_.put(static_cast<std::uint32_t>(r.errors.size()));
    for (const FoundError& e : r.errors) {
      out_.put(static_cast<std::uint32_t>(e.error.kind));
      out_.put(e.error.source.value);
      out_.put64(e.error.text);
      out_.put64(e.error.address);
      out_.put(e.thread.value);
      put(e.schedule);
      put(e.names);
      out_.put64(e.executions);
      out_.put(e.place.value);
    }
    out_.put(static_cast<std::uint32_t>(r.races.size()));
    for (const FoundRace& race : r.races) {
      for (const FoundRace::Access& a : {race.first, race.second}) {
        out_.put(a.thread.value);
        out_.put(a.source.value);
        out_.put(a.step);
      }
      put(race.schedule);
      put(race.names);
    }
    out_.put(static_cast<std::uint32_t>(r.bounded_loops.size()));
    for (const ir::SourceId loop : r.bounded_loops) out_.put(loop.value);
    const Statistics& s = r.statistics;
    for (const std::uint64_t n :
         {s.events, s.mutations, s.known, s.taken, s.by_order, s.by_greedy, s.by_closure,
          s.by_search, s.by_inspection, s.search_states, s.closure_edges, s.planned_peak,
          s.transfers, s.bytes_moved, s.claims})
      out_.put64(n);
    for (const double seconds :
         {s.idle_seconds, s.executing_seconds, s.mutating_seconds, s.verifying_seconds})
      out_.put64(std::bit_cast<std::uint64_t>(seconds));
    out_.put(r.races_checked ? 1 : 0);
  }

  WordWriter out_;
  std::vector<const Shared*> shared_;
  std::unordered_map<const Shared*, std::uint32_t> numbers_;
};

class Decoder {
 public:
  explicit Decoder(std::span<const std::uint32_t> words) : in_(words) {}

  Snapshot snapshot() {
    Snapshot s;
    s.equivalence = static_cast<Equivalence>(in_.get());
    s.names = names();
    s.so_far = result();
    std::vector<Unbound> items;
    for (std::uint32_t n = in_.get_count(); n > 0; --n) items.push_back(item());
    while (in_.get() != 0) get_shared();
    for (const Unbound& u : items) s.items.push_back(bound(u));
    for (Pending& p : pending_) p.join->restore(bound(p.rest));
    return s;
  }

 private:
  struct Unbound {
    std::vector<std::uint32_t> words;
    std::vector<std::uint32_t> shared;  // numbers
  };
  struct Pending {
    Join* join;
    Unbound rest;
  };

  Unbound item() {
    const std::span<const std::uint32_t> words = in_.get_words();
    const std::span<const std::uint32_t> shared = in_.get_words();
    return {{words.begin(), words.end()}, {shared.begin(), shared.end()}};
  }

  WorkItem bound(const Unbound& u) const {
    WorkItem item{.words = u.words};
    for (const std::uint32_t n : u.shared) item.shared.push_back(shared_.at(n));
    return item;
  }

  void get_shared() {
    if (in_.get() == kKnown) {
      KnownSet known;
      for (std::uint64_t n = in_.get64(); n > 0; --n) known.insert(in_.get_hash());
      shared_.push_back(std::make_shared<SharedKnown>(std::move(known)));
      return;
    }
    Join::State state;
    state.away = in_.get();
    const std::span<const std::uint32_t> signalled = in_.get_words();
    state.report.signalled.assign(signalled.begin(), signalled.end());
    state.report.fruitful = in_.get() != 0;
    auto join = std::make_shared<Join>(std::move(state));
    if (in_.get() != 0) pending_.push_back({join.get(), item()});
    shared_.push_back(std::move(join));
  }

  memory::ThreadNames names() {
    memory::ThreadNames names;
    for (std::uint32_t n = in_.get_count(); n > 0; --n) {
      const ThreadId parent{in_.get()};
      names.child(parent, in_.get());
    }
    return names;
  }

  memory::Schedule schedule() {
    memory::Schedule schedule;
    for (std::uint32_t n = in_.get_count(); n > 0; --n) {
      memory::Step s;
      s.thread = ThreadId{in_.get()};
      s.drain = in_.get() != 0;
      s.address = in_.get64();
      s.choice = in_.get();
      schedule.push_back(s);
    }
    return schedule;
  }

  CheckResult result() {
    CheckResult r;
    for (std::uint64_t* n :
         {&r.executions.complete, &r.executions.blocked, &r.executions.bounded,
          &r.executions.redundant, &r.visited.complete, &r.visited.blocked, &r.visited.bounded})
      *n = in_.get64();
    r.symmetry.counted = in_.get() != 0;
    for (std::uint32_t n = in_.get_count(); n > 0; --n) {
      FoundError e;
      e.error.kind = static_cast<ir::ErrorKind>(in_.get());
      e.error.source = ir::SourceId{in_.get()};
      e.error.text = in_.get64();
      e.error.address = in_.get64();
      e.thread = ThreadId{in_.get()};
      e.schedule = schedule();
      e.names = names();
      e.executions = in_.get64();
      e.place = ir::SourceId{in_.get()};
      r.errors.push_back(std::move(e));
    }
    for (std::uint32_t n = in_.get_count(); n > 0; --n) {
      FoundRace race;
      for (FoundRace::Access* a : {&race.first, &race.second}) {
        a->thread = ThreadId{in_.get()};
        a->source = ir::SourceId{in_.get()};
        a->step = in_.get();
      }
      race.schedule = schedule();
      race.names = names();
      r.races.push_back(std::move(race));
    }
    for (std::uint32_t n = in_.get_count(); n > 0; --n)
      r.bounded_loops.push_back(ir::SourceId{in_.get()});
    Statistics& s = r.statistics;
    for (std::uint64_t* n :
         {&s.events, &s.mutations, &s.known, &s.taken, &s.by_order, &s.by_greedy, &s.by_closure,
          &s.by_search, &s.by_inspection, &s.search_states, &s.closure_edges, &s.planned_peak,
          &s.transfers, &s.bytes_moved, &s.claims})
      *n = in_.get64();
    for (double* seconds :
         {&s.idle_seconds, &s.executing_seconds, &s.mutating_seconds, &s.verifying_seconds})
      *seconds = std::bit_cast<double>(in_.get64());
    r.races_checked = in_.get() != 0;
    return r;
  }

  WordReader in_;
  std::vector<std::shared_ptr<Shared>> shared_;
  std::vector<Pending> pending_;
};

}  // namespace

std::vector<std::uint32_t> encode(const Snapshot& snapshot) {
  std::vector<std::uint32_t> words;
  Encoder(words).put(snapshot);
  return words;
}

Snapshot decode(std::span<const std::uint32_t> words) { return Decoder(words).snapshot(); }

}  // namespace overtake::smc
