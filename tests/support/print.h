// Parameters of tests print as words.
#pragma once

#include <ostream>

#include "base/model.h"
#include "ir/shape.h"

namespace overtake {

inline void PrintTo(Model model, std::ostream* out) { *out << name(model); }

inline void PrintTo(const MemoryModel& model, std::ostream* out) {
  *out << name(model.base);
  if (model.drains_location_only()) *out << "-location";
}

}  // namespace overtake

namespace overtake::ir {

inline void PrintTo(Opcode op, std::ostream* out) { *out << shape(op).name; }

}  // namespace overtake::ir
