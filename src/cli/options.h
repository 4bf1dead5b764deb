// The one table of options: parsing, help, manual pages, completions and error messages come from
// it. A row knows its values: an enumeration is one from here on.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/settings.h"

namespace overtake::cli {

enum class Takes : std::uint8_t {
  Nothing,  // a flag
  Word,     // one of `words`
  Words,    // several of them, separated by commas
  File,
  Text,  // a number, a duration, a name: `set` says what is wrong
};

struct Option {
  std::string_view name;   // "--model"
  std::string_view value;  // what stands after it; empty: a flag
  std::string_view help;   // one line
  Takes takes = Takes::Nothing;
  std::vector<std::string> words;  // that can stand after it, if only some can
  // Throws UsageError with what would have been right.
  std::function<void(Settings& settings, std::string_view value)> set;
  std::string_view alias = {};  // an older name
};

// In the order in which help lists them.
std::span<const Option> options();

// Throws InternalError if the table has no such option.
const Option& option(std::string_view name);

}  // namespace overtake::cli
