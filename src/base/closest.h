// Which word was meant: suggestions in messages.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace overtake {

// The candidate that `word` is most likely a misspelling of; none if nothing is close.
std::optional<std::string> closest(std::string_view word, std::span<const std::string> candidates);

}  // namespace overtake
