// The memory models and their variants.
//
//     void explore(MemoryModel model);
//     explore(Model::TSO);                        // a model in its usual variant
//     explore({Model::PSO, PsoRmw::Location});
//     if (model == Model::PSO) ...                // in any variant
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace overtake {

enum class Model : std::uint8_t { SC, TSO, PSO };

// What an atomic read-modify-write drains under PSO: every buffer of its thread (x86's LOCK; the
// default), or only the buffer of its own location (MONITOR, axe).
enum class PsoRmw : std::uint8_t { All, Location };

// A model with its variant. Engines take both together, so that neither is forgotten on the way.
struct MemoryModel {
  Model base = Model::SC;
  PsoRmw pso_rmw = PsoRmw::All;

  constexpr MemoryModel() = default;
  constexpr MemoryModel(Model base, PsoRmw pso_rmw = PsoRmw::All)  // NOLINT: see above
      : base(base), pso_rmw(pso_rmw) {}

  // Atomic operations wait for the buffer of their own location only.
  constexpr bool drains_location_only() const {
    return base == Model::PSO && pso_rmw == PsoRmw::Location;
  }

  friend constexpr bool operator==(const MemoryModel&, const MemoryModel&) = default;
  friend constexpr bool operator==(const MemoryModel& a, Model b) { return a.base == b; }
};

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

constexpr std::string_view name(PsoRmw rmw) { return rmw == PsoRmw::All ? "all" : "location"; }

// "sc", "tso", "pso", and "x86" for tso.
std::optional<Model> parse_model(std::string_view text);

}  // namespace overtake
