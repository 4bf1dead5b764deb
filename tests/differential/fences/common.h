// What the differential tests of fences share.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "fuzz/sketch.h"
#include "support/random_gcl.h"
#include "support/scale.h"

namespace overtake::fences {

// OVERTAKE_FENCES_PROGRAMS=20000 runs as many programs as one likes.
inline std::uint32_t program_count(std::uint32_t usual) {
  const char* wanted = std::getenv("OVERTAKE_FENCES_PROGRAMS");
  return wanted != nullptr ? static_cast<std::uint32_t>(std::atoi(wanted))
                           : static_cast<std::uint32_t>(support::scaled(usual));
}

// The seed to begin with: OVERTAKE_FENCES_FIRST.
inline std::uint32_t first_program() {
  const char* wanted = std::getenv("OVERTAKE_FENCES_FIRST");
  return wanted != nullptr ? static_cast<std::uint32_t>(std::atoi(wanted)) : 0;
}

inline gcl::Program random_program(std::uint32_t seed, bool asserts = false, bool plain = false) {
  const std::uint32_t processes = seed % 5 == 0 ? 3 : 2;
  return support::RandomGcl(seed, {.processes = processes,
                                   .statements = processes == 3 ? 3u : 5u,
                                   .variables = 2 + seed % 2,
                                   .values = 2,
                                   .asserts = asserts,
                                   .plain = plain})
      .program();
}

// What the engine does not take on: accesses of different sizes to the same bytes.
inline bool has_parts(const fuzz::Sketch& sketch) {
  bool parts = false;
  fuzz::visit(sketch, [&](const fuzz::Statement& s) {
    parts = parts || (fuzz::is_access(s.kind) && (s.size != 4 || s.offset != 0));
  });
  return parts;
}

}  // namespace overtake::fences
