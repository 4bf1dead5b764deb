// overtake bench: programs under several models and algorithms, side by side.
#pragma once

#include <span>
#include <string>

namespace overtake::cli {

int bench_command(std::span<const std::string> arguments);

}  // namespace overtake::cli
