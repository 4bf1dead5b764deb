// Adds the time of a scope to a sum, if asked to: clocks are not free.
#pragma once

#include <chrono>

namespace overtake {

class Stopwatch {
 public:
  Stopwatch(bool on, double& seconds) : seconds_(on ? &seconds : nullptr) {
    if (on) begin_ = std::chrono::steady_clock::now();
  }
  ~Stopwatch() {
    if (seconds_ == nullptr) return;
    *seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double* seconds_;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace overtake
