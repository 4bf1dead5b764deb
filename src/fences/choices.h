// What fences are for, what they cost, and how they are written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/named.h"

namespace overtake::fences {

enum class Criterion : std::uint8_t {
  Persistence,  // the program orders and store orders of SC (TSO only)
  Robustness,   // the traces of SC: no happens-before cycle
  Safety,       // no error that `overtake check` reports: assertions, memory, deadlocks, hangs
};

enum class Cost : std::uint8_t {
  Count,  // every fence costs the same
  Loops,  // a fence in a loop costs ten times as much
};

enum class Places : std::uint8_t {
  AfterStores,  // after statements that store; of guarded commands after any instruction
  Anywhere,     // also before statements that access memory, and at states of guarded commands
};

enum class PatchStyle : std::uint8_t {
  Fence,  // fences, whatever the statement is
  Order,  // a stronger order where the statement is an atomic store with an order; else a fence
};

// How repairs are written.
struct RepairOptions {
  Places places = Places::AfterStores;
  PatchStyle style = PatchStyle::Fence;
  // What stands for a full fence and for a store-store fence; empty: atomic_thread_fence.
  std::string full_fence = {};
  std::string store_fence = {};
};

}  // namespace overtake::fences

namespace overtake {

template <>
inline constexpr std::array kNames<fences::Criterion>{
    Named{fences::Criterion::Persistence, "persistence"},
    Named{fences::Criterion::Robustness, "robustness"}, Named{fences::Criterion::Safety, "safety"}};

template <>
inline constexpr std::array kNames<fences::Cost>{Named{fences::Cost::Count, "count"},
                                                 Named{fences::Cost::Loops, "loops"}};

template <>
inline constexpr std::array kNames<fences::Places>{
    Named{fences::Places::AfterStores, "after-stores"},
    Named{fences::Places::Anywhere, "anywhere"}};

template <>
inline constexpr std::array kNames<fences::PatchStyle>{Named{fences::PatchStyle::Fence, "fence"},
                                                       Named{fences::PatchStyle::Order, "order"}};

}  // namespace overtake

namespace overtake::fences {

constexpr std::string_view name(Criterion criterion) { return name_of(criterion); }

}  // namespace overtake::fences
