// The fixed set of random programs. Each test is a slice of the seeds, so that they run in
// parallel; a failure prints the shrunk program and how to see it again.
#include <gtest/gtest.h>

#include "fuzz/properties.h"
#include "support/scale.h"

namespace overtake::fuzz {
namespace {

constexpr std::uint64_t kPrograms = support::scaled(3'000);
constexpr std::uint64_t kSlices = 4;

std::optional<Property> property(const std::string& name) {
  for (Property& p : all_properties({std::begin(kMachines), std::end(kMachines)}))
    if (p.name == name) return p;
  return std::nullopt;
}

class Slice : public testing::TestWithParam<std::uint64_t> {
 protected:
  void run_slice(const std::string& name, std::uint64_t programs) const {
    const std::optional<Property> p = property(name);
    if (!p) GTEST_SKIP() << "this build has no property " << name;
    const std::uint64_t size = programs / kSlices;
    const FuzzResult result = fuzz(*p, {.first_seed = GetParam() * size, .count = size});
    EXPECT_FALSE(result.failure) << report(*result.failure);
    EXPECT_EQ(result.programs + result.passed_over, size);
    EXPECT_GT(result.programs, size / 2);
  }
};

TEST_P(Slice, NaiveMachineAndEngineAgree) { run_slice("naive", kPrograms); }
TEST_P(Slice, ReportedErrorsExistAndReplay) { run_slice("errors", kPrograms); }
TEST_P(Slice, WeakerMachinesDoMore) { run_slice("order", kPrograms); }
TEST_P(Slice, FencesGiveBackSc) { run_slice("fenced", kPrograms); }
TEST_P(Slice, AsManyClassesAsThereAre) { run_slice("classes", kPrograms / 4); }
TEST_P(Slice, PassesChangeNothing) { run_slice("passes", kPrograms / 10); }
TEST_P(Slice, OutcomesDoNotDependOnTheWalk) { run_slice("walks", kPrograms / 20); }
TEST_P(Slice, CTextAndIrAgree) { run_slice("c", kPrograms / 20); }

INSTANTIATE_TEST_SUITE_P(Seeds, Slice, testing::Range<std::uint64_t>(0, kSlices));

}  // namespace
}  // namespace overtake::fuzz
