// overtake litmus: what a model allows each test of a suite to show, in herd's words.
#pragma once

#include "cli/settings.h"

namespace overtake::cli {

int litmus_command(const Settings& settings);

}  // namespace overtake::cli
