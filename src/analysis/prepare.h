// From files to the program that an engine runs: front end, verifier, passes, fences of the model.
//
// What is done depends on what the program is prepared for:
//
//                     follows values   privatize,   bounds   marks   lowers
//                     never set        simplify     loops    spins   orders
//     Explore         yes              yes          if told  yes     yes
//     Monitor         no               yes          if told  yes     yes
//     Bounded         no               yes          yes      no      yes
//     Fences          no               yes          if told  no      yes
//     SecondOpinion   as Explore       no           yes      no      yes
//     Text            as Explore       yes          if told  no      no
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/program.h"
#include "frontend/input.h"
#include "ir/program.h"

namespace overtake::analysis {

enum class Purpose : std::uint8_t { Explore, Monitor, Bounded, Fences, SecondOpinion, Text };

// What determines a program. Schedule files keep it, so that a replay runs the same one.
struct ProgramKey {
  frontend::Input input;
  MemoryModel model = Model::SC;
  std::uint32_t unroll = 0;  // 0: loops are not bounded
  bool counted_loops =
      true;  // `unroll` is also for those whose iterations are known when they begin
  std::vector<LoopBound> loops;
  std::optional<Range> nondet_range;
  bool spurious_wakeups = false;
  bool races = false;        // happens-before matters: fences keep their C11 order
  bool zero_memory = false;  // fresh memory is zero, and programs may depend on it
};

ProgramKey key_of(const Program& program, Purpose purpose);

struct Prepared {
  ir::Program program;
  Range nondet_range;
  std::vector<std::string> restricted_inputs;  // see analysis/inputs.h
  bool has_fences = false;                     // of its own, before those of the model were added
};

// The program as the front end makes it.
ir::Program load(const ProgramKey& key);

// Throws UsageError if one of the loops with a bound of its own does not exist.
Prepared prepare(ir::Program loaded, const ProgramKey& key, Purpose purpose);
// The same in two steps. The first does not look at the memory model, and may be shared by several.
Prepared prepare_for_all(ir::Program loaded, const ProgramKey& key, Purpose purpose);
Prepared prepare_for_model(Prepared for_all, const ProgramKey& key, Purpose purpose);
inline Prepared prepare(const ProgramKey& key, Purpose purpose) {
  return prepare(load(key), key, purpose);
}

}  // namespace overtake::analysis
