// Bounded model checking against the oracle, on a fixed set of random programs. A failure prints
// the shrunk program and how to see it again. OVERTAKE_SCALE=50 runs fifty times as many,
// OVERTAKE_SEED=100000 others than seed 0 and what follows it.
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
  const char* seed = std::getenv("OVERTAKE_SEED");
  const FuzzResult result =
      fuzz(property, {.first_seed = seed != nullptr ? std::strtoull(seed, nullptr, 10) : 0,
                      .count = programs(count)});
  EXPECT_FALSE(result.failure) << report(*result.failure);
  EXPECT_GT(result.programs, programs(count) / 3);
}

TEST(BmcDifferential, SequentialProgramUnderSc) {
  expect(sequential_program_fails_like_the_concurrent_one(Model::SC, SmaKind::Plain), 20);
}
TEST(BmcDifferential, Sc) {
  expect(bmc_finds_what_the_oracle_meets(Model::SC, SmaKind::Plain), 300);
}
TEST(BmcDifferential, TsoByTimelines) {
  expect(bmc_finds_what_the_oracle_meets(Model::TSO, SmaKind::Timeline), 60);
}
TEST(BmcDifferential, PsoByTimelines) {
  expect(bmc_finds_what_the_oracle_meets(Model::PSO, SmaKind::Timeline), 60);
}
TEST(BmcDifferential, PsoWithAtomicOperationsThatDrainTheirLocation) {
  expect(bmc_finds_what_the_oracle_meets(Model::PSO, SmaKind::Timeline, PsoRmw::Location), 40);
}
TEST(BmcDifferential, FencedStores) {
  expect(bmc_finds_what_the_oracle_meets_with_fenced_stores(Model::TSO, SmaKind::Timeline), 60);
  expect(bmc_finds_what_the_oracle_meets_with_fenced_stores(Model::PSO, SmaKind::Timeline), 60);
}
TEST(BmcDifferential, UnderLocks) {
  expect(bmc_finds_what_the_oracle_meets_under_locks(Model::SC, SmaKind::Plain), 100);
  expect(bmc_finds_what_the_oracle_meets_under_locks(Model::TSO, SmaKind::Timeline), 30);
  expect(bmc_finds_what_the_oracle_meets_under_locks(Model::PSO, SmaKind::Timeline), 30);
}
TEST(BmcDifferential, TsoByLists) {
  expect(bmc_finds_what_the_oracle_meets(Model::TSO, SmaKind::Tcdll), 10);
}
TEST(BmcDifferential, PsoByLists) {
  expect(bmc_finds_what_the_oracle_meets(Model::PSO, SmaKind::Tcdll), 10);
}
TEST(BmcDifferential, TsoByQueues) {
  expect(bmc_finds_what_the_oracle_meets(Model::TSO, SmaKind::Queue), 2);
}
TEST(BmcDifferential, PsoByQueues) {
  expect(bmc_finds_what_the_oracle_meets(Model::PSO, SmaKind::Queue), 2);
}
TEST(BmcDifferential, OneTimestampIsScByTimelines) {
  expect(one_timestamp_is_sc(Model::TSO, SmaKind::Timeline), 20);
  expect(one_timestamp_is_sc(Model::PSO, SmaKind::Timeline), 20);
}
TEST(BmcDifferential, OneTimestampIsScByLists) {
  expect(one_timestamp_is_sc(Model::TSO, SmaKind::Tcdll), 10);
  expect(one_timestamp_is_sc(Model::PSO, SmaKind::Tcdll), 10);
}

}  // namespace
}  // namespace overtake::fuzz
