// Writes the instances (X, RF) that an exploration asks the consistency library about, each once,
// in the JSON format for traces: `overtake consistency` and compare_algorithms read them.
#pragma once

#include <tsl/robin_set.h>

#include <cstdint>
#include <string>

#include "trace/execution.h"

namespace overtake::analysis {

class InstanceFiles {
 public:
  static constexpr std::uint64_t kLimit = 10'000;

  // Makes the folder if it is not there; throws InputError if that fails.
  explicit InstanceFiles(std::string folder);

  void add(const Execution& instance);
  std::uint64_t written() const { return written_; }
  std::uint64_t left_out() const { return left_out_; }  // beyond the limit

 private:
  std::string folder_;
  tsl::robin_set<std::uint64_t> seen_;
  std::uint64_t written_ = 0;
  std::uint64_t left_out_ = 0;
};

}  // namespace overtake::analysis
