// Random programs: a seed and a Shape make a Sketch.
//
// Few locations and few values, so that things collide: two stores of the same value to one
// location by different threads, a CAS that finds what it expects, a branch that depends on which
// thread was first.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "fuzz/sketch.h"

namespace overtake::fuzz {

struct Range {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
};

// The knobs of the generator.
struct Shape {
  // How likely 1, 2, 3, ... are: of threads besides main, and of locations.
  std::array<std::uint32_t, 4> threads{0, 65, 27, 8};
  std::array<std::uint32_t, 4> locations{15, 65, 20, 0};
  Range operations{5, 11};   // visible operations in all threads together ...
  std::uint32_t crowd = 2;   // ... and at most so many fewer for each thread above two
  std::uint32_t values = 3;  // constants are 0 .. values - 1
  std::uint32_t zeros = 10;  // percent of stores of 0, which cannot be told from the initial value
  std::uint32_t crossings = 60;  // percent of stores followed by a load of another location
  std::uint32_t mutexes = 2;
  std::uint32_t registers = 4;    // a thread reads into r0 .. r3, over and over
  std::uint32_t initial = 15;     // percent of locations that do not start as 0
  std::uint32_t computed = 30;    // percent of values that are computed from a register
  std::uint32_t else_part = 40;   // percent of Ifs that have one
  std::uint32_t orders = 0;       // percent of stores and RMWs with an order stronger than relaxed
  std::uint32_t parts = 0;        // percent of accesses to only some bytes of a location
  std::uint32_t spawns = 15;      // percent of threads that another thread than main spawns
  std::uint32_t main_acts = 25;   // percent of programs whose main has operations of its own
  std::uint32_t main_first = 10;  // percent of programs whose main acts before it spawns
  std::uint32_t joins = 40;       // percent of programs whose main joins; also of spawned threads
  // Programs with loops, waits and calls.
  std::uint32_t functions = 0;  // at most
  std::uint32_t variables = 0;  // percent of accesses to the thread's or function's own variables
  std::uint32_t pointers = 50;  // percent of accesses in a function through a pointer it has
  std::uint32_t waits = 0;      // percent of statements that are one of the ways to wait
  std::uint32_t put_backs =
      0;                    // percent of them that take back what they did; more rarely otherwise
  std::uint32_t quiet = 0;  // percent of them that change memory so that no thread can tell
  std::uint32_t answers = 75;     // percent of waits that another thread may end
  std::uint32_t detours = 0;      // percent of programs in which a load looks elsewhere first
  std::uint32_t scratch = 0;      // percent of reads into registers that no one sees
  bool waiting_sections = false;  // what may wait or spawn also stands in atomic sections
  std::array<std::uint32_t, kKinds> weights{};

  std::uint32_t& weight(Kind kind) { return weights[static_cast<std::size_t>(kind)]; }
};

// What a program is made of.
enum class Profile : std::uint8_t {
  Core,      // loads, stores, RMW, CAS, fences, mutexes, branches, choices, assume and assert
  Orders,    // Core with release and seq_cst stores and RMWs
  Sync,      // semaphores, condition variables, barriers, awaits, exit
  Atomic,    // Core with atomic sections
  Heap,      // allocation, publication of pointers, use and free
  Mixed,     // accesses of different sizes to one location
  Tree,      // threads that spawn threads that spawn threads, under conditions, and join them
  Crowd,     // barriers with more threads than their count, and accesses of different sizes
  Loops,     // loops of all kinds, nested, with break and continue, counters that matter or do not
  Waits,     // the ways in which programs wait: locks, tickets, retries, attempts, back-off, ...
  Calls,     // functions with parameters, variables and pointers, recursion; loops that end
  PutBacks,  // waits that take back what they did, mostly at a word that is used for nothing else
  Quiet,     // polls under locks, private copies in shared words, flags that are taken back
  Sections,  // atomic sections that lock, wait, spawn and join
};
inline constexpr std::size_t kProfiles = static_cast<std::size_t>(Profile::Sections) + 1;

std::string_view name(Profile profile);

Shape shape_of(Profile profile);

// The profile that a seed stands for when none is asked for: four of ten seeds are Core, the others
// share the rest up to Tree. The others are for properties that ask for them.
Profile profile_of(std::uint64_t seed);

Sketch random_sketch(std::uint64_t seed, const Shape& shape);
// The program of a seed, as the suites number them.
inline Sketch random_sketch(std::uint64_t seed) {
  return random_sketch(seed, shape_of(profile_of(seed)));
}

}  // namespace overtake::fuzz
