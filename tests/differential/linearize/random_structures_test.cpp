// Random structures: exploration by reads-from, exploration run by run, and brute force give the
// same verdict for each criterion under each model; and what is found is confirmed.
//
// OVERTAKE_LINEARIZE_SEEDS=5000 tries more; OVERTAKE_LINEARIZE_FIRST=N begins with seed N.
#include <gtest/gtest.h>

#include <cstdlib>

#include "differential/linearize/naive_histories.h"
#include "linearize/explore.h"
#include "linearize/runs.h"
#include "support/scale.h"

namespace overtake::linearize::test {
namespace {

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

struct Counts {
  std::uint64_t violations = 0;
  std::uint64_t fine = 0;
};

void compare(std::uint64_t seed, Counts (&counts)[3]) {
  const Structure s = random_structure(seed);
  const ir::Program program = s.client_program();
  const ir::Program sequential = s.sequential_program();
  for (const Model model : {Model::SC, Model::TSO, Model::PSO}) {
    const std::set<NaiveHistory> histories = all_histories(program, s, model);
    for (const Criterion criterion :
         {Criterion::Linearizable, Criterion::Sequential, Criterion::Quiescent}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + " " + std::string(name(model)) + " " +
                   std::string(name_of(criterion)) + "\n" + s.text());
      bool expected = false;
      for (const NaiveHistory& h : histories) expected |= !is_explained(s, h, criterion);
      Specification specification(sequential);
      Explanations explanations(specification, criterion);
      const ClientOptions options{.model = model, .criterion = criterion};
      const ClientResult by_classes =
          explore({program, s.declaration, s.client, explanations, options});
      const ClientResult by_runs =
          explore_runs({program, s.declaration, s.client, explanations, options});
      ClientOptions impatient = options;
      impatient.patience = 1;
      const ClientResult turned =
          explore({program, s.declaration, s.client, explanations, impatient});
      ASSERT_FALSE(by_classes.run_by_run);
      ASSERT_EQ(turned.violation.has_value(), expected);
      ASSERT_EQ(by_classes.violation.has_value(), expected);
      ASSERT_EQ(by_runs.violation.has_value(), expected);
      if (expected) {
        confirm({program, s.declaration, s.client, explanations, options}, *by_classes.violation);
        confirm({program, s.declaration, s.client, explanations, options}, *by_runs.violation);
      }
      ++(expected ? counts[static_cast<int>(criterion)].violations
                  : counts[static_cast<int>(criterion)].fine);
    }
  }
}

TEST(RandomStructures, AllVerdictsAreThoseOfBruteForce) {
  const std::uint64_t first = setting("OVERTAKE_LINEARIZE_FIRST", 1);
  const std::uint64_t seeds = setting("OVERTAKE_LINEARIZE_SEEDS", support::scaled(100));
  Counts counts[3];
  for (std::uint64_t seed = first; seed < first + seeds && !HasFatalFailure(); ++seed)
    compare(seed, counts);
  for (int c = 0; c < 3; ++c) {
    RecordProperty(std::string("violations_") + std::to_string(c),
                   static_cast<int>(counts[c].violations));
    if (seeds < 100) continue;
    EXPECT_GT(counts[c].violations, seeds / 20) << "criterion " << c;
    EXPECT_GT(counts[c].fine, seeds / 20) << "criterion " << c;
  }
}

}  // namespace
}  // namespace overtake::linearize::test
