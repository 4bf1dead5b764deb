// Fixed sets of random programs: each test is a slice of the seeds, so that they run in parallel. A
// failure prints the shrunk program and how to see it again.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "fuzz/harness.h"

namespace overtake::support {

// The property with that name, of those given; none: this build has no such property.
inline std::optional<fuzz::Property> property_named(std::vector<fuzz::Property> properties,
                                                    const std::string& name) {
  const auto it = std::ranges::find(properties, name, &fuzz::Property::name);
  if (it == properties.end()) return std::nullopt;
  return std::move(*it);
}

inline void expect_holds(const fuzz::Property& property, std::uint64_t first_seed,
                         std::uint64_t count, std::uint64_t at_least) {
  const fuzz::FuzzResult result = fuzz::fuzz(property, {.first_seed = first_seed, .count = count});
  EXPECT_FALSE(result.failure) << report(*result.failure);
  EXPECT_EQ(result.programs + result.passed_over, count);
  EXPECT_GE(result.programs, at_least);
}

}  // namespace overtake::support
