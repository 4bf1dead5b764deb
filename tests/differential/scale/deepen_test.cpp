// Bounded model checking with several jobs against one, on a fixed set of random programs.
#include "bmc/deepen.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "fuzz/engine.h"
#include "fuzz/harness.h"
#include "fuzz/to_ir.h"
#include "memory/lower.h"
#include "support/scale.h"

namespace overtake::fuzz {
namespace {

std::string verdict(const Sketch& sketch, MachineName m, std::uint32_t jobs) {
  const auto program = [&](std::uint32_t) { return memory::lower_orders(to_ir(sketch), m); };
  const bmc::BmcOptions options{.model = m, .unroll = 0, .jobs = jobs};
  const bmc::BmcResult r = bmc::deepen(program, options, [](const bmc::BmcResult&) {});
  return r.error ? "error" : r.complete() ? "safe" : "inconclusive";
}

TEST(Scale, DeepeningSaysTheSameWithSeveralJobs) {
  const Property property{
      "deepen", "bounded model checking says the same with one job and with several", everything,
      [](const Sketch& sketch) -> std::optional<std::string> {
        for (const MachineName m : kMachines) {
          const std::string one = verdict(sketch, m, 1);
          for (const std::uint32_t jobs : {2u, 5u})
            if (const std::string several = verdict(sketch, m, jobs); several != one)
              return fmt::format("under {}: {}, with {} jobs {}", to_string(m), one, jobs, several);
        }
        return std::nullopt;
      }};
  const std::uint64_t count = std::max<std::uint64_t>(support::programs(30), 3);
  const FuzzResult result = fuzz(property, {.count = count});
  EXPECT_FALSE(result.failure) << report(*result.failure);
  EXPECT_EQ(result.programs, count);
}

}  // namespace
}  // namespace overtake::fuzz
