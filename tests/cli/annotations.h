// What a program of tests/programs says about itself, in comments that start with "// overtake:".
//
//     // overtake: model=sc,tso verdict=safe executions=6
//     // overtake: model=pso verdict=error kind=assertion line=23
//     // overtake: args=--unroll 3 -- -mcx16
//     // overtake: exit=2 stderr=expected ';'
//
// tests/programs/README.md explains them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace overtake::test {

// What is expected under one model.
struct Expectation {
  std::string model;
  std::string verdict;                      // "safe", "error" or "inconclusive"
  std::string kind;                         // of the error; empty: not said
  std::optional<unsigned> line;             // of the error
  std::optional<std::uint64_t> executions;  // complete ones, up to reads-from
};

struct Annotations {
  std::vector<std::string> arguments;  // for the command line, before "--"
  std::vector<std::string> compiler;   // after "--"
  std::vector<Expectation> expectations;
  std::optional<int> exit_code;
  std::vector<std::string> says_out, says_err;  // what must appear in the output
};

// Throws std::runtime_error that names the file and the line of an annotation it cannot read.
Annotations read_annotations(const std::filesystem::path& file);

// The .c and .cpp files of a folder, sorted.
std::vector<std::filesystem::path> programs_in(const std::filesystem::path& folder);

// The command line of `overtake check` for a program.
std::vector<std::string> check_command(const std::filesystem::path& file,
                                       const Annotations& annotations,
                                       const std::vector<std::string>& more);

}  // namespace overtake::test
