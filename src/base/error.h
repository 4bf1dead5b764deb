// What is thrown at the edges (never on the hot path): wrong input, limits, and our own faults.
#pragma once

#include <stdexcept>
#include <string>

namespace overtake {

// The input is wrong or not supported: exit code 2. `what()` is a complete message:
// "file:line:column: what is wrong; what to do".
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message) : std::runtime_error(message) {}
};

// Something grows beyond what can be explored: nothing is known then (exit code 5).
struct LimitReached {
  const char* what;
};

// A fault of ours: exit code 6.
class InternalError : public std::logic_error {
 public:
  explicit InternalError(const std::string& message) : std::logic_error(message) {}
};

}  // namespace overtake
