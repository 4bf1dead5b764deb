// Runs a property over random programs, and makes a small, rerunnable report of the first that
// breaks it.
//
//     Property p{"order", "SC's outcomes are TSO's", everything, [](const Sketch& s) { ... }};
//     FuzzResult r = fuzz(p, {.first_seed = 1, .count = 1000});
//     if (r.failure) std::cerr << report(*r.failure);
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/random_program.h"
#include "fuzz/sketch.h"

namespace overtake::fuzz {

// Thrown by a check: the program is too large to be judged, and is passed over.
struct PassedOver {};

struct Property {
  std::string name;  // one word, for the command line
  std::string what;  // one sentence
  // Whether the property says anything about a program.
  std::function<bool(const Sketch&)> applies;
  // Nothing if all is well, else what differs. Exceptions other than PassedOver count as failures.
  std::function<std::optional<std::string>(const Sketch&)> check;
  // What its programs are made of, seed by seed; none: as profile_of() says.
  std::vector<Profile> profiles = {};
  // In the place of `check`, of one that decides more at random: the program's seed is its source,
  // which stays the same while the program is shrunk.
  std::function<std::optional<std::string>(const Sketch&, std::uint64_t)> seeded_check = {};
  // Instead of `check`, for programs that are no sketches: the seed makes one, and what differs
  // tells all of it.
  std::function<std::optional<std::string>(std::uint64_t)> check_seed = {};
};

inline bool everything(const Sketch&) { return true; }

struct FuzzOptions {
  std::uint64_t first_seed = 0;
  std::uint64_t count = 0;         // 0: until something else ends it
  std::optional<Profile> profile;  // none: the one that the seed stands for with the property
  std::chrono::milliseconds time_limit{0};      // 0: none
  const std::atomic<bool>* stop = nullptr;      // set from outside
  std::function<void(std::uint64_t)> progress;  // called with the number of programs so far
};

struct Failure {
  std::string property;
  std::uint64_t seed = 0;
  std::optional<Profile> profile;
  Sketch original;
  Sketch shrunk;
  std::string difference;  // of the shrunk program
  bool by_seed = false;    // `difference` is all there is
};

struct FuzzResult {
  std::uint64_t programs = 0;     // that the property was checked on
  std::uint64_t passed_over = 0;  // that it does not apply to, or that were too large
  std::optional<Failure> failure;
};

// The program of a seed. `profiles`: those of a property, if it has any.
Sketch sketch_of(std::uint64_t seed, std::optional<Profile> profile,
                 const std::vector<Profile>& profiles = {});

// The property's verdict, with exceptions turned into text. Throws PassedOver.
std::optional<std::string> difference(const Property& property, const Sketch& sketch,
                                      std::uint64_t seed = 0);

FuzzResult fuzz(const Property& property, const FuzzOptions& options);

// The shrunk program as C++ for a regression test and as C, what differs, and how to see it again.
std::string report(const Failure& failure);

}  // namespace overtake::fuzz
