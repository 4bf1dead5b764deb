// Random programs with groups of threads that run the same code, as text of the IR: threads that
// are equal, threads that look so and are not, and mains that spawn, look and join in all ways.
#pragma once

#include <cstdint>
#include <string>

namespace overtake::fuzz {

struct EqualProgram {
  std::string text;
  bool waits = false;  // some loop waits for a value
};

EqualProgram equal_program(std::uint64_t seed);

}  // namespace overtake::fuzz
