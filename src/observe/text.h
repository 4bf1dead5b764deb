// Findings as text, as sanitizers print them.
#pragma once

#include <string>

#include "observe/result.h"

namespace overtake::observe {

struct TextStyle {
  bool color = false;
  bool full = false;          // every step of every run
  std::string source_folder;  // names of files below it are shown without it; empty: as they are
};

std::string to_text(const Violation& violation, const TextStyle& style);
std::string to_text(const RaceFound& race, const TextStyle& style);
std::string to_text(const DeadlockFound& deadlock, const TextStyle& style);
std::string to_text(const CrashFound& crash, const TextStyle& style);

// All findings, and what was done to find them.
std::string to_text(const Result& result, const TextStyle& style);
// The last lines of it.
std::string summary_text(const Result& result, const TextStyle& style);

// "store of x at sb.c:4 (left)".
std::string short_text(const ObservedEvent& event, const TextStyle& style);
// What one event does in a run, and why it comes before the next of a cycle.
std::string event_text(const ObservedEvent& event);
std::string_view because(EdgeKind kind);

}  // namespace overtake::observe
