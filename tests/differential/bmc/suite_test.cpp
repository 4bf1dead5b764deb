// Bounded model checking against the oracle, on a fixed set of random programs. A failure prints
// the shrunk program and how to see it again. OVERTAKE_SCALE=50 runs fifty times as many.
#include <gtest/gtest.h>

#include <cstdlib>

#include "properties.h"
#include "support/scale.h"

namespace overtake::fuzz {
namespace {

using seq::SmaKind;

std::uint64_t programs(std::uint64_t count) {
  const char* scale = std::getenv("OVERTAKE_SCALE");
  return support::scaled(count) * (scale != nullptr ? std::strtoull(scale, nullptr, 10) : 1) + 1;
}

void expect(const Property& property, std::uint64_t count) {
  const FuzzResult result = fuzz(property, {.first_seed = 0, .count = programs(count)});
  EXPECT_FALSE(result.failure) << report(*result.failure);
  EXPECT_GT(result.programs, programs(count) / 3);
}

TEST(BmcDifferential, SequentialProgramUnderSc) {
  expect(sequential_program_fails_like_the_concurrent_one(Model::SC, SmaKind::Plain), 20);
}
TEST(BmcDifferential, Sc) {
  expect(bmc_finds_what_the_oracle_meets(Model::SC, SmaKind::Plain), 300);
}
TEST(BmcDifferential, TsoByTimestamps) {
  expect(bmc_finds_what_the_oracle_meets(Model::TSO, SmaKind::Tcdll), 20);
}
TEST(BmcDifferential, PsoByTimestamps) {
  expect(bmc_finds_what_the_oracle_meets(Model::PSO, SmaKind::Tcdll), 20);
}
TEST(BmcDifferential, TsoByQueues) {
  expect(bmc_finds_what_the_oracle_meets(Model::TSO, SmaKind::Queue), 2);
}
TEST(BmcDifferential, PsoByQueues) {
  expect(bmc_finds_what_the_oracle_meets(Model::PSO, SmaKind::Queue), 2);
}
TEST(BmcDifferential, OneTimestampIsSc) {
  expect(one_timestamp_is_sc(Model::TSO), 20);
  expect(one_timestamp_is_sc(Model::PSO), 20);
}

}  // namespace
}  // namespace overtake::fuzz
