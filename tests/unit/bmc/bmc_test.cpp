// Small programs with known verdicts, and the bounds that their errors need.
#include "bmc/bmc.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "bmc/deepen.h"
#include "ir/parse.h"

namespace overtake::bmc {
namespace {

// Store buffering: both threads read 0 only if their stores wait in buffers.
const char* const kStoreBuffering = R"(
global @x size 4
global @y size 4
global @text size 1 constant
entry @main
func @left(%0) registers 2 {
  store.4 @x, 1
  %1 = load.4 @y
  ret %1
}
func @right(%0) registers 2 {
  store.4 @y, 1
  %1 = load.4 @x
  ret %1
}
func @main() registers 6 {
  %0 = spawn @left, 0
  %1 = spawn @right, 0
  %2 = join %0
  %3 = join %1
  %4 = or.32 %2, %3
  branch %4, good, bad
bad:
  fail assertion @text
good:
  ret 0
}
)";

TEST(Bmc, StoreBufferingFailsOnlyWithStoreBuffers) {
  const ir::Program p = ir::parse(kStoreBuffering, "sb.ir");
  const BmcResult sc = check_bounded(p, {.model = Model::SC});
  EXPECT_TRUE(sc.complete());
  for (const Model model : {Model::TSO, Model::PSO})
    for (const seq::SmaKind sma :
         {seq::SmaKind::Timeline, seq::SmaKind::Tcdll, seq::SmaKind::Queue}) {
      const BmcResult weak = check_bounded(p, {.model = model, .sma = sma});
      ASSERT_TRUE(weak.error);
      EXPECT_EQ(weak.error->error.kind, ir::ErrorKind::Assertion);
    }
}

// A store and the fence directly after it are one step: with both fenced nothing is left of the
// buffers, with one of them the other store still needs a timestamp.
TEST(Bmc, AStoreThatIsFencedAtOnceNeedsNoTimestamp) {
  std::string text = kStoreBuffering;
  const auto fence_behind = [&](const std::string& store) {
    text.insert(text.find(store) + store.size(), "  fence full\n");
  };
  fence_behind("  store.4 @x, 1\n");
  const BmcResult one = check_bounded(ir::parse(text, "sb.ir"), {.model = Model::TSO});
  EXPECT_TRUE(one.error);
  EXPECT_EQ(one.sufficient.max_clock, 2u);
  fence_behind("  store.4 @y, 1\n");
  const BmcResult both = check_bounded(ir::parse(text, "sb.ir"), {.model = Model::TSO});
  EXPECT_TRUE(both.complete());
  EXPECT_EQ(both.sufficient.max_clock, 1u);
  // Under PSO the store may overtake those before it.
  EXPECT_EQ(check_bounded(ir::parse(text, "sb.ir"), {.model = Model::PSO}).sufficient.max_clock,
            3u);
}

// No other thread sees the store before the fence; the one before the load is, and others
// have to be let in between the load and the fence.
TEST(Bmc, AFenceBehindAStoreOfNoInterestStillLetsOthersIn) {
  std::string text = kStoreBuffering;
  const std::string load = "  %1 = load.4 @y\n";
  text.insert(text.find(load) + load.size(), "  store.4 @own, 1\n  fence full\n");
  const std::string store = "  store.4 @y, 1\n";
  text.insert(text.find(store) + store.size(), "  fence full\n");
  text.insert(0, "\nglobal @own size 4");
  EXPECT_TRUE(check_bounded(ir::parse(text, "sb.ir"), {.model = Model::TSO}).error);
}

TEST(Bmc, OneTimestampIsSequentialConsistency) {
  const ir::Program p = ir::parse(kStoreBuffering, "sb.ir");
  const BmcResult r = check_bounded(p, {.model = Model::TSO, .max_clock = 1});
  EXPECT_FALSE(r.error);
  EXPECT_TRUE(r.clock_short);
  EXPECT_FALSE(r.complete());
  EXPECT_TRUE(check_bounded(p, {.model = Model::TSO, .max_clock = 2}).error);
}

TEST(Bmc, ALoopThatIsCutIsSaid) {
  const ir::Program p = ir::parse(R"(
global @x size 4
entry @main
func @main() registers 3 {
  %0 = mov 0
loop:
  loop_bound %1, 2
  %0 = add.32 %0, 1
  %2 = ult.32 %0, 5
  branch %2, loop, end
end:
  store.4 @x, %0
  ret 0
}
)",
                                  "loop.ir");
  const BmcResult r = check_bounded(p, {.unroll = 2});
  EXPECT_TRUE(r.loops_cut);
  EXPECT_FALSE(r.complete());
}

// One that could go on as far as the code tells, and never does, is not cut.
TEST(Bmc, ALoopThatNoRunGoesRoundAgainIsNotCut) {
  const ir::Program p = ir::parse(R"(
global @x size 4
entry @main
func @writer(%0) registers 1 {
  store.4 @x, 2
  ret 0
}
func @main() registers 5 {
  %0 = spawn @writer, 0
  %4 = mov 0
loop:
  loop_bound %1, 3
  %2 = load.4 @x
  %4 = add.32 %4, 1
  %3 = ult.32 %4, %2
  branch %3, loop, end
end:
  ret 0
}
)",
                                  "loop.ir");
  EXPECT_TRUE(check_bounded(p, {.unroll = 3}).complete());
}

// The lock of a mutex that was destroyed: the check comes before the wait.
TEST(Bmc, AnErrorComesBeforeTheWaitBehindIt) {
  const ir::Program p = ir::parse(R"(
global @m size 8
entry @main
func @main() registers 2 {
  %0 = sync.8 destroy @m, 0
  %1 = sync.8 mutex_lock @m
  ret 0
}
)",
                                  "destroyed.ir");
  const BmcResult r = check_bounded(p, {});
  ASSERT_TRUE(r.error);
  EXPECT_EQ(r.error->error.kind, ir::ErrorKind::DestroyedMutex);
}

TEST(Deepen, RaisesTheRoundsUntilTheyAreEnough) {
  std::vector<std::uint32_t> rounds;
  const BmcResult r =
      deepen([](std::uint32_t) { return ir::parse(kStoreBuffering, "sb.ir"); },
             {.model = Model::SC, .unroll = 0},
             [&](const BmcResult& so_far) { rounds.push_back(so_far.used.rounds); });
  EXPECT_TRUE(r.complete());
  EXPECT_EQ(r.used.rounds, r.sufficient.rounds);
  EXPECT_EQ(rounds.front(), 2u);
}

TEST(Deepen, SeveralJobsSayTheSame) {
  const auto program = [](std::uint32_t) { return ir::parse(kStoreBuffering, "sb.ir"); };
  for (const std::uint32_t jobs : {1u, 2u, 5u}) {
    const BmcOptions sc{.model = Model::SC, .unroll = 0, .jobs = jobs};
    EXPECT_TRUE(deepen(program, sc, [](const BmcResult&) {}).complete()) << jobs;
    const BmcOptions tso{.model = Model::TSO, .unroll = 0, .jobs = jobs};
    EXPECT_TRUE(deepen(program, tso, [](const BmcResult&) {}).error) << jobs;
  }
}

TEST(Deepen, WhatIsThrownComesThrough) {
  const auto program = [](std::uint32_t) -> ir::Program { throw InputError("no program"); };
  EXPECT_THROW(deepen(program, {.unroll = 0, .jobs = 3}, [](const BmcResult&) {}), InputError);
}

}  // namespace
}  // namespace overtake::bmc
