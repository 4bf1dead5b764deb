// overtake litmus: what a model allows each test of a suite to show, in herd's words.
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"

namespace overtake::cli {

// The tests that FILE, DIR (searched for *.litmus) and @LIST (one path a line, `#` comments,
// relative to the list) name, each once, in that order; folders are sorted. Throws InputError.
std::vector<std::string> expand_suite(const std::vector<std::string>& arguments);

int litmus_command(const Settings& settings);

}  // namespace overtake::cli
