#include "base/printable.h"

#include <fmt/format.h>

#include <algorithm>

namespace overtake {
namespace {

// The bytes of the character that `text` begins with; 0 if it cannot be shown.
std::size_t printable_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80)
    return (byte(0) >= ' ' && byte(0) != 0x7f) || text[0] == '\n' || text[0] == '\t';
  const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < length) return 0;
  char32_t code = byte(0) & (0x7f >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3f);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  return overlong || surrogate || code < 0xa0 || code > 0x10ffff ? 0 : length;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = printable_length(text.substr(i));
    if (length == 0)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[i]));
    else
      out += text.substr(i, length);
    i += std::max<std::size_t>(length, 1);
  }
  return out;
}

std::string_view json_message(std::string_view what) {
  const std::size_t end = what.find("] ");
  return what.starts_with("[json.") && end != std::string_view::npos ? what.substr(end + 2) : what;
}

}  // namespace overtake
