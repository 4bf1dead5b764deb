// A program to be analyzed: its files, how they are compiled, and the memory model.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/model.h"
#include "base/named.h"

namespace overtake::analysis {

// Options that contradict each other, or that an analysis does not have.
class UsageError : public std::runtime_error {
 public:
  explicit UsageError(const std::string& message) : std::runtime_error(message) {}
};

struct Range {
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::string text() const;  // "0..3"
  static std::optional<Range> parse(std::string_view text);
};

// At most so many iterations of one loop, or of all loops of a function.
struct LoopBound {
  std::string file = {};  // the end of its path; empty: by function
  std::uint32_t line = 0;
  std::string function = {};
  std::uint32_t bound = 0;
  std::string text() const;  // "ring.h:37=8", "push=8"
  static std::optional<LoopBound> parse(std::string_view text);
};

enum class InputFormat : std::uint8_t { ByName, Litmus, Gcl, Trencher };

struct Program {
  std::vector<std::string> files;
  std::vector<std::string> compiler_flags = {};
  std::string compile_database = {};  // a compile_commands.json, or the folder with it
  std::string entry = "main";         // the function to start with
  std::string cache_folder = {};      // where compiled modules are kept; empty: nowhere
  int optimize = 0;                   // 0: as written; 1 to 3: what clang -ON makes of it
  InputFormat format = InputFormat::ByName;
  MemoryModel model = Model::TSO;
  std::uint32_t unroll = 0;                // iterations of a loop; 0: not bounded
  std::vector<LoopBound> loops = {};       // bounds of their own
  std::optional<Range> nondet_range = {};  // of __VERIFIER_nondet_int and its like; none: 0..3
  bool spurious_wakeups = false;           // waits may end for no reason, once a thread
};

// The options without which `files` are another program, as words of a command line: -p, --entry,
// ...
std::vector<std::string> options_of(const Program& program);

}  // namespace overtake::analysis

namespace overtake {

template <>
inline constexpr std::array kNames<analysis::InputFormat>{
    Named{analysis::InputFormat::Litmus, "litmus"}, Named{analysis::InputFormat::Gcl, "gcl"},
    Named{analysis::InputFormat::Trencher, "trencher"}};

}  // namespace overtake
