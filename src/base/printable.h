// Text of others in messages.
#pragma once

#include <string>
#include <string_view>

namespace overtake {

// The text with control characters and what is not UTF-8 as \\xNN: input that is quoted in a
// message must not control the terminal.
std::string printable(std::string_view text);

// What an exception of nlohmann::json says, without its "[json.exception.parse_error.101] ".
std::string_view json_message(std::string_view what);

}  // namespace overtake
