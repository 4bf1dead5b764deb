// What the differential tests of fences share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "fuzz/sketch.h"
#include "gcl/print.h"
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

// As text; the language of .gcl files has no word for atomic sections.
inline std::string text_of(const gcl::Program& program) {
  const bool sections = std::ranges::any_of(program.processes, [](const gcl::Process& p) {
    return std::ranges::any_of(p.instructions, [](const gcl::Instruction& i) {
      return i.statement.kind == gcl::StatementKind::Lock ||
             i.statement.kind == gcl::StatementKind::Unlock;
    });
  });
  return sections ? gcl::to_trencher(program) : gcl::to_gcl(program);
}

// With atomic sections in some of the processes.
inline gcl::Program random_sections(std::uint32_t seed) {
  const std::uint32_t processes = seed % 5 == 0 ? 3 : 2;
  return support::RandomGcl(500'000 + seed, {.processes = processes,
                                             .statements = processes == 3 ? 4u : 6u,
                                             .variables = 2 + seed % 2,
                                             .values = 2,
                                             .plain = seed % 2 == 0,
                                             .sections = true})
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
