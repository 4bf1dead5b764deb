#include "fuzz/harness.h"

#include <fmt/format.h>

#include <exception>

#include "base/deep_stack.h"
#include "fuzz/shrink.h"
#include "fuzz/to_c.h"
#include "fuzz/to_cpp.h"

namespace overtake::fuzz {

Sketch sketch_of(std::uint64_t seed, std::optional<Profile> profile,
                 const std::vector<Profile>& profiles) {
  if (!profile) profile = profiles.empty() ? profile_of(seed) : profiles[seed % profiles.size()];
  return random_sketch(seed, shape_of(*profile));
}

std::optional<std::string> difference(const Property& property, const Sketch& sketch,
                                      std::uint64_t seed) {
  if (!property.check && !property.seeded_check)
    return std::nullopt;  // it says nothing of sketches
  try {
    return property.seeded_check ? property.seeded_check(sketch, seed) : property.check(sketch);
  } catch (const std::exception& e) {
    return fmt::format("  exception: {}\n", e.what());
  }
}

namespace {

// With exceptions turned into text.
std::optional<std::string> difference(const Property& property, std::uint64_t seed) {
  try {
    return property.check_seed(seed);
  } catch (const std::exception& e) {
    return fmt::format("  exception: {}\n", e.what());
  }
}

// None: it is passed over.
std::optional<bool> is_wrong(const Property& property, const Sketch& sketch, std::uint64_t seed,
                             std::string& how) {
  try {
    if (!property.applies(sketch)) return std::nullopt;
    std::optional<std::string> found = difference(property, sketch, seed);
    if (found) how = std::move(*found);
    return found.has_value();
  } catch (const PassedOver&) {
    return std::nullopt;
  }
}

FuzzResult run(const Property& property, const FuzzOptions& options) {
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
    const Sketch sketch = sketch_of(seed, options.profile, property.profiles);
    std::string how;
    const std::optional<bool> wrong = is_wrong(property, sketch, seed, how);
    ++(wrong ? result.programs : result.passed_over);
    if (!wrong.value_or(false)) continue;
    const Sketch shrunk = shrink(
        sketch, [&](const Sketch& s) { return is_wrong(property, s, seed, how).value_or(false); });
    result.failure = {
        property.name,
        seed,
        options.profile,
        sketch,
        shrunk,
        difference(property, shrunk, seed).value_or(how + "\n  (does not fail every time)\n")};
    break;
  }
  return result;
}

}  // namespace

// The exhaustive search goes as deep as runs are long.
FuzzResult fuzz(const Property& property, const FuzzOptions& options) {
  FuzzResult result;
  on_deep_stack([&] { result = run(property, options); });
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
