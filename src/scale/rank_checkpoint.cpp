// Checkpoints of all ranks. Rank 0 asks all ranks to rest; when all do and nothing is on its way,
// it collects what each has and puts it together: what is shared becomes one thing again, as in a
// checkpoint of one process, so that a run can go on with any number of ranks or threads.
#include <algorithm>
#include <thread>
#include <unordered_map>

#include "base/error.h"
#include "scale/rank_kinds.h"

namespace overtake::scale {

using smc::WorkItem;

namespace {

constexpr std::chrono::microseconds kShortNap{50};

// An item whose references are not there yet.
struct Unbound {
  std::vector<std::uint32_t> words;
  std::vector<std::uint64_t> shared;
};

Unbound get_unbound(WordReader& in) {
  Unbound item;
  const auto words = in.get_words();
  item.words.assign(words.begin(), words.end());
  for (std::uint32_t n = in.get_count(); n > 0; --n) {
    in.get();  // ids are unique among everything that is shared
    item.shared.push_back(in.get64());
  }
  return item;
}

}  // namespace

bool Rank::save_due() const {
  if (options_.stop != nullptr && *options_.stop) return true;
  return me_ == 0 &&
         (wish_to_stop_ || std::chrono::steady_clock::now() - last_save_ >= options_.save_every);
}

void Rank::rest_for_checkpoint(smc::Explorer* explorer) {
  if (me_ == 0) resting_ = true;
  if (!resting_) {
    if (!wish_to_stop_) send(0, Kind::Wish);
    wish_to_stop_ = true;
    return;
  }
  paused_ = true;
  if (me_ == 0) broadcast(Kind::Rest);
  last_wave_ = {};
  wave_under_way_ = false;
  while (resting_ && !stop_ && !finished_) {
    poll();
    if (explorer != nullptr)
      for (const auto& [claim, granted] : std::exchange(answers_, {}))
        explorer->settle(claim, granted);
    if (me_ == 0) {
      begin_wave();
      if (settled_twice()) lead_checkpoint(explorer);
    } else if (collected_) {
      collected_ = false;
      send(0, Kind::Part, part(explorer));
    }
    std::this_thread::sleep_for(kShortNap);
  }
  paused_ = false;
  last_wave_ = {};
}

void Rank::lead_checkpoint(const smc::Explorer* explorer) {
  const bool last = wish_to_stop_ || (options_.stop != nullptr && *options_.stop);
  parts_.assign(size_, {});
  broadcast(Kind::Collect);
  parts_[0] = part(explorer);
  while (std::ranges::any_of(parts_, [](const auto& p) { return p.empty(); })) {
    poll();
    if (stop_) return;
    std::this_thread::sleep_for(kShortNap);
  }
  std::vector<std::uint32_t> nodes;
  try {
    options_.save(assemble(nodes));
  } catch (const InputError& error) {
    fail({Failure::Kind::Input, error.what()});
  }
  parts_.clear();
  last_save_ = std::chrono::steady_clock::now();
  resting_ = false;
  if (last) stop();
  broadcast(Kind::GoOn, nodes);
  forget_other_nodes(nodes);
}

// What this rank has: its result so far, its items, its joins, and the mutations that it owns.
std::vector<std::uint32_t> Rank::part(const smc::Explorer* explorer) {
  std::vector<std::uint32_t> words;
  WordWriter out(words);
  smc::Snapshot snapshot;
  snapshot.so_far = mine_;
  out.put(smc::encode(snapshot));
  std::vector<WorkItem> items(own_.begin(), own_.end());
  items.insert(items.end(), spare_.begin(), spare_.end());
  if (explorer != nullptr) items.push_back(explorer->rest());
  out.put(static_cast<std::uint32_t>(items.size()));
  for (const WorkItem& item : items) put_item(out, item);
  // Writing what waits at a join may name more of them.
  std::vector<std::uint64_t> written;
  for (bool more = true; more;) {
    more = false;
    std::vector<std::pair<std::uint64_t, std::shared_ptr<smc::Join>>> joins(joins_.begin(),
                                                                            joins_.end());
    for (const auto& [id, join] : joins) {
      if (std::ranges::find(written, id) != written.end()) continue;
      written.push_back(id);
      more = true;
      const smc::Join::State& state = join->state();
      out.put(1);
      out.put64(id);
      out.put(state.away);
      out.put(state.report.signalled);
      out.put((state.report.fruitful ? 1u : 0u) | (state.rest ? 2u : 0u));
      if (state.rest) put_item(out, *state.rest);
    }
  }
  out.put(0);
  for (const MutationKey& key : granted_) {
    out.put64(key.node);
    out.put(key.mutation);
  }
  return words;
}

smc::Snapshot Rank::assemble(std::vector<std::uint32_t>& nodes) const {
  smc::Snapshot snapshot;
  snapshot.equivalence = options_.equivalence;
  snapshot.names = names_;
  snapshot.so_far = so_far_;
  std::vector<Unbound> items;
  std::vector<std::pair<std::shared_ptr<smc::Join>, Unbound>> waiting;
  std::unordered_map<std::uint64_t, std::shared_ptr<smc::Shared>> shared;
  std::unordered_map<std::uint64_t, smc::KnownSet> known;
  for (const auto& words : parts_) {
    WordReader in(words);
    smc::add(snapshot.so_far, smc::decode(in.get_words()).so_far);
    for (std::uint32_t n = in.get_count(); n > 0; --n) {
      items.push_back(get_unbound(in));
      for (const std::uint64_t id : items.back().shared) known.try_emplace(id);
    }
    while (in.get() != 0) {
      const std::uint64_t id = in.get64();
      smc::Join::State state;
      state.away = in.get();
      const auto signalled = in.get_words();
      state.report.signalled.assign(signalled.begin(), signalled.end());
      const std::uint32_t flags = in.get();
      state.report.fruitful = (flags & 1) != 0;
      auto join = std::make_shared<smc::Join>(std::move(state));
      shared[id] = join;
      if ((flags & 2) != 0) waiting.emplace_back(join, get_unbound(in));
    }
  }
  WordWriter out(nodes);
  for (const auto& entry : known) out.put64(entry.first);
  // Mutations of nodes that no rank has any more are forgotten.
  for (const auto& words : parts_) {
    WordReader in(words);
    in.get_words();
    for (std::uint32_t n = in.get_count(); n > 0; --n) get_unbound(in);
    while (in.get() != 0) {
      in.get64();
      in.get();
      in.get_words();
      if ((in.get() & 2) != 0) get_unbound(in);
    }
    while (!in.at_end()) {
      const std::uint64_t node = in.get64();
      const Hash128 mutation = in.get_hash();
      if (const auto it = known.find(node); it != known.end()) it->second.insert(mutation);
    }
  }
  for (auto& [id, set] : known)
    if (!shared.contains(id)) shared[id] = std::make_shared<smc::SharedKnown>(std::move(set));
  const auto bound = [&](const Unbound& u) {
    WorkItem item{.words = u.words};
    for (const std::uint64_t id : u.shared) item.shared.push_back(shared.at(id));
    return item;
  };
  for (const Unbound& u : items) snapshot.items.push_back(bound(u));
  for (const auto& [join, rest] : waiting) join->restore(bound(rest));
  return snapshot;
}

// Everything is at rest and nothing under way: no rank will ask about the mutations of a node that
// is in no rank's items.
void Rank::forget_other_nodes(std::span<const std::uint32_t> nodes) {
  tsl::robin_set<std::uint64_t> alive;
  for (WordReader in(nodes); !in.at_end();) alive.insert(in.get64());
  decltype(granted_) granted;
  for (const MutationKey& key : granted_)
    if (alive.contains(key.node)) granted.insert(key);
  granted_ = std::move(granted);
  for (auto it = far_known_.begin(); it != far_known_.end();)
    it = it->second.expired() ? far_known_.erase(it) : std::next(it);
}

// What a checkpoint's nodes know goes to its owners before any rank can ask for it.
void Rank::take_up(const smc::Snapshot& snapshot) {
  so_far_ = snapshot.so_far;
  names_ = snapshot.names;
  std::unordered_map<const smc::Shared*, std::shared_ptr<smc::Shared>> far;
  for (WorkItem item : snapshot.items) {
    for (std::shared_ptr<smc::Shared>& s : item.shared) {
      const auto* known = dynamic_cast<const smc::SharedKnown*>(s.get());
      if (known == nullptr) continue;
      std::shared_ptr<smc::Shared>& stands_for = far[s.get()];
      if (!stands_for) {
        const auto made = std::static_pointer_cast<FarKnown>(share(known->known()));
        std::vector<std::vector<std::uint32_t>> published(size_);
        known->known().for_each([&](const Hash128& h) {
          const std::uint32_t owner = owner_of(made->id(), h);
          if (owner == me_) {
            grant(made->id(), h);
            return;
          }
          WordWriter out(published[owner]);
          if (published[owner].empty()) out.put64(made->id());
          out.put(h);
        });
        for (std::uint32_t rank = 0; rank < size_; ++rank)
          if (!published[rank].empty())
            send_counted(rank, Kind::Publish, std::move(published[rank]));
        stands_for = made;
      }
      s = stands_for;
    }
    const bool movable = snapshot.equivalence == smc::Equivalence::Rf;
    (movable ? spare_ : own_).push_back(std::move(item));
  }
  // All are quiet except us; what was published has arrived when the counts agree.
  std::deque<WorkItem> own = std::exchange(own_, {});
  std::deque<WorkItem> spare = std::exchange(spare_, {});
  while (!stop_) {
    poll();
    begin_wave();
    if (settled_twice()) break;
    std::this_thread::sleep_for(kShortNap);
  }
  last_wave_ = {};
  own_ = std::move(own);
  spare_ = std::move(spare);
}

}  // namespace overtake::scale
