// JSON values that know their line, so that messages about them can name it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace overtake {

struct PositionedJson {
  enum class Kind : std::uint8_t { Null, Boolean, Integer, Number, String, Array, Object };

  Kind kind = Kind::Null;
  std::uint32_t line = 0;
  bool boolean = false;
  std::int64_t integer = 0;
  std::string string;
  std::vector<std::string> keys;      // Object: the names of its items, in order
  std::vector<PositionedJson> items;  // Array, Object

  const PositionedJson* find(std::string_view key) const;
};

// Throws InputError with "file:line: ..." if the text is not JSON, or a key appears twice.
PositionedJson parse_positioned_json(std::string_view text, const std::string& file);

std::string_view name(PositionedJson::Kind kind);

}  // namespace overtake
