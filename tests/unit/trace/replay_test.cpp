// The judge of witnesses: what it accepts, and what it rejects and why.
#include "trace/replay.h"

#include <gtest/gtest.h>

namespace overtake {
namespace {

Event event(EventKind kind, unsigned thread, int location = -1) {
  Event e;
  e.kind = kind;
  e.thread = ThreadId{thread};
  if (location >= 0) e.location = LocationId{static_cast<std::size_t>(location)};
  return e;
}

WitnessStep step(unsigned e) { return {EventId{e}, false}; }
WitnessStep memory(unsigned e) { return {EventId{e}, true}; }

// Store buffering, both reads missing.
Execution store_buffering() {
  Execution x;
  x.add(event(EventKind::Write, 0, 0));
  x.add(event(EventKind::Read, 0, 1));
  x.add(event(EventKind::Write, 1, 1));
  x.add(event(EventKind::Read, 1, 0));
  return x;
}

TEST(Replay, AcceptsStoreBufferingUnderTso) {
  const Execution x = store_buffering();
  EXPECT_EQ(
      replay_witness(x, Model::TSO, {step(0), step(1), step(2), step(3), memory(0), memory(2)}),
      "");
}

TEST(Replay, RejectsItUnderSc) {
  const Execution x = store_buffering();
  EXPECT_NE(replay_witness(x, Model::SC, {step(0), step(1), step(2), step(3)}), "");
  EXPECT_NE(replay_witness(x, Model::SC, {step(0), step(1), step(2), step(3), memory(0)}), "");
}

TEST(Replay, RejectsWhatIsMissingOrTwice) {
  const Execution x = store_buffering();
  EXPECT_NE(replay_witness(x, Model::TSO, {step(0), step(1), step(2), step(3), memory(0)}), "");
  EXPECT_NE(replay_witness(x, Model::TSO, {step(0), step(1), step(2), memory(0), memory(2)}), "");
  EXPECT_NE(replay_witness(x, Model::TSO, {step(0), step(0)}), "");
  EXPECT_NE(replay_witness(x, Model::TSO, {step(0), memory(0), memory(0)}), "");
  EXPECT_NE(replay_witness(x, Model::TSO, {memory(0)}), "");
  EXPECT_NE(replay_witness(x, Model::TSO, {memory(1)}), "");
  EXPECT_NE(replay_witness(x, Model::TSO, {step(9)}), "");
  EXPECT_NE(replay_witness(x, Model::TSO, {step(1)}), "");
}

TEST(Replay, ReadsItsOwnBuffer) {
  Execution x;
  x.add(event(EventKind::Write, 0, 0));
  x.add(event(EventKind::Read, 0, 0));
  x.reads_from[1] = EventId{0};
  EXPECT_EQ(replay_witness(x, Model::TSO, {step(0), step(1), memory(0)}), "");
  EXPECT_EQ(replay_witness(x, Model::TSO, {step(0), memory(0), step(1)}), "");
  x.reads_from[1] = kInitialWrite;
  EXPECT_NE(replay_witness(x, Model::TSO, {step(0), step(1), memory(0)}), "");
}

TEST(Replay, BuffersAreFifo) {
  Execution x;
  x.add(event(EventKind::Write, 0, 0));
  x.add(event(EventKind::Write, 0, 1));
  const Witness swapped = {step(0), step(1), memory(1), memory(0)};
  EXPECT_NE(replay_witness(x, Model::TSO, swapped), "");
  EXPECT_EQ(replay_witness(x, Model::PSO, swapped), "");
  Execution same;
  same.add(event(EventKind::Write, 0, 0));
  same.add(event(EventKind::Write, 0, 0));
  EXPECT_NE(replay_witness(same, Model::PSO, swapped), "");
}

TEST(Replay, StoreFencesOrderStoresUnderPso) {
  Execution x;
  x.add(event(EventKind::Write, 0, 0));
  x.add(event(EventKind::StoreFence, 0));
  x.add(event(EventKind::Write, 0, 1));
  EXPECT_NE(replay_witness(x, Model::PSO, {step(0), step(1), step(2), memory(2), memory(0)}), "");
  EXPECT_EQ(replay_witness(x, Model::PSO, {step(0), step(1), step(2), memory(0), memory(2)}), "");
}

TEST(Replay, FencesAndAtomicsDrain) {
  for (EventKind kind :
       {EventKind::Fence, EventKind::AtomicRead, EventKind::AtomicWrite, EventKind::Rmw}) {
    Execution x;
    x.add(event(EventKind::Write, 0, 0));
    x.add(event(kind, 0, kind == EventKind::Fence ? -1 : 1));
    EXPECT_NE(replay_witness(x, Model::PSO, {step(0), step(1), memory(0)}), "");
    EXPECT_EQ(replay_witness(x, Model::PSO, {step(0), memory(0), step(1)}), "");
  }
}

TEST(Replay, PartialDrains) {
  Execution x;
  x.add(event(EventKind::Write, 0, 0));
  Event rmw = event(EventKind::Rmw, 0, 1);
  rmw.drain = Drain::Location;
  x.add(rmw);
  const Witness early = {step(0), step(1), memory(0)};
  EXPECT_EQ(replay_witness(x, Model::PSO, early), "");
  EXPECT_NE(replay_witness(x, Model::TSO, early), "");  // one buffer
  x.events[1].location = LocationId{0};
  x.reads_from[1] = EventId{0};
  EXPECT_NE(replay_witness(x, Model::PSO, early), "");
  // A store-store fence in front holds back the write of the RMW.
  Execution fenced;
  fenced.add(event(EventKind::Write, 0, 0));
  fenced.add(event(EventKind::StoreFence, 0));
  fenced.add(rmw);
  EXPECT_NE(replay_witness(fenced, Model::PSO, {step(0), step(1), step(2), memory(0)}), "");
  fenced.events[2].buffered = true;
  EXPECT_EQ(replay_witness(fenced, Model::PSO, {step(0), step(1), step(2), memory(0), memory(2)}),
            "");
}

TEST(Replay, BlocksAreNotInterrupted) {
  Execution x;
  Event first = event(EventKind::Write, 0, 0);
  first.glued = true;
  x.add(first);
  x.add(event(EventKind::Read, 0, 0));
  x.add(event(EventKind::Write, 1, 0));
  x.reads_from[1] = EventId{0};
  EXPECT_NE(replay_witness(x, Model::TSO, {step(0), step(2), step(1), memory(2)}), "");
  EXPECT_NE(replay_witness(x, Model::TSO, {step(2), step(0), memory(2), step(1)}), "");
  EXPECT_EQ(replay_witness(x, Model::TSO, {step(2), step(0), step(1), memory(2)}), "");
  EXPECT_EQ(replay_witness(x, Model::SC, {step(0), step(1), step(2)}), "");
}

TEST(Replay, OrderEdges) {
  Execution x = store_buffering();
  x.order.push_back({EventId{1}, EventId{2}});
  EXPECT_NE(
      replay_witness(x, Model::TSO, {step(0), step(2), step(1), step(3), memory(0), memory(2)}),
      "");
}

TEST(Replay, GoodWrites) {
  Execution x = store_buffering();
  GoodWrites good;
  good.read_class = {GoodWrites::kNoClass, 0, GoodWrites::kNoClass, 1};
  good.classes = {{EventId{2}}, {kInitialWrite, EventId{0}}};
  const Witness w = {step(0), step(2), memory(2), step(1), step(3), memory(0)};
  EXPECT_EQ(replay_witness(x, good, Model::TSO, w), "");
  good.classes[0] = {kInitialWrite};
  EXPECT_NE(replay_witness(x, good, Model::TSO, w), "");
}

}  // namespace
}  // namespace overtake
