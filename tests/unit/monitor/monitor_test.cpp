// The monitors on streams of events, with what a hand simulation of figures 4 and 5 gives.
#include "monitor/monitor.h"

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

namespace overtake::monitor {
namespace {

using Indices = std::vector<EventIndex>;

constexpr LocationId kX{0};
constexpr LocationId kY{1};
constexpr LocationId kZ{2};
constexpr ThreadId kP{0};
constexpr ThreadId kQ{1};
constexpr ThreadId kR{2};

Event on(EventKind kind, ThreadId t, LocationId l, Drain drain = Drain::All) {
  return {.kind = kind, .drain = drain, .thread = t, .location = l};
}
Event write(ThreadId t, LocationId l) { return on(EventKind::Write, t, l); }
Event read(ThreadId t, LocationId l) { return on(EventKind::Read, t, l); }
Event rmw(ThreadId t, LocationId l, Drain drain = Drain::All) {
  return on(EventKind::Rmw, t, l, drain);
}
Event fence(ThreadId t) { return {.kind = EventKind::Fence, .thread = t}; }
Event store_fence(ThreadId t) { return {.kind = EventKind::StoreFence, .thread = t}; }

// What each event overtakes.
std::vector<Indices> watch(Model model, const std::vector<Event>& events) {
  Monitor monitor(model);
  std::vector<Indices> out;
  for (const Event& e : events) {
    const auto delayed = monitor.feed(e);
    out.emplace_back(delayed.begin(), delayed.end());
  }
  return out;
}

// The pair (delayed, overtaking) if there is exactly one.
std::optional<std::pair<EventIndex, EventIndex>> only_pair(Model model,
                                                           const std::vector<Event>& events) {
  std::optional<std::pair<EventIndex, EventIndex>> found;
  const std::vector<Indices> all = watch(model, events);
  for (EventIndex e = 0; e < all.size(); ++e)
    for (EventIndex delayed : all[e]) {
      EXPECT_FALSE(found) << "more than one";
      found = {delayed, e};
    }
  return found;
}

using Pair = std::pair<EventIndex, EventIndex>;

TEST(Monitor, StoreBuffering) {
  const std::vector<Event> sb{write(kP, kX), read(kP, kY), write(kQ, kY), read(kQ, kX)};
  EXPECT_EQ(only_pair(Model::TSO, sb), (Pair{0, 3}));
  EXPECT_EQ(only_pair(Model::PSO, sb), (Pair{0, 3}));
}

TEST(Monitor, AFenceBetweenStoreAndLoadDrains) {
  const std::vector<Event> sb{write(kP, kX), fence(kP), read(kP, kY), write(kQ, kY), read(kQ, kX)};
  EXPECT_EQ(only_pair(Model::TSO, sb), std::nullopt);
  EXPECT_EQ(only_pair(Model::PSO, sb), std::nullopt);
}

TEST(Monitor, AFenceAfterBothAccessesComesTooLate) {
  const std::vector<Event> sb{write(kP, kX), read(kP, kY), write(kQ, kY), read(kQ, kX), fence(kP)};
  EXPECT_EQ(only_pair(Model::TSO, sb), (Pair{0, 3}));
  const std::vector<Event> early{write(kP, kX), read(kP, kY), fence(kP), write(kQ, kY),
                                 read(kQ, kX)};
  EXPECT_EQ(only_pair(Model::TSO, early), std::nullopt);  // this interleaving does not show it
}

TEST(Monitor, WithoutAPathThereIsNoCycle) {
  // The read of x may well overtake, but nothing of p happens before prev(q).
  const std::vector<Event> race{write(kP, kX), write(kQ, kY), read(kQ, kX)};
  EXPECT_EQ(only_pair(Model::TSO, race), std::nullopt);
}

TEST(Monitor, MessagePassingBreaksUnderPsoOnly) {
  const std::vector<Event> mp{write(kP, kX), write(kP, kY), read(kQ, kY), read(kQ, kX)};
  EXPECT_EQ(only_pair(Model::TSO, mp), std::nullopt);
  EXPECT_EQ(only_pair(Model::PSO, mp), (Pair{0, 3}));
}

TEST(Monitor, StoreStoreFencesOrderCommits) {
  const std::vector<Event> mp{write(kP, kX), store_fence(kP), write(kP, kY), read(kQ, kY),
                              read(kQ, kX)};
  EXPECT_EQ(only_pair(Model::PSO, mp), std::nullopt);
  // Under PSO a store-store fence does not keep the load from overtaking.
  const std::vector<Event> sb{write(kP, kX), store_fence(kP), read(kP, kY), write(kQ, kY),
                              read(kQ, kX)};
  EXPECT_EQ(only_pair(Model::PSO, sb), (Pair{0, 4}));
}

TEST(Monitor, TwoTwoWrites) {
  const std::vector<Event> w22{write(kP, kX), write(kP, kY), write(kQ, kY), write(kQ, kX)};
  EXPECT_EQ(only_pair(Model::TSO, w22), std::nullopt);
  EXPECT_EQ(only_pair(Model::PSO, w22), (Pair{0, 3}));
}

TEST(Monitor, AtomicsDrainEverythingOrTheirLocation) {
  // x = 1; atomic on z; y = 1  ||  r = y; r = x
  const auto mp = [](Drain d) {
    return std::vector<Event>{write(kP, kX), rmw(kP, kZ, d), write(kP, kY), read(kQ, kY),
                              read(kQ, kX)};
  };
  EXPECT_EQ(only_pair(Model::PSO, mp(Drain::All)), std::nullopt);
  EXPECT_EQ(only_pair(Model::PSO, mp(Drain::Location)), (Pair{0, 4}));
  EXPECT_EQ(only_pair(Model::TSO, mp(Drain::Location)), std::nullopt);
  const std::vector<Event> own{write(kP, kX), rmw(kP, kX, Drain::Location), write(kP, kY),
                               read(kQ, kY), read(kQ, kX)};
  EXPECT_EQ(only_pair(Model::PSO, own), std::nullopt);
}

TEST(Monitor, AnAtomicWriteWaitsForStoresInFrontOfAStoreFence) {
  const std::vector<Event> mp{write(kP, kX), store_fence(kP), rmw(kP, kY, Drain::Location),
                              read(kQ, kY), read(kQ, kX)};
  EXPECT_EQ(only_pair(Model::PSO, mp), std::nullopt);
  // One that only reads does not.
  const std::vector<Event> sb{write(kP, kX), store_fence(kP),
                              on(EventKind::AtomicRead, kP, kY, Drain::Location), write(kQ, kY),
                              read(kQ, kX)};
  EXPECT_EQ(only_pair(Model::PSO, sb), (Pair{0, 4}));
}

TEST(Monitor, AnAtomicMayOvertake) {
  const std::vector<Event> sb{write(kP, kX), read(kP, kY), write(kQ, kY), rmw(kQ, kX)};
  EXPECT_EQ(only_pair(Model::TSO, sb), (Pair{0, 3}));
}

TEST(Monitor, AnotherThreadsReadCommits) {
  // r sees x = 1, and with it everything before.
  const std::vector<Event> seen{write(kP, kX), read(kP, kY), read(kR, kX), write(kQ, kY),
                                read(kQ, kX)};
  EXPECT_EQ(only_pair(Model::TSO, seen), std::nullopt);
  // Under TSO that holds for a later store as well, under PSO it does not.
  const std::vector<Event> later{write(kP, kX), write(kP, kZ), read(kP, kY),
                                 read(kR, kZ),  write(kQ, kY), read(kQ, kX)};
  EXPECT_EQ(only_pair(Model::TSO, later), std::nullopt);
  EXPECT_EQ(only_pair(Model::PSO, later), (Pair{0, 5}));
}

TEST(Monitor, AllDelayedStoresThatHappenBeforeAreReported) {
  const std::vector<Event> twice{write(kP, kX), write(kP, kX), read(kP, kY),
                                 write(kP, kX), write(kQ, kY), read(kQ, kX)};
  // The third store comes after the read of y: no path from it to q.
  EXPECT_EQ(watch(Model::TSO, twice).back(), (Indices{0, 1}));
  EXPECT_EQ(watch(Model::PSO, twice).back(), (Indices{0, 1}));
}

TEST(Monitor, LongerPaths) {
  // p: x = 1; r = y   r: y = 1; r = z   q: z = 1; r = x
  const std::vector<Event> ring{write(kP, kX), read(kP, kY),  write(kR, kY),
                                read(kR, kZ),  write(kQ, kZ), read(kQ, kX)};
  EXPECT_EQ(only_pair(Model::TSO, ring), (Pair{0, 5}));
}

TEST(Monitor, SpawnAndJoinOrderThreads) {
  Monitor spawned(Model::TSO);
  spawned.feed(write(kP, kX));
  spawned.feed(read(kP, kY));
  spawned.feed(write(kR, kY));
  spawned.feed(fence(kR));  // r spawns q
  spawned.release(kR, ChannelId{0});
  spawned.acquire(kQ, ChannelId{0});
  EXPECT_EQ(spawned.feed(read(kQ, kX)).size(), 1u);
  Monitor unordered(Model::TSO);
  unordered.feed(write(kP, kX));
  unordered.feed(read(kP, kY));
  unordered.feed(write(kR, kY));
  unordered.feed(fence(kR));
  EXPECT_TRUE(unordered.feed(read(kQ, kX)).empty());
}

TEST(Monitor, CommitsMakeTheSimulatedRun) {
  Monitor m(Model::TSO);
  m.feed(write(kP, kX));
  m.feed(write(kP, kY));
  m.feed(write(kP, kX));
  EXPECT_TRUE(m.commits().empty());
  m.feed(read(kQ, kY));
  EXPECT_EQ(m.commits(), (Indices{0, 1}));
  m.feed(fence(kP));
  EXPECT_EQ(m.commits(), (Indices{2}));
  Monitor pso(Model::PSO);
  pso.feed(write(kP, kX));
  pso.feed(write(kP, kY));
  pso.feed(write(kP, kX));
  pso.feed(read(kQ, kX));
  EXPECT_EQ(pso.commits(), (Indices{0, 2}));
  pso.feed(fence(kP));
  EXPECT_EQ(pso.commits(), (Indices{1}));
}

TEST(Monitor, BuffersForgetWhatIsCommitted) {
  Monitor m(Model::PSO);
  std::size_t commits = 0;
  for (int i = 0; i < 10000; ++i) {
    m.feed(write(kP, i % 2 == 0 ? kX : kY));
    commits += m.commits().size();
    if (i % 100 == 99) {
      m.feed(read(kQ, kX));
      commits += m.commits().size();
    }
  }
  m.feed(fence(kP));
  commits += m.commits().size();
  EXPECT_EQ(commits, 10000u);
}

}  // namespace
}  // namespace overtake::monitor
