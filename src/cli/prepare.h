// From files to the program that an engine runs: front end, verifier, passes, fences of the model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/model.h"
#include "cli/options.h"
#include "cli/values.h"
#include "frontend/input.h"
#include "ir/program.h"

namespace overtake::cli {

// What determines a program. Schedule files keep it, so that a replay runs the same one.
struct ProgramKey {
  frontend::Input input;
  MemoryModel model = Model::SC;
  std::uint32_t unroll = 0;  // 0: loops are not bounded
  std::optional<Range> nondet_range;
  bool spurious_wakeups = false;
  bool races = false;        // happens-before matters: fences keep their C11 order
  bool zero_memory = false;  // fresh memory is zero, and programs may depend on it
};

// What a program is prepared for. Values that were never set are followed by explorations only.
enum class Purpose : std::uint8_t { Explore, Bounded, Monitor, Fences };

// What the command line says of it.
ProgramKey program_key(const Settings& settings, Purpose purpose = Purpose::Explore);

struct PreparedProgram {
  ir::Program program;
  Range nondet_range;
  std::vector<std::string> restricted_inputs;  // see cli/inputs.h
};

// Loaded, verified and simplified, before orders become the fences of a model.
ir::Program load_program(const ProgramKey& key);

PreparedProgram prepare(const ProgramKey& key);

}  // namespace overtake::cli
