// The shared memory abstractions that a sequentialized program can use for store buffers (SMA).
#pragma once

#include <cstdint>

#include "base/named.h"

namespace overtake::seq {

enum class SmaKind : std::uint8_t { Plain, Queue, Tcdll, Timeline };

}  // namespace overtake::seq

namespace overtake {

// Plain is for SC, and not a choice.
template <>
inline constexpr std::array kNames<seq::SmaKind>{Named{seq::SmaKind::Timeline, "timeline"},
                                                 Named{seq::SmaKind::Tcdll, "tcdll"},
                                                 Named{seq::SmaKind::Queue, "queue"}};

}  // namespace overtake
