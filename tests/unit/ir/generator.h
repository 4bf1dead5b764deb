// Random well-formed programs: any instruction the verifier lets through, with operands of all
// kinds. They make no sense to run; `runnable_program` (runnable.h) makes those that do.
#pragma once

#include <cstdint>
#include <random>

#include "ir/program.h"

namespace overtake::ir {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t bits() { return engine_(); }
  std::uint32_t below(std::uint64_t n) { return static_cast<std::uint32_t>(engine_() % n); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T, std::size_t N>
  T pick(const T (&choices)[N]) {
    return choices[below(N)];
  }

 private:
  std::mt19937_64 engine_;
};

Program random_program(std::uint64_t seed);

// The same program with constants, arguments and switch tables numbered by first use, and without
// those that nothing uses: what the text form preserves.
Program with_canonical_pools(Program program);

}  // namespace overtake::ir
