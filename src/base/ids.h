// Strong ids: a plain integer is never two things.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace overtake {

// A 32-bit dense index that only compares with its own kind. `Tag` is never instantiated.
template <class Tag>
struct Id {
  std::uint32_t value = kNone;

  static constexpr std::uint32_t kNone = 0xffffffffu;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t v) : value(static_cast<std::uint32_t>(v)) {}

  constexpr bool valid() const { return value != kNone; }
  constexpr std::size_t index() const { return value; }
  static constexpr Id none() { return Id{}; }

  friend constexpr bool operator==(Id, Id) = default;
  friend constexpr auto operator<=>(Id, Id) = default;
};

using ThreadId = Id<struct ThreadTag>;      // a thread of one program; main is 0
using EventId = Id<struct EventTag>;        // an event of one Execution
using LocationId = Id<struct LocationTag>;  // a shared location of one Execution

}  // namespace overtake

template <class Tag>
struct std::hash<overtake::Id<Tag>> {
  std::size_t operator()(overtake::Id<Tag> id) const noexcept { return id.value; }
};
