// From a litmus test to the IR: each thread is a function, main spawns all, joins all, and reads
// what the condition, `locations` and `filter` observe, so that executions which differ in it
// differ in what main reads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "frontend/litmus/symbols.h"
#include "frontend/litmus/test.h"
#include "ir/program.h"

namespace overtake::litmus {

// A location of the final state, and where it is found in memory when all threads have ended.
struct Observed {
  Location location;
  c::Type type;
  ir::GlobalId global;
  std::uint64_t offset = 0;
  bool displayed = true;  // false: only the filter looks at it
};

struct LoweredTest {
  ir::Program program;
  std::vector<Symbol> symbols;
  std::vector<Observed> observed;  // in the order in which herd prints them
};

struct LowerOptions {
  // main asserts what `forall` and `~exists` demand of a final state that passes the filter, so
  // that any engine can check it. `exists` demands nothing of a single state.
  bool assert_condition = false;
};

LoweredTest lower(const Test& test, const LowerOptions& options = {});

// The values of LoweredTest::observed, sign-extended from their types.
using FinalState = std::vector<Number>;

// How many bytes of its global are the value.
unsigned observed_bytes(const Observed& observed);
Number decode(std::uint64_t low, std::uint64_t high, const c::Type& type);

}  // namespace overtake::litmus
