// What the documents of all analyses have in common: input, model, time and memory.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/deep_stack.h"
#include "base/limit.h"
#include "ir/program.h"
#include "report/document.h"

namespace overtake::analysis {

// "0.1.0"
std::string version();

std::uint64_t peak_memory_bytes();

class Clock {
 public:
  double seconds() const;
  report::Frame frame(const std::vector<std::string>& input, Model model) const;
  // What has changed since the frame was made.
  void stamp(report::Frame& frame) const;

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Threads that an option of 0 stands for.
std::uint32_t jobs_or_all(std::uint32_t jobs);

// An engine's limit as a reason; `stopped` is why the engine was stopped from outside.
report::Reason reason_of(const ReachedLimit& limit, report::Why stopped);

// What `work` returns, on a stack that is larger than what shells allow: explorations and the
// compiler recurse as deep as the user's program makes them.
template <class Work>
auto on_large_stack(const Work& work) {
  std::optional<decltype(work())> result;
  on_deep_stack([&] { result.emplace(work()); });
  return std::move(*result);
}

}  // namespace overtake::analysis
