// Tests of one property of explorations under all machines; the parameter is its name.
#pragma once

#include <gtest/gtest.h>

#include <iterator>
#include <stdexcept>

#include "fuzz/exploration_properties.h"
#include "support/slices.h"

namespace overtake::support {

inline fuzz::Property exploration_property(const std::string& name) {
  const auto found = property_named(
      fuzz::exploration_properties({std::begin(fuzz::kMachines), std::end(fuzz::kMachines)}), name);
  if (!found) throw std::logic_error("no property " + name);
  return *found;
}

class ExplorationTest : public testing::TestWithParam<const char*> {
 protected:
  static fuzz::Property property() { return exploration_property(GetParam()); }
  static void expect_holds(const fuzz::Sketch& sketch) {
    const auto differs = difference(property(), sketch);
    EXPECT_FALSE(differs) << *differs;
  }
};

}  // namespace overtake::support
