#include "fuzz/harness.h"

#include <fmt/format.h>

#include <exception>

#include "fuzz/shrink.h"
#include "fuzz/to_c.h"
#include "fuzz/to_cpp.h"

namespace overtake::fuzz {

Sketch sketch_of(std::uint64_t seed, std::optional<Profile> profile) {
  return random_sketch(seed, shape_of(profile ? *profile : profile_of(seed)));
}

std::optional<std::string> difference(const Property& property, const Sketch& sketch) {
  if (!property.check) return std::nullopt;  // it says nothing of sketches
  try {
    return property.check(sketch);
  } catch (const std::exception& e) {
    return fmt::format("  exception: {}\n", e.what());
  }
}

// With exceptions turned into text.
static std::optional<std::string> difference(const Property& property, std::uint64_t seed) {
  try {
    return property.check_seed(seed);
  } catch (const std::exception& e) {
    return fmt::format("  exception: {}\n", e.what());
  }
}

FuzzResult fuzz(const Property& property, const FuzzOptions& options) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  auto over = [&] {
    return (options.time_limit.count() > 0 && Clock::now() - start >= options.time_limit) ||
           (options.stop != nullptr && options.stop->load(std::memory_order_relaxed));
  };
  FuzzResult result;
  for (std::uint64_t i = 0; (options.count == 0 || i < options.count) && !over(); ++i) {
    if (options.progress) options.progress(i);
    const std::uint64_t seed = options.first_seed + i;
    if (property.check_seed) {
      ++result.programs;
      std::optional<std::string> found = difference(property, seed);
      if (!found) continue;
      result.failure = {property.name, seed, std::nullopt, {}, {}, *found, true};
      break;
    }
    const Sketch sketch = sketch_of(seed, options.profile);
    if (!property.applies(sketch)) {
      ++result.passed_over;
      continue;
    }
    ++result.programs;
    if (!difference(property, sketch)) continue;
    const Sketch shrunk = shrink(sketch, [&](const Sketch& s) {
      return property.applies(s) && difference(property, s).has_value();
    });
    result.failure = {
        property.name,   seed,
        options.profile, sketch,
        shrunk,          difference(property, shrunk).value_or("  (does not fail every time)\n")};
    break;
  }
  return result;
}

std::string report(const Failure& failure) {
  if (failure.by_seed)
    return fmt::format(
        "property '{0}' does not hold for the program of seed {1}:\n{2}"
        "--- to see it again: overtake fuzz --property {0} --seed {1} --count 1\n",
        failure.property, failure.seed, failure.difference);
  const std::string profile =
      failure.profile ? fmt::format(" --profile {}", name(*failure.profile)) : "";
  return fmt::format(
      "property '{0}' does not hold for the program of seed {1}:\n{2}"
      "--- the shrunk program, for a regression test\n{3}"
      "--- the same as C\n{4}"
      "--- to see it again: overtake fuzz --property {0} --seed {1} --count 1{5}\n",
      failure.property, failure.seed, failure.difference, to_cpp(failure.shrunk),
      to_c(failure.shrunk), profile);
}

}  // namespace overtake::fuzz
