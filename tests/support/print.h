// Parameters of tests print as words.
#pragma once

#include <ostream>

#include "base/model.h"

namespace overtake {

inline void PrintTo(Model model, std::ostream* out) { *out << name(model); }

inline void PrintTo(const MemoryModel& model, std::ostream* out) {
  *out << name(model.base);
  if (model.drains_location_only()) *out << "-location";
}

}  // namespace overtake
