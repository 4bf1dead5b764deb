// The fewest fences that make a program right: `overtake fences` in data.
//
//     const report::FencesDocument d = analysis::fences({.program = {.files = {"peterson.c"}}});
//     for (const report::Fence& f : d.fences)
//       std::cout << f.place.text() << ": " << f.after << '\n';
//     for (const auto& [file, text] : analysis::patched_files(d, {})) ...
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "analysis/control.h"
#include "analysis/program.h"
#include "fences/choices.h"
#include "linearize/history.h"

namespace overtake::analysis {

enum class Backend : std::uint8_t { Explicit, Spin };
enum class ReductionFormat : std::uint8_t { Gcl, Promela };

struct FencesOptions {
  Program program;  // under TSO or PSO
  // None: what the program needs. Guarded commands: persistence, or safety for PSO. C and C++:
  // safety, and in a second line what sequential consistency would cost; robustness if the program
  // is safe and has no assertions.
  std::optional<overtake::fences::Criterion> criterion = {};
  overtake::fences::Cost cost = overtake::fences::Cost::Count;
  // Where repairs may stand, and how they are written.
  overtake::fences::RepairOptions repair = {.places = overtake::fences::Places::Anywhere,
                                            .style = overtake::fences::PatchStyle::Order};
  bool all_sets = false;     // every minimal set
  std::uint32_t buffer = 0;  // stores in a buffer; 0: as many as matter
  // Values are wrapped to so many; 0: as they are, unless counters seem to have no end.
  std::uint32_t value_bits = 0;
  std::optional<std::uint32_t> flatten = {};  // by abstractions, exact for so many steps
  Backend backend = Backend::Explicit;        // Spin: its verdict must agree
  std::uint32_t jobs = 1;                     // threads; 0: as many as there are processors
  // Of a file that declares a data structure (analysis/linearize_repair.h), if no criterion is set.
  linearize::Criterion require = linearize::Criterion::Linearizable;
  std::uint32_t client_threads = 2;
  std::uint32_t client_operations = 2;
};

// Throws UsageError for options that do not go together.
report::FencesDocument fences(const FencesOptions& options, const Control& control = {});

// What spin is asked about the program: PERSIST's reduction.
std::string fences_reduction(const FencesOptions& options, ReductionFormat format);

// The files of C and C++ with the document's fences in them.
std::map<std::string, std::string> patched_files(const report::FencesDocument& document,
                                                 const overtake::fences::RepairOptions& repair);

// Whether the program is one of guarded commands, for which there are no patches.
bool is_gcl(const Program& program);

}  // namespace overtake::analysis

namespace overtake {

template <>
inline constexpr std::array kNames<analysis::Backend>{
    Named{analysis::Backend::Explicit, "explicit"}, Named{analysis::Backend::Spin, "spin"}};

template <>
inline constexpr std::array kNames<analysis::ReductionFormat>{
    Named{analysis::ReductionFormat::Gcl, "gcl"},
    Named{analysis::ReductionFormat::Promela, "promela"}};

}  // namespace overtake
