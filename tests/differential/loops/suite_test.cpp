// Programs with loops, waits and calls against the second semantics, and one program in many texts.
#include <algorithm>

#include "fuzz/c_property.h"
#include "fuzz/wait_properties.h"
#include "support/scale.h"
#include "support/slices.h"

namespace overtake::fuzz {
namespace {

constexpr std::uint64_t kSlices = 4;

class Loops : public testing::TestWithParam<std::uint64_t> {
 protected:
  // At least so many of a hundred programs must not be passed over. Asked of slices that are large
  // enough for a share of them to mean something: under sanitizers there is one program in some,
  // and which programs say something is asked of the plain build. A slice begins after the one
  // before it, or `apart` seeds after its beginning.
  static void holds(const std::string& name, std::uint64_t programs, std::uint64_t of_hundred,
                    std::uint64_t apart = 0) {
    const std::vector<MachineName> machines{std::begin(kMachines), std::end(kMachines)};
    std::vector<Property> all = wait_properties(machines);
    for (Property& p : c_properties(machines)) all.push_back(std::move(p));
    const auto property = support::property_named(std::move(all), name);
    if (!property) GTEST_SKIP() << "this build has no property " << name;
    const std::uint64_t size = programs / kSlices;
    const std::uint64_t at_least = size < 15 ? 0 : size * of_hundred / 100;
    support::expect_holds(*property, GetParam() * std::max(size, apart), size, at_least);
  }
};

TEST_P(Loops, OutcomesErrorsAndHangsAreThoseOfTheNaiveMachine) {
  holds("loops", support::programs(240), 95);
}

TEST_P(Loops, AsManyCompleteClassesAsThereAre) {
  holds("wait-classes", support::programs(400), 60);
}

// Most attempts are seen by someone, and are explored as what they are: these say nothing here.
TEST_P(Loops, AttemptsThatAreTakenBackAreLeftOut) { holds("put-backs", support::programs(800), 6); }

TEST_P(Loops, ObjectsOfARoundDoNotMatter) { holds("round-objects", support::programs(160), 60); }

// The first programs of each quarter of 240: they take longer than others.
TEST_P(Loops, RoundsThatNoThreadCanTellAreLeftOut) {
  holds("quiet-rounds", support::programs(112), 40, 60);
}

TEST_P(Loops, TheTextDoesNotMatter) { holds("changed", support::programs(60), 85); }

INSTANTIATE_TEST_SUITE_P(Seeds, Loops, testing::Range<std::uint64_t>(0, kSlices));

}  // namespace
}  // namespace overtake::fuzz
