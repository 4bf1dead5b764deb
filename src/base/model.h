// The memory models, and the one policy that all engines share.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace overtake {

enum class Model : std::uint8_t { SC, TSO, PSO };

// What an atomic read-modify-write drains under PSO: every buffer of its thread (x86's LOCK; the
// default), or only the buffer of its own location (MONITOR, axe).
enum class PsoRmw : std::uint8_t { All, Location };

constexpr std::string_view name(Model m) {
  switch (m) {
    case Model::SC:
      return "sc";
    case Model::TSO:
      return "tso";
    case Model::PSO:
      return "pso";
  }
  return "?";
}

// "sc", "tso", "pso", and "x86" for tso.
std::optional<Model> parse_model(std::string_view text);

}  // namespace overtake
