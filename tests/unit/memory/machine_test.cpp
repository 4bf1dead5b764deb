// The machines, step by step: what is enabled when, and what a step does.
#include "memory/machine.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ir/builder.h"
#include "memory/replay.h"

namespace overtake::memory {
namespace {

using exec::OpKind;
using ir::FunctionBuilder;

// main: x = 1; y = 1; [fence;] load y
class Buffers : public testing::Test {
 protected:
  Buffers() {
    x_ = program_.add_global({.name = "x", .size = 4});
    y_ = program_.add_global({.name = "y", .size = 4});
  }
  void build(bool store_fence, bool full_fence) {
    FunctionBuilder f(program_, "main", 0);
    f.store(f.global(x_), f.constant(1), 4);
    if (store_fence) f.fence(ir::kStoreFence);
    f.store(f.global(y_), f.constant(1), 4);
    if (full_fence) f.fence(ir::kFullFence);
    f.load(f.global(y_), 4);
    f.ret();
    program_.entry = f.finish();
    executor_.emplace(program_);
  }
  Machine machine(Model model) { return Machine(*executor_, {.model = model}); }
  static Step run() { return {ThreadId{0}, false, 0, 0}; }
  Step drain(Model model, ir::GlobalId g) const {
    return {ThreadId{0}, true,
            model == Model::PSO ? address_of(program_.globals[g.index()].slot) : 0, 0};
  }
  std::uint64_t memory(const Machine& m, ir::GlobalId g) { return m.global_value(g, 0, 4).lo; }

  ir::Program program_;
  ir::GlobalId x_, y_;
  std::optional<exec::Executor> executor_;
};

TEST_F(Buffers, UnderScAStoreIsVisibleAtOnce) {
  build(false, false);
  Machine m = machine(Model::SC);
  m.execute(run());
  EXPECT_EQ(memory(m, x_), 1);
  EXPECT_TRUE(m.buffer(ThreadId{0}).empty());
}

TEST_F(Buffers, UnderTsoTheOldestStoreGoesFirst) {
  build(false, false);
  Machine m = machine(Model::TSO);
  m.execute(run());
  m.execute(run());
  EXPECT_EQ(memory(m, x_), 0);
  EXPECT_EQ(m.buffer(ThreadId{0}).size(), 2);
  m.execute(drain(Model::TSO, x_));
  EXPECT_EQ(memory(m, x_), 1);
  EXPECT_EQ(memory(m, y_), 0);
}

TEST_F(Buffers, ALoadReadsItsOwnBuffer) {
  build(false, false);
  for (Model model : {Model::TSO, Model::PSO}) {
    Machine m = machine(model);
    m.execute(run());
    m.execute(run());
    const Happened h = m.execute(run());
    EXPECT_EQ(h.op.kind, OpKind::Load);
    EXPECT_EQ(h.result.lo, 1);
    EXPECT_TRUE(h.from_buffer);
    EXPECT_EQ(memory(m, y_), 0);
  }
}

TEST_F(Buffers, UnderPsoLocationsDrainInAnyOrder) {
  build(false, false);
  Machine m = machine(Model::PSO);
  m.execute(run());
  m.execute(run());
  EXPECT_TRUE(m.is_enabled(drain(Model::PSO, x_)));
  EXPECT_TRUE(m.is_enabled(drain(Model::PSO, y_)));
  m.execute(drain(Model::PSO, y_));
  EXPECT_EQ(memory(m, x_), 0);
  EXPECT_EQ(memory(m, y_), 1);
}

TEST_F(Buffers, AStoreFenceKeepsTheirOrder) {
  build(true, false);
  Machine m = machine(Model::PSO);
  m.execute(run());
  m.execute(run());
  m.execute(run());
  EXPECT_FALSE(m.is_enabled(drain(Model::PSO, y_)));
  m.execute(drain(Model::PSO, x_));
  EXPECT_TRUE(m.is_enabled(drain(Model::PSO, y_)));
}

TEST_F(Buffers, AFenceWaitsUntilTheBufferIsEmpty) {
  build(false, true);
  for (Model model : {Model::TSO, Model::PSO}) {
    Machine m = machine(model);
    m.execute(run());
    m.execute(run());
    EXPECT_EQ(m.alternatives(ThreadId{0}), 0);
    m.execute(drain(model, x_));
    m.execute(drain(model, y_));
    EXPECT_EQ(m.alternatives(ThreadId{0}), 1);
  }
}

TEST_F(Buffers, ReplayTellsWhatOvertookWhat) {
  FunctionBuilder f(program_, "main", 0);
  f.store(f.global(x_), f.constant(1), 4);
  f.load(f.global(y_), 4);
  f.ret();
  program_.entry = f.finish();
  executor_.emplace(program_);
  const Schedule schedule{run(), run(), drain(Model::TSO, x_), run()};
  const Replay r = replay(*executor_, {.model = Model::TSO}, schedule);
  ASSERT_TRUE(r.valid) << r.invalid_reason;
  ASSERT_EQ(r.records.size(), 4);
  EXPECT_EQ(r.records[1].overtook, std::vector<std::uint32_t>{0});
  EXPECT_EQ(r.records[0].buffer.size(), 1);
  EXPECT_TRUE(r.records[2].wrote_memory);
}

TEST_F(Buffers, AnImpossibleScheduleIsRefused) {
  build(false, false);
  const Replay r = replay(*executor_, {.model = Model::TSO}, {drain(Model::TSO, x_)});
  EXPECT_FALSE(r.valid);
  EXPECT_FALSE(r.invalid_reason.empty());
}

}  // namespace
}  // namespace overtake::memory
