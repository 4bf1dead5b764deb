// What `bench`, `ir` and `fuzz` have to say.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/check_document.h"

namespace overtake::report {

struct BenchRun {
  std::string program;
  std::string size;
  std::string model;
  std::string algorithm;
  std::string verdict;
  std::optional<std::uint64_t> executions;
  double seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
};

struct BenchDocument {
  std::string version;
  std::vector<std::string> input, models, algorithms;
  std::string timeout;
  bool finished = false;
  std::vector<BenchRun> runs;
};

struct IrFunction {
  std::string name;
  std::uint64_t instructions = 0;
};

struct IrGlobal {
  std::string name;
  std::uint64_t size = 0;
};

struct IrDocument {
  std::vector<std::string> input;
  std::optional<Model> model;
  std::vector<IrFunction> functions;
  std::vector<IrGlobal> globals;
  std::string text;
};

struct FuzzFailure {
  std::string property;
  std::uint64_t seed = 0;
  std::string difference;
  std::string cpp, c;  // the smallest program that shows it
  std::string text;
};

struct FuzzDocument {
  Verdict verdict = Verdict::Safe;
  std::uint64_t first_seed = 0;
  std::uint64_t programs = 0;
  std::uint64_t checks = 0;
  std::uint64_t passed_over = 0;  // programs that a property says nothing of
  std::string current;            // while it runs: the property; not saved
  std::optional<FuzzFailure> failure;
  double seconds = 0;
};

}  // namespace overtake::report
