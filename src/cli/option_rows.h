// Makers of rows for the table of options: what stands after an option, and where it goes.
//
//     flag("--json", "print JSON instead of text", [](auto& s) -> auto& { return s.json; })
//     choice("--cost", "C", "of fences: count, or loops", [](auto& s) -> auto& { return s.cost; })
//
// The last argument names the member of Settings. Its type decides what is accepted: the words of a
// choice are those of the enumeration (base/named.h).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/choices.h"
#include "cli/options.h"
#include "cli/values.h"
#include "report/remarks.h"

namespace overtake::cli {

// The type of a member, without std::optional or std::vector around it.
template <class T>
struct ElementOf {
  using type = T;
};
template <class T>
struct ElementOf<std::optional<T>> {
  using type = T;
};
template <class T>
struct ElementOf<std::vector<T>> {
  using type = T;
};
template <class Member>
using Chosen = typename ElementOf<
    std::remove_cvref_t<decltype(std::declval<Member>()(std::declval<Settings&>()))>>::type;

template <HasNames E>
std::vector<std::string> words_of() {
  std::vector<std::string> words;
  for (const Named<E>& row : kNames<E>) words.emplace_back(row.name);
  return words;
}

// "'arm' is not one of sc, tso, pso, x86"
inline UsageError not_one_of(std::string_view value, const std::vector<std::string>& words) {
  std::string message = fmt::format("'{}' is not one of {}", value, report::joined(words));
  if (const auto guess = closest(value, words))
    message += fmt::format("; did you mean '{}'?", *guess);
  return UsageError(message);
}

template <class Member>
Option flag(std::string_view name, std::string_view help, Member member) {
  return {name,           "", help,
          Takes::Nothing, {}, [member](Settings& s, std::string_view) { member(s) = true; }};
}

template <class Member>
Option file(std::string_view name, std::string_view value, std::string_view help, Member member) {
  return {name,        value, help,
          Takes::File, {},    [member](Settings& s, std::string_view text) { member(s) = text; }};
}

template <class Member>
Option choice(std::string_view name, std::string_view value, std::string_view help, Member member) {
  using E = Chosen<Member>;
  return {
      name, value, help, Takes::Word, words_of<E>(), [member](Settings& s, std::string_view text) {
        const auto chosen = parse_name<E>(lower(text));
        if (!chosen) throw not_one_of(text, words_of<E>());
        const E value = *chosen;  // the member may be a plain one
        member(s) = value;
      }};
}

// Splits at commas.
inline std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    parts.emplace_back(part);
  }
  return parts;
}

template <class Member>
Option choices(std::string_view name, std::string_view value, std::string_view help,
               Member member) {
  using E = Chosen<Member>;
  return {
      name, value, help, Takes::Words, words_of<E>(), [member](Settings& s, std::string_view text) {
        member(s).clear();
        for (const std::string& part : parts_of(text)) {
          const auto chosen = parse_name<E>(lower(part));
          if (!chosen) throw not_one_of(part, words_of<E>());
          member(s).push_back(*chosen);
        }
      }};
}

template <class Member>
Option number(std::string_view name, std::string_view value, std::string_view help,
              std::uint64_t low, std::uint64_t high, Member member) {
  return {
      name, value, help, Takes::Text, {}, [member, low, high](Settings& s, std::string_view text) {
        const std::uint64_t n = parse_number(text);
        if (n < low || n > high)
          throw UsageError(fmt::format("'{}' is not between {} and {}", text, low, high));
        member(s) = static_cast<Chosen<Member>>(n);
      }};
}

// Anything that a function makes of the text.
template <class Parse, class Member>
Option parsed(std::string_view name, std::string_view value, std::string_view help, Parse parse,
              Member member) {
  return {name, value,
          help, Takes::Text,
          {},   [member, parse](Settings& s, std::string_view text) { member(s) = parse(text); }};
}

}  // namespace overtake::cli
