// Programs on which the monitors were wrong once, and programs that show what they must see.
#include <gtest/gtest.h>

#include "fuzz/monitor_properties.h"
#include "fuzz/to_ir.h"
#include "memory/lower.h"
#include "monitor/check.h"

namespace overtake::fuzz {
namespace {

void expect_sound(const Sketch& sketch) {
  const auto properties = monitor_properties({std::begin(kMachines), std::end(kMachines)});
  for (const Property& p : properties) EXPECT_EQ(difference(p, sketch), std::nullopt) << p.name;
}

std::size_t violations(const Sketch& sketch, MachineName m) {
  const ir::Program program = memory::lower_orders(to_ir(sketch), m);
  const monitor::MonitorResult r = monitor::check(program, {.model = m});
  EXPECT_TRUE(r.complete);
  return r.violations.size();
}

// The await has to see the first store and overtakes the second.
TEST(Regression, AnAwaitOvertakesOnlySomeStores) {
  Sketch s;
  s.locations = {0, 0};
  s.threads = {{}, {store(1, 0), await(0, 0, 0)}, {store(0, 1), store(0, 0), load(0, 1)}};
  expect_sound(s);
  EXPECT_EQ(violations(s, {Model::TSO, PsoRmw::All}), 1u);
}

// The await is all that its thread ever wants to do, and blocked in every SC run that has the load
// first: what it waits for is the spawn.
TEST(Regression, AnAwaitAtTheStartOfAThreadComesAfterItsSpawn) {
  Sketch s;
  s.locations = {0, 0};
  s.threads = {{store(1, 0), on(Kind::Spawn, 1)}, {await(0, 0, 2)}, {store(0, 2), load(0, 1)}};
  expect_sound(s);
  EXPECT_EQ(violations(s, {Model::TSO, PsoRmw::All}), 1u);
}

// In the SC run the compare-and-swap fails; when it overtakes the store it succeeds, and then it
// has to wait for what stands before the store-store fence.
TEST(Regression, ACompareAndSwapWritesOnlyIfItOvertakes) {
  Sketch s;
  s.locations = {0, 0};
  s.threads = {
      {}, {store(0, 1), plain(Kind::StoreFence), cas(0, 1, 0, 2)}, {store(1, 1), load(0, 0)}};
  expect_sound(s);
  EXPECT_EQ(violations(s, {Model::PSO, PsoRmw::Location}), 1u);
}

// An atomic section reads both halves of a message at once: no access overtakes on its own.
TEST(Sections, AreOneEvent) {
  Sketch s;
  s.locations = {0, 0};
  s.threads = {{}, {store(0, 1), store(1, 1)}, {atomic({load(0, 0), load(1, 1)})}};
  expect_sound(s);
  EXPECT_EQ(violations(s, {Model::TSO, PsoRmw::All}), 0u);
  EXPECT_EQ(violations(s, {Model::PSO, PsoRmw::All}), 1u);
}

TEST(Sizes, AWideLoadSeesHalfOfAMessage) {
  Sketch s;
  s.locations = {0};
  s.threads = {{}, {part(store(0, 1), 0, 2), part(store(0, 1), 2, 2)}, {load(0, 0)}};
  expect_sound(s);
  EXPECT_EQ(violations(s, {Model::TSO, PsoRmw::All}), 0u);
  EXPECT_EQ(violations(s, {Model::PSO, PsoRmw::All}), 1u);
}

TEST(Policies, AtomicsDrainEverythingOrTheirLocation) {
  Sketch s;
  s.locations = {0, 0, 0};
  s.threads = {{}, {store(0, 1), add(0, 2, 1), store(1, 1)}, {load(0, 1), load(1, 0)}};
  expect_sound(s);
  EXPECT_EQ(violations(s, {Model::PSO, PsoRmw::All}), 0u);
  EXPECT_EQ(violations(s, {Model::PSO, PsoRmw::Location}), 1u);
}

}  // namespace
}  // namespace overtake::fuzz
