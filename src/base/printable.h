// Quoted text in messages.
#pragma once

#include <string>
#include <string_view>

namespace overtake {

// The text with control characters and what is not UTF-8 as \\xNN: input that is quoted in a
// message must not control the terminal.
std::string printable(std::string_view text);

}  // namespace overtake
