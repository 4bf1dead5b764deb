// The program that a measurement is about: MODEL FILE [compiler flags ...].
#pragma once

#include <cstdio>
#include <ctime>
#include <optional>

#include "base/model.h"
#include "frontend/input.h"
#include "ir/privatize.h"
#include "ir/simplify.h"
#include "memory/lower.h"

namespace overtake {

struct MeasuredProgram {
  Model model;
  ir::Program program;
};

// Nothing: the arguments are wrong, and that was said.
inline std::optional<MeasuredProgram> measured_program(int argc, char** argv) {
  const std::optional<Model> model = argc > 2 ? parse_model(argv[1]) : std::nullopt;
  if (!model) {
    std::fprintf(stderr, "usage: %s sc|tso|pso FILE [compiler flags ...]\n", argv[0]);
    return std::nullopt;
  }
  frontend::Input input;
  input.files = {argv[2]};
  input.compiler_flags.assign(argv + 3, argv + argc);
  ir::Program loaded = frontend::load(input);
  ir::privatize(loaded);
  ir::simplify(loaded);
  return MeasuredProgram{*model, memory::lower_orders(loaded, *model)};
}

// Seconds of this thread: others may be using the machine.
inline double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace overtake
