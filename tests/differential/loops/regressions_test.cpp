// Programs on which an exploration and the second semantics once differed.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "fuzz/wait_properties.h"
#include "support/slices.h"

namespace overtake::fuzz {
namespace {

void expect_agreement(const Sketch& sketch) {
  EXPECT_EQ(sketch, normalized(sketch));
  const std::vector<MachineName> machines{std::begin(kMachines), std::end(kMachines)};
  for (const Property& p : wait_properties(machines)) {
    if (!p.applies(sketch)) continue;
    try {
      const std::optional<std::string> d = difference(p, sketch);
      EXPECT_FALSE(d) << p.name << ": " << *d;
    } catch (const PassedOver&) {
    }
  }
}

// The counter of the second loop's bound was in the register of the first loop's data, and left out
// of the state in which the thread comes back to the first loop's head: it was stopped as spinning.
TEST(LoopRegressions, CounterOfABoundInTheRegisterOfData) {
  Sketch s;
  s.locations = {0};
  s.threads = {{},
               {loop({load(0, 0), if_(eq(0, 0), {plain(Kind::Break)})}), for_(0, 1, {load(1, 0)})}};
  expect_agreement(s);
  s.locations = {1};
  s.threads = {{},
               {store(0, 0), plain(Kind::Exit)},
               {set(6, 1),
                loop({set(7, reg(6)), cas(7, 0, reg(7), reg(6, 2)),
                      if_(eq(7, reg(6)), {plain(Kind::Break)}), set(6, reg(7))}),
                do_while({load(6, 0)}, eq(6, 1)), load(7, 0), assert_(ne(7, 2))}};
  expect_agreement(s);
}

// An atomic operation on a variable that no one else sees was no event, and so it drained nothing.
TEST(LoopRegressions, AtomicOperationOnAVariable) {
  Sketch s;
  s.locations = {0, 0};
  s.functions = {{.body = {store(1, 1)}}};
  s.threads = {{}, {store(0, 1), call(0, 0)}, {store(1, 0), local(add(0, 0, 0)), load(0, 0)}};
  expect_agreement(s);
}

// A thread whose iterations end with a fence was stopped in the middle of things, and no one asked
// whether what it had read stays in memory: others that waited for it were said to hang.
TEST(LoopRegressions, FenceAtTheEndOfAnIteration) {
  Sketch s;
  s.locations = {1, 0};
  s.threads = {{store(0, 0)},
               {do_while({load(6, 0), plain(Kind::Fence)}, eq(6, 1)), store(1, 1)},
               {do_while({load(6, 1)}, eq(6, 0))}};
  expect_agreement(s);
  s.locations = {0};
  s.threads = {{store(0, 1), store(0, 0)},
               {while_(eq(0, 0), {load(7, 0), plain(Kind::Fence)})},
               {while_(eq(0, 0), {load(0, 0)})}};
  expect_agreement(s);
  s.threads = {{},
               {store(0, 0), while_(ne(0, 1), {load(0, 0)})},
               {while_(eq(0, 0), {exchange(1, 0, 1), plain(Kind::Fence)})}};
  expect_agreement(s);
}

// Accesses of different sizes to one object kept the thread from knowing what it had written to
// another, which it had allocated in its round: no one found that it waits for ever.
TEST(LoopRegressions, OwnObjectsBesideAccessesOfDifferentSizes) {
  Sketch s;
  s.locations = {33686018};
  s.threads = {{}, {do_while({load(6, 0)}, ne(6, 0))}, {part(load(0, 0), 0, 2)}};
  expect_agreement(s);
}

// A loop with two atomic operations was over, and what the thread added in the next one was neither
// a debt nor an effect: RVF exploration took each of its rounds for one without effect.
TEST(LoopRegressions, AdditionsAfterALoopThatMayTakeThemBack) {
  Sketch s;
  s.locations = {0};
  s.threads = {
      {},
      {for_(0, 0, {add(1, 0, 0), add(1, 0, 0)}), store(0, 0), while_(eq(0, 0), {add(0, 0, 1)})}};
  expect_agreement(s);
}

// The last round of the first loop stores what is there already. Alone, the thread would then look
// for ever in the second one: that was taken for a return, and the round was left out.
TEST(LoopRegressions, LoopsAfterARoundThatStoresWhatIsThere) {
  Sketch s;
  s.locations = {0};
  s.threads = {{},
               {while_(eq(1, 0), {load(1, 0), store(0, 1)}),
                while_(eq(0, 0), {load(2, 0), if_(ne(2, 1), {plain(Kind::Break)})})},
               {store(0, 0)}};
  expect_agreement(s);
}

// A hang of rounds that put back what they do, which a bound on loops ends before the machine calls
// it one.
TEST(LoopRegressions, HangsBeyondTheBound) {
  Sketch s;
  s.locations = {0};
  s.threads = {{},
               {load(0, 0), while_(ne(0, 0), {add(1, 0, 4294967295), add(0, 0, 1)})},
               {store(0, 1), store(0, 1)}};
  expect_agreement(s);
}

// The thread waits for a change, or it looks for ever, depending on which store comes last: two
// ways to hang with the same events.
TEST(LoopRegressions, TwoWaysToHang) {
  Sketch s;
  s.locations = {0};
  s.threads = {{store(0, 0)}, {store(0, 2), while_(ne(0, 1), {await(0, 0, 2)})}};
  expect_agreement(s);
}

// A wait for a change only reads, so that a round with it may be one without effect.
TEST(LoopRegressions, RoundsThatWaitForAChange) {
  Sketch s;
  s.locations = {0};
  s.threads = {{}, {while_(eq(0, 0), {load(0, 0), await(7, 0, 0)})}, {store(0, 1)}};
  expect_agreement(s);
  s.threads = {{}, {while_(ne(0, 1), {await(0, 0, 1)})}};  // for ever
  expect_agreement(s);
  s.threads = {{},
               {load(0, 0), while_(ne(0, 2), {await(6, 0, reg(0)), load(0, 0)})},
               {store(0, 1), store(0, 0), store(0, 2), store(0, 1)}};
  expect_agreement(s);
}

// A register of which a mask leaves nothing, or which only another register needs that is not
// needed, is not part of what a round leaves.
TEST(LoopRegressions, RegistersThatAreComputedForNothing) {
  Sketch s;
  s.locations = {0};
  for (const std::uint32_t bits : {0u, 1u}) {
    s.threads = {{store(0, 1)},
                 {while_(eq(0, 0), {load(0, 0), load(7, 0)}), mask(7, reg(7), bits)}};
    expect_agreement(s);
  }
  s.threads = {{store(0, 1)}, {while_(eq(0, 0), {load(0, 0), load(1, 0)}), mask(1, reg(1), 0)}};
  expect_agreement(s);
}

// A thread that waits for a lock in order to look was said to wait for nothing as soon as nobody
// else could write the lock, though what it looks at may still be written: it hangs then.
TEST(LoopRegressions, HangsWithWhatIsYetToBeWritten) {
  Sketch s;
  s.locations = {0, 0};
  s.mutexes = 1;
  s.threads = {{},
               {while_(eq(0, 0), {on(Kind::Lock, 0), load(0, 1), on(Kind::Unlock, 0)})},
               {store(1, 1), load(0, 0), store(1, 0)}};
  expect_agreement(s);
}

// A store of what the thread has read there, after which it reads what another thread has written
// since: the way that was followed read its own store, and left the loop.
TEST(LoopRegressions, StoresOfWhatWasThereUntilAnotherThreadWrites) {
  Sketch s;
  s.locations = {0};
  s.threads = {{store(0, 0)},
               {store(0, 1), while_(eq(7, 0), {load(7, 0), store(0, 1), load(7, 0)})}};
  expect_agreement(s);
}

// A loop that is over at once, which the thread remembers, before one that waits for a mutex that
// another thread tries. (The fault `left_loops` of tests/mutations is not found by it.)
TEST(LoopRegressions, RoundsAfterALoopThatIsOver) {
  Sketch s;
  s.locations = {0};
  s.mutexes = 1;
  const Statement waits = while_(eq(0, 0), {on(Kind::Lock, 0), on(Kind::Unlock, 0)});
  const Block tries{on(Kind::TryLock, 0, 1), if_(eq(1, 1), {on(Kind::Unlock, 0)})};
  s.threads = {{}, {while_(ne(0, 0), {store(0, 0), load(1, 0)}), waits}, tries};
  expect_agreement(s);
  s.threads = {{},
               {for_(0, 1, {store(0, 0), load(1, 0), if_(eq(1, 0), {plain(Kind::Break)})}), waits},
               tries};
  expect_agreement(s);
}

}  // namespace
}  // namespace overtake::fuzz
