// The naive machine on loops, waits and calls, against what one can say of them on paper.
#include <gtest/gtest.h>

#include "fuzz/naive.h"

namespace overtake::fuzz {
namespace {

constexpr Model kModels[] = {Model::SC, Model::TSO, Model::PSO};

Sketch program(std::vector<std::uint32_t> locations, std::vector<Block> threads) {
  Sketch s;
  s.locations = std::move(locations);
  s.threads = {{}};
  for (Block& t : threads) s.threads.push_back(std::move(t));
  EXPECT_EQ(s, normalized(s));
  return s;
}

NaiveResult run(const Sketch& s, Model model = Model::SC) {
  NaiveResult r = naive_outcomes(s, {.model = model});
  EXPECT_TRUE(r.finished);
  return r;
}

std::size_t classes(const Sketch& s, Model model = Model::SC) {
  const NaiveResult r = naive_outcomes(s, {.model = model, .classes = true});
  EXPECT_TRUE(r.finished);
  return r.classes.size();
}

Statement wait_while(std::uint8_t r, std::uint8_t location, std::uint32_t value) {
  return do_while({load(r, location)}, eq(r, value));
}

Block exchange_lock(std::uint8_t location, Block section) {
  Block b{loop({exchange(6, location, 1), if_(eq(6, 0), {plain(Kind::Break)})})};
  for (Statement& s : section) b.push_back(std::move(s));
  b.push_back(store(location, 0, ir::Order::Release));
  return b;
}

TEST(NaiveLoops, WaitingForWhatComes) {
  const Sketch s = program({0}, {{wait_while(0, 0, 0)}, {store(0, 1)}});
  for (const Model m : kModels) {
    const NaiveResult r = run(s, m);
    EXPECT_EQ(r.outcomes.size(), 1u);
    EXPECT_FALSE(r.hang);
    EXPECT_TRUE(r.hangs.empty());
    EXPECT_EQ(classes(s, m), 1u);
  }
}

TEST(NaiveLoops, WaitingForWhatNeverComes) {
  const Sketch s = program({0}, {{wait_while(0, 0, 0)}, {load(0, 0)}});
  for (const Model m : kModels) {
    const NaiveResult r = run(s, m);
    EXPECT_TRUE(r.outcomes.empty());
    EXPECT_TRUE(r.hang);
    EXPECT_FALSE(r.deadlock);
    ASSERT_EQ(r.hangs.size(), 1u);
    EXPECT_TRUE(ends(*r.hangs.begin(), Ending::Stuck));
  }
}

// The flag is taken back: a thread that did not look in time waits for ever.
TEST(NaiveLoops, WaitingForWhatMayBeMissed) {
  const NaiveResult r =
      run(program({0}, {{wait_while(0, 0, 0)}, {store(0, 1), store(0, 0)}}), Model::TSO);
  EXPECT_EQ(r.outcomes.size(), 1u);
  EXPECT_TRUE(r.hang);
}

TEST(NaiveLoops, NobodyWaitsForEverForAThreadThatFailed) {
  const NaiveResult r =
      run(program({0}, {{wait_while(0, 0, 0)}, {assert_(eq(0, 1)), store(0, 1)}}));
  EXPECT_FALSE(r.hang);
  EXPECT_EQ(r.hangs.size(), 1u);  // it does go on for ever, but that is no error
}

TEST(NaiveLoops, WaitingForEachOther) {
  const NaiveResult r = run(
      program({0, 0}, {{wait_while(0, 0, 0), store(1, 1)}, {wait_while(0, 1, 0), store(0, 1)}}));
  EXPECT_TRUE(r.outcomes.empty());
  EXPECT_TRUE(r.hang);
}

// A mutex that is not given back: one thread is blocked, the other spins.
TEST(NaiveLoops, AHangAmongBlockedThreadsIsAHang) {
  Sketch s = program({0}, {{on(Kind::Lock, 0), wait_while(0, 0, 0)}, {on(Kind::Lock, 0)}});
  s.mutexes = 1;
  const NaiveResult r = run(s);
  EXPECT_TRUE(r.hang);
  // If the second one is first, the first never gets the mutex.
  EXPECT_TRUE(r.deadlock);
}

TEST(NaiveLoops, ExchangeLock) {
  const Block increment = exchange_lock(0, {load(0, 1), store(1, reg(0, 1))});
  const Sketch s = program({0, 0}, {increment, increment});
  for (const Model m : kModels) {
    const NaiveResult r = run(s, m);
    EXPECT_FALSE(r.hang) << name(m);
    for (const Outcome& o : r.outcomes) EXPECT_EQ(o.memory[1], 2u) << name(m);
    EXPECT_EQ(classes(s, m), 2u);
  }
}

TEST(NaiveLoops, ALockThatIsNotReleased) {
  Block forgetful = exchange_lock(0, {});
  forgetful.pop_back();
  const NaiveResult r = run(program({0}, {exchange_lock(0, {}), forgetful}));
  EXPECT_TRUE(r.hang);
  EXPECT_FALSE(r.outcomes.empty());
}

TEST(NaiveLoops, TicketLock) {
  const Block increment{add(6, 0, 1), do_while({load(7, 1)}, ne(7, reg(6))), load(0, 2),
                        store(2, reg(0, 1)), store(1, reg(6, 1), ir::Order::Release)};
  const Sketch s = program({0, 0, 0}, {increment, increment});
  for (const Model m : kModels) {
    const NaiveResult r = run(s, m);
    EXPECT_FALSE(r.hang) << name(m);
    for (const Outcome& o : r.outcomes) EXPECT_EQ(o.memory[2], 2u) << name(m);
  }
}

// Two threads that come in, see each other and go back out may do so for ever, but need not.
TEST(NaiveLoops, RunningInCirclesIsNoHang) {
  const Block enter{loop({add(6, 0, 1), if_(eq(6, 0), {plain(Kind::Break)}), add(7, 0, ~0u)}),
                    add(7, 0, ~0u)};
  for (const Model m : kModels) {
    const NaiveResult r = run(program({0}, {enter, enter}), m);
    EXPECT_FALSE(r.hang);
    EXPECT_EQ(r.outcomes.size(), 1u);
  }
}

// A counter that is counted for ever, modulo 2, is no reason to call it anything but a wait.
TEST(NaiveLoops, AttemptCounter) {
  const Sketch s =
      program({0}, {{do_while({load(0, 0), mask(6, reg(6, 1), 1)}, eq(0, 0))}, {store(0, 1)}});
  const NaiveResult r = run(s);
  EXPECT_FALSE(r.hang);
  EXPECT_EQ(r.outcomes.size(), 1u);
}

TEST(NaiveLoops, GivingUp) {
  const Sketch s = program(
      {0}, {{for_(0, 2, {load(1, 0), if_(ne(1, 0), {plain(Kind::Break)})})}, {store(0, 1)}});
  // It sees the store in the first or the second try, or not at all.
  EXPECT_EQ(run(s).outcomes.size(), 3u);
  EXPECT_EQ(classes(s), 3u);
}

TEST(NaiveLoops, RetryOfACompareAndSwap) {
  const Block increment{
      load(6, 0), loop({cas(7, 0, reg(6), reg(6, 1)), if_(eq(7, reg(6)), {plain(Kind::Break)}),
                        set(6, reg(7))})};
  const Sketch s = program({0}, {increment, increment});
  for (const Model m : kModels) {
    const NaiveResult r = run(s, m);
    ASSERT_EQ(r.outcomes.size(), 1u);
    EXPECT_EQ(r.outcomes.begin()->memory[0], 2u);
  }
}

// Rounds that put back what they found are none, no matter which thread read what they put back.
TEST(NaiveLoops, ClassesForgetWhatWasPutBack) {
  const Block spin{loop({exchange(6, 0, 1), if_(eq(6, 0), {plain(Kind::Break)})})};
  const Sketch s = program({1}, {spin, {load(0, 0), store(0, 0)}});
  // The load reads the initial value; the exchange that ends the loop reads the store.
  EXPECT_EQ(classes(s), 1u);
}

TEST(NaiveLoops, BreakAndContinue) {
  const Sketch s = program({0}, {{for_(0, 3,
                                       {if_(eq(0, 0), {plain(Kind::Continue)}), add(1, 0, 1),
                                        if_(eq(0, 1), {plain(Kind::Break)})})}});
  const NaiveResult r = run(s);
  ASSERT_EQ(r.outcomes.size(), 1u);
  EXPECT_EQ(r.outcomes.begin()->memory[0], 1u);
  EXPECT_EQ(r.outcomes.begin()->threads[0].result, (1u * 256 + 1) * 256 + 0);  // r0 = 1, r1 = 0
}

TEST(NaiveLoops, ScratchRegistersAreNotSeen) {
  const NaiveResult r = run(program({0}, {{load(6, 0)}, {store(0, 1)}}));
  EXPECT_EQ(r.outcomes.size(), 1u);
}

TEST(NaiveLoops, ABoundStopsThreads) {
  const Sketch s = program({0}, {{wait_while(0, 0, 0)}, {store(0, 1)}});
  const NaiveResult r = naive_outcomes(s, {.unroll = 2});
  EXPECT_EQ(r.outcomes.size(), 2u);  // it stops after two looks, or saw the store
  EXPECT_FALSE(r.hang || r.deadlock);
}

TEST(NaiveLoops, StoresInALoopFillTheBuffer) {
  const Sketch s = program({0, 0}, {{do_while({load(0, 0), store(1, 1)}, eq(0, 0))}, {}});
  EXPECT_TRUE(naive_outcomes(s, {.model = Model::SC}).finished);
  EXPECT_FALSE(naive_outcomes(s, {.model = Model::TSO}).finished);
}

// --- calls -------------------------------------------------------------------------------------

TEST(NaiveCalls, ParametersAndResults) {
  Sketch s;
  s.locations = {5};
  s.functions = {{.parameters = 1, .pointers = 1, .body = {through(load(1, 0)), ret(reg(0, 3))}}};
  s.threads = {{call(0, 0, {4}, {shared(0)})}};
  EXPECT_EQ(run(s).outcomes.begin()->threads[0].result, 7u);
}

TEST(NaiveCalls, PointersToVariables) {
  Sketch s;
  s.locations = {5};
  // f0(*p0, *p1): *p1 = *p0 + 1
  s.functions = {{.pointers = 2, .body = {through(load(0, 0)), through(store(1, reg(0, 1)))}}};
  s.threads = {{call(1, 0, {}, {shared(0), variable(1)}), local(load(0, 1)),
                call(1, 0, {}, {variable(1), shared(0)}), load(1, 0)}};
  EXPECT_EQ(run(s, Model::PSO).outcomes.begin()->threads[0].result, 6u * 256 + 7);
}

TEST(NaiveCalls, Recursion) {
  Sketch s;
  s.locations = {0};
  s.functions = {
      {.parameters = 1, .pointers = 0, .body = {add(1, 0, 1), call(2, 0), ret(reg(2, 1))}}};
  s.threads = {{call(0, 0, {3})}};
  s = normalized(s);
  const NaiveResult r = run(s);
  EXPECT_EQ(r.outcomes.begin()->threads[0].result, 4u);
  EXPECT_EQ(r.outcomes.begin()->memory[0], 4u);
}

TEST(NaiveCalls, VariablesAreFreshInEachCall) {
  Sketch s;
  s.functions = {{.body = {local(load(0, 0)), local(store(0, 9)), ret(reg(0))}}};
  s.threads = {{call(0, 0), call(1, 0)}};
  EXPECT_EQ(run(s).outcomes.begin()->threads[0].result, 0u);
}

TEST(NaiveCalls, WaitingInAFunction) {
  Sketch s;
  s.locations = {0};
  s.functions = {{.parameters = 1,
                  .pointers = 1,
                  .body = {loop({through(load(1, 0)), if_(ne(1, reg(0)), {ret(reg(1))})})}}};
  s.threads = {{}, {call(0, 0, {0}, {shared(0)})}, {store(0, 2)}};
  EXPECT_EQ(s, normalized(s));
  for (const Model m : kModels) {
    EXPECT_EQ(run(s, m).outcomes.size(), 1u);
    EXPECT_FALSE(run(s, m).hang);
    EXPECT_EQ(classes(s, m), 1u);
  }
}

TEST(NaiveCalls, AtomicOperationsOnVariablesDrain) {
  const auto sb = [](const Block& between) {
    Block first{store(0, 1)}, second{store(1, 1)};
    first.insert(first.end(), between.begin(), between.end());
    second.insert(second.end(), between.begin(), between.end());
    first.push_back(load(0, 1));
    second.push_back(load(0, 0));
    return program({0, 0}, {first, second});
  };
  const Sketch fenced = sb({local(add(6, 0, 1))});
  EXPECT_EQ(run(fenced, Model::TSO).outcomes.size(), 3u);
  EXPECT_EQ(run(fenced, Model::PSO).outcomes.size(), 3u);
  EXPECT_EQ(naive_outcomes(fenced, {{Model::PSO, PsoRmw::Location}}).outcomes.size(), 4u);
  const Sketch free = sb({local(store(0, 1)), local(load(6, 0))});
  EXPECT_EQ(run(free, Model::TSO).outcomes.size(), 4u);
}

// --- traces ------------------------------------------------------------------------------------

TEST(NaiveTraces, StoreBufferingIsNotSc) {
  const Sketch s = program({0, 0}, {{store(0, 1), load(0, 1)}, {store(1, 1), load(0, 0)}});
  const auto traces = [&](Model m) { return naive_outcomes(s, {.model = m, .traces = true}); };
  EXPECT_TRUE(traces(Model::SC).all_traces_are_sc);
  EXPECT_EQ(traces(Model::SC).traces.size(), 3u);
  EXPECT_FALSE(traces(Model::TSO).all_traces_are_sc);
  EXPECT_EQ(traces(Model::TSO).traces.size(), 4u);
}

// Two stores to each of two locations: the reads tell nothing, the orders of the stores do.
TEST(NaiveTraces, OrdersOfStores) {
  const Sketch s = program({0, 0}, {{store(0, 1), store(1, 1)}, {store(1, 2), store(0, 2)}});
  const auto traces = [&](Model m) { return naive_outcomes(s, {.model = m, .traces = true}); };
  EXPECT_EQ(traces(Model::SC).traces.size(), 3u);
  EXPECT_TRUE(traces(Model::TSO).all_traces_are_sc);
  EXPECT_EQ(traces(Model::PSO).traces.size(), 4u);
  EXPECT_FALSE(traces(Model::PSO).all_traces_are_sc);
}

}  // namespace
}  // namespace overtake::fuzz
