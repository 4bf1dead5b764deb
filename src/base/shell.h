// Command lines that are shown for copying.
#pragma once

#include <string>

namespace overtake {

// The text as a shell takes it for one word, in quotes where it needs them.
std::string shell_word(const std::string& text);

}  // namespace overtake
