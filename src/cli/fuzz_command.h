// overtake fuzz: random programs against overtake itself, or one of them printed.
#pragma once

#include <span>
#include <string>

namespace overtake::cli {

int fuzz_command(std::span<const std::string> arguments);

}  // namespace overtake::cli
