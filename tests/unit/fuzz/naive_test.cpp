// The naive machine against what is known of small programs: published litmus verdicts, and counts
// that one can do on paper.
#include "fuzz/naive.h"

#include <gtest/gtest.h>

namespace overtake::fuzz {
namespace {

std::size_t outcomes(const Sketch& s, Model model, PsoRmw rmw = PsoRmw::All) {
  return naive_outcomes(s, {.model = {model, rmw}}).outcomes.size();
}

bool any(const Sketch& s, Model model, const std::function<bool(const Outcome&)>& wanted) {
  for (const Outcome& o : naive_outcomes(s, {.model = model}).outcomes)
    if (wanted(o)) return true;
  return false;
}

bool fails(const Outcome& o, ir::ErrorKind kind) {
  for (const ThreadOutcome& t : o.threads)
    if (t.ending == Ending::Failed && t.error == kind) return true;
  return false;
}

Sketch two(std::size_t locations, Block first, Block second) {
  Sketch s;
  s.locations.resize(locations, 0);
  s.threads = {{}, std::move(first), std::move(second)};
  return s;
}

Sketch store_buffering(Block between = {}) {
  Block first{store(0, 1)}, second{store(1, 1)};
  first.insert(first.end(), between.begin(), between.end());
  second.insert(second.end(), between.begin(), between.end());
  first.push_back(load(0, 1));
  second.push_back(load(0, 0));
  return two(2, first, second);
}

Sketch message_passing(Block between = {}) {
  Block first{store(0, 1)};
  first.insert(first.end(), between.begin(), between.end());
  first.push_back(store(1, 1));
  return two(2, first, {load(0, 1), load(1, 0)});
}

TEST(Naive, StoreBuffering) {
  EXPECT_EQ(outcomes(store_buffering(), Model::SC), 3u);
  EXPECT_EQ(outcomes(store_buffering(), Model::TSO), 4u);
  EXPECT_EQ(outcomes(store_buffering(), Model::PSO), 4u);
}

TEST(Naive, FullFenceForbidsStoreBuffering) {
  for (Model m : {Model::SC, Model::TSO, Model::PSO})
    EXPECT_EQ(outcomes(store_buffering({plain(Kind::Fence)}), m), 3u) << name(m);
}

TEST(Naive, StoreFenceDoesNotHelpStoreBuffering) {
  EXPECT_EQ(outcomes(store_buffering({plain(Kind::StoreFence)}), Model::TSO), 4u);
  EXPECT_EQ(outcomes(store_buffering({plain(Kind::StoreFence)}), Model::PSO), 4u);
}

TEST(Naive, MessagePassing) {
  EXPECT_EQ(outcomes(message_passing(), Model::SC), 3u);
  EXPECT_EQ(outcomes(message_passing(), Model::TSO), 3u);
  EXPECT_EQ(outcomes(message_passing(), Model::PSO), 4u);
  EXPECT_EQ(outcomes(message_passing({plain(Kind::StoreFence)}), Model::PSO), 3u);
}

TEST(Naive, ReleaseStoreIsEnoughForMessagePassing) {
  const Sketch s = two(2, {store(0, 1), store(1, 1, ir::Order::Release)}, {load(0, 1), load(1, 0)});
  EXPECT_EQ(outcomes(s, Model::PSO), 3u);
}

TEST(Naive, SeqCstStoresForbidStoreBuffering) {
  const Sketch s = two(2, {store(0, 1, ir::Order::SeqCst), load(0, 1)},
                       {store(1, 1, ir::Order::SeqCst), load(0, 0)});
  for (Model m : {Model::SC, Model::TSO, Model::PSO}) EXPECT_EQ(outcomes(s, m), 3u) << name(m);
}

TEST(Naive, LoadReadsTheNewestOwnStore) {
  Sketch s;
  s.locations = {0};
  s.threads = {{store(0, 1), store(0, 2), load(0, 0)}};
  for (Model m : {Model::SC, Model::TSO, Model::PSO}) {
    const Outcomes all = naive_outcomes(s, {.model = m}).outcomes;
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all.begin()->threads[0].result, 2u);
    EXPECT_EQ(all.begin()->memory[0], 2u);
  }
}

// Only a relaxed RMW under --pso-rmw=location lets an older store to another location wait.
TEST(Naive, RmwDrains) {
  const auto mp = [](ir::Order order) {
    return two(2, {store(0, 1), exchange(0, 1, 1, order)}, {load(0, 1), load(1, 0)});
  };
  EXPECT_EQ(outcomes(mp(ir::Order::Relaxed), Model::PSO), 3u);
  EXPECT_EQ(outcomes(mp(ir::Order::Relaxed), Model::PSO, PsoRmw::Location), 4u);
  EXPECT_EQ(outcomes(mp(ir::Order::Acquire), Model::PSO, PsoRmw::Location), 4u);
  EXPECT_EQ(outcomes(mp(ir::Order::Release), Model::PSO, PsoRmw::Location), 3u);
  EXPECT_EQ(outcomes(mp(ir::Order::SeqCst), Model::PSO, PsoRmw::Location), 3u);
}

TEST(Naive, FetchAddIsAtomic) {
  const Sketch s = two(1, {add(0, 0, 1)}, {add(0, 0, 1)});
  for (Model m : {Model::SC, Model::TSO, Model::PSO}) EXPECT_EQ(outcomes(s, m), 2u);
}

TEST(Naive, LockedIncrementsDoNotLoseAny) {
  Sketch s = two(1, {locked(0, {load(0, 0), store(0, reg(0, 1))})},
                 {locked(0, {load(0, 0), store(0, reg(0, 1))})});
  s.mutexes = 1;
  for (Model m : {Model::SC, Model::TSO, Model::PSO})
    for (const Outcome& o : naive_outcomes(s, {.model = m}).outcomes) EXPECT_EQ(o.memory[0], 2u);
  EXPECT_EQ(outcomes(s, Model::PSO), 2u);
}

TEST(Naive, OppositeLockOrderDeadlocks) {
  Sketch s = two(0, {locked(0, {locked(1, {})})}, {locked(1, {locked(0, {})})});
  s.mutexes = 2;
  EXPECT_TRUE(any(s, Model::SC, [](const Outcome& o) { return ends(o, Ending::Stuck); }));
}

TEST(Naive, UnlockOfWhatIsNotHeldFails) {
  Sketch s = two(0, {on(Kind::Lock, 0)}, {on(Kind::Unlock, 0)});
  s.mutexes = 1;
  for (const Outcome& o : naive_outcomes(s, {}).outcomes)
    EXPECT_TRUE(fails(o, ir::ErrorKind::UnlockNotHeld));
}

TEST(Naive, SignalBeforeWaitIsLost) {
  Sketch s = two(0, {locked(0, {on(Kind::CondWait, 0)})}, {on(Kind::CondSignal, 0)});
  s.mutexes = s.conditions = 1;
  EXPECT_TRUE(any(s, Model::SC, [](const Outcome& o) { return ends(o, Ending::Stuck); }));
  EXPECT_TRUE(any(s, Model::SC, [](const Outcome& o) { return !ends(o, Ending::Stuck); }));
}

TEST(Naive, EitherWaiterMayBeWoken) {
  Sketch s;
  s.mutexes = s.conditions = 1;
  s.threads = {{},
               {locked(0, {on(Kind::CondWait, 0)})},
               {locked(0, {on(Kind::CondWait, 0)})},
               {on(Kind::CondSignal, 0)}};
  EXPECT_EQ(outcomes(s, Model::SC), 3u);  // the first wakes, the second does, the signal is lost
}

TEST(Naive, BarrierOrdersBothSides) {
  Sketch s = two(2, {store(0, 1), on(Kind::Barrier, 0), load(0, 1)},
                 {store(1, 1), on(Kind::Barrier, 0), load(0, 0)});
  s.barriers = {2};
  for (Model m : {Model::SC, Model::TSO, Model::PSO}) EXPECT_EQ(outcomes(s, m), 1u);
}

TEST(Naive, SemaphoreHandsOver) {
  Sketch s = two(1, {store(0, 1), on(Kind::SemPost, 0)}, {on(Kind::SemWait, 0), load(0, 0)});
  s.semaphores = {0};
  for (Model m : {Model::SC, Model::TSO, Model::PSO}) EXPECT_EQ(outcomes(s, m), 1u);
}

TEST(Naive, JoinSeesTheStoresAndTheResult) {
  Sketch s;
  s.locations = {0};
  s.threads = {{on(Kind::Spawn, 1), on(Kind::Join, 1, 0), load(1, 0)}, {store(0, 2)}};
  for (Model m : {Model::SC, Model::TSO, Model::PSO}) {
    const Outcomes all = naive_outcomes(s, {.model = m}).outcomes;
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all.begin()->threads[1].name, "main");
    EXPECT_EQ(all.begin()->threads[1].result, 1u * 256 + 2);  // r0 = thread 1's result, r1 = x0
  }
}

TEST(Naive, AtomicSectionIsNotInterrupted) {
  const Block increment{atomic({load(0, 0), store(0, reg(0, 1))})};
  const Sketch s = two(1, increment, increment);
  for (const Outcome& o : naive_outcomes(s, {}).outcomes) EXPECT_EQ(o.memory[0], 2u);
}

TEST(Naive, AssumeStopsOnlyItsThread) {
  const Sketch s = two(1, {load(0, 0), assume(eq(0, 1)), store(0, 2)}, {store(0, 1)});
  EXPECT_EQ(outcomes(s, Model::SC), 2u);
  EXPECT_TRUE(any(s, Model::SC,
                  [](const Outcome& o) { return ends(o, Ending::Assumed) && o.memory[0] == 1; }));
}

TEST(Naive, AssertFailsUnderTsoOnly) {
  Sketch s = store_buffering();
  // What the threads read arrives in main as their results, 1,r0 and 2,r0.
  s.threads[0] = {on(Kind::Spawn, 1), on(Kind::Spawn, 2), on(Kind::Join, 1, 0),
                  on(Kind::Join, 2, 1), if_(eq(0, 1 * 256), {assert_(ne(1, 2 * 256))})};
  const auto failed = [](const Outcome& o) { return fails(o, ir::ErrorKind::Assertion); };
  EXPECT_FALSE(any(s, Model::SC, failed));
  EXPECT_TRUE(any(s, Model::TSO, failed));
}

TEST(Naive, PublishedObjectMayBeSeenUninitializedUnderPso) {
  Sketch s;
  s.slots = 1;
  s.locations = {0};
  s.threads = {{},
               {on(Kind::Allocate, 0), heap_store(0, 1), store(0, 1)},
               {load(0, 0), if_(eq(0, 1), {on(Kind::HeapLoad, 0, 1)})}};
  const auto null = [](const Outcome& o) { return fails(o, ir::ErrorKind::NullDereference); };
  EXPECT_FALSE(any(s, Model::TSO, null));
  EXPECT_TRUE(any(s, Model::PSO, null));
}

TEST(Naive, UseAfterFreeAndDoubleFree) {
  Sketch s;
  s.slots = 1;
  s.threads = {{on(Kind::Allocate, 0), on(Kind::Spawn, 1), on(Kind::Spawn, 2)},
               {on(Kind::HeapFree, 0)},
               {on(Kind::HeapLoad, 0, 0), on(Kind::HeapFree, 0)}};
  for (ir::ErrorKind kind : {ir::ErrorKind::UseAfterFree, ir::ErrorKind::DoubleFree})
    EXPECT_TRUE(any(s, Model::SC, [&](const Outcome& o) { return fails(o, kind); }));
}

TEST(Naive, PartsOfALocation) {
  Sketch s;
  s.locations = {0};
  s.threads = {{part(store(0, 0x1111), 0, 2), part(store(0, 0x22), 1, 1), load(0, 0)}};
  for (Model m : {Model::SC, Model::TSO, Model::PSO}) {
    const Outcomes all = naive_outcomes(s, {.model = m}).outcomes;
    ASSERT_EQ(all.size(), 1u) << name(m);
    EXPECT_EQ(all.begin()->memory[0], 0x2211u);
    EXPECT_EQ(all.begin()->threads[0].result, 0x2211u);
  }
}

TEST(Naive, StateLimit) {
  const NaiveResult r = naive_outcomes(store_buffering(), {.max_states = 3});
  EXPECT_FALSE(r.finished);
}

}  // namespace
}  // namespace overtake::fuzz
