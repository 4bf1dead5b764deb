// The names of the values of an enumeration, in one table: options, help, JSON and messages use it.
//
//     template <>
//     inline constexpr std::array overtake::kNames<Color>{
//         Named{Color::Red, "red"}, Named{Color::Green, "green"}, Named{Color::Green, "lime"}};
//     name_of(Color::Green)         // "green": the first name of a value is the one that is shown
//     parse_name<Color>("lime")     // Color::Green; none if there is no such name
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <type_traits>

namespace overtake {

template <class E>
struct Named {
  E value;
  std::string_view name;
};
template <class E>
Named(E, const char*) -> Named<E>;

template <class E>
inline constexpr int kNames = 0;  // not an enumeration with names

template <class E>
concept HasNames = std::is_enum_v<E> && requires { kNames<E>.size(); };

template <HasNames E>
constexpr std::string_view name_of(E value) {
  for (const Named<E>& row : kNames<E>)
    if (row.value == value) return row.name;
  return "?";
}

template <HasNames E>
constexpr std::optional<E> parse_name(std::string_view text) {
  for (const Named<E>& row : kNames<E>)
    if (row.name == text) return row.value;
  return std::nullopt;
}

}  // namespace overtake
