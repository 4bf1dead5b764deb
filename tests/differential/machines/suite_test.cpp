// The fixed set of random programs. Each test is a slice of the seeds, so that they run in
// parallel; a failure prints the shrunk program and how to see it again.
#include <gtest/gtest.h>

#include "fuzz/properties.h"

namespace overtake::fuzz {
namespace {

constexpr std::uint64_t kPrograms = 10'000;
constexpr std::uint64_t kSlices = 4;

Property property(const std::string& name) {
  for (Property& p : machine_properties({std::begin(kMachines), std::end(kMachines)}))
    if (p.name == name) return p;
  throw std::logic_error("no property " + name);
}

void run(const std::string& name, std::uint64_t first, std::uint64_t count) {
  const FuzzResult result = fuzz(property(name), {.first_seed = first, .count = count});
  EXPECT_FALSE(result.failure) << report(*result.failure);
  EXPECT_EQ(result.programs, count);
}

class Slice : public testing::TestWithParam<std::uint64_t> {
 protected:
  void run_slice(const std::string& name, std::uint64_t programs) const {
    const std::uint64_t size = programs / kSlices;
    run(name, GetParam() * size, size);
  }
};

TEST_P(Slice, NaiveMachineAndEngineAgree) { run_slice("naive", kPrograms); }
TEST_P(Slice, ReportedErrorsExistAndReplay) { run_slice("errors", kPrograms); }
TEST_P(Slice, WeakerMachinesDoMore) { run_slice("order", kPrograms); }
TEST_P(Slice, FencesGiveBackSc) { run_slice("fenced", kPrograms); }
TEST_P(Slice, OutcomesDoNotDependOnTheWalk) { run_slice("walks", kPrograms / 10); }

INSTANTIATE_TEST_SUITE_P(Seeds, Slice, testing::Range<std::uint64_t>(0, kSlices));

}  // namespace
}  // namespace overtake::fuzz
