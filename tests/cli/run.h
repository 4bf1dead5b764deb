// Runs the overtake binary and hands back what it said.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "support/folder.h"

namespace overtake::test {

struct Result {
  int exit_code = -1;  // 128 + n: killed by signal n
  std::string out;
  std::string err;
};

struct RunOptions {
  std::filesystem::path directory = {};       // to run in; empty: the current one
  std::vector<std::string> environment = {};  // "NAME=value" added
  std::chrono::milliseconds signal_after{0};  // then SIGINT; 0: never
  int signal = 2;
  std::uint32_t processes = 1;  // more: by mpirun
};

Result run(const std::vector<std::string>& arguments, const RunOptions& options = {});

// The same with a terminal as standard output and error; both come back in `out`.
Result run_on_terminal(const std::vector<std::string>& arguments, const RunOptions& options = {});

}  // namespace overtake::test
