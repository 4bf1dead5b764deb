// Reads what a run has left (findings.h).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "observe/findings.h"

namespace overtake::observe {

struct FoundPair {
  RecordKind kind = RecordKind::Violation;  // or Race, Whole
  std::uint64_t offset = 0;                 // of the record
  std::uint64_t count = 0;
  std::uint64_t first = 0;  // numbers of events
  std::uint64_t second = 0;
  std::uint32_t models = 0;  // kTso, kPso
  std::uint32_t window_models = 0;
  bool truncated = false;
  std::vector<WindowEvent> events;
  std::vector<PairOfEvents> all;  // of Whole
};

struct FoundDeadlock {
  std::vector<WaitingThread> waiting;
};

struct Module {
  std::uint64_t begin = 0, end = 0, offset = 0;
  std::string path;
  friend bool operator==(const Module&, const Module&) = default;
};

struct Findings {
  FileHeader header{};
  std::vector<ContextNode> contexts;  // by number
  std::vector<FoundPair> pairs;
  std::vector<FoundDeadlock> deadlocks;
  std::vector<CrashRecord> crashes;
  std::vector<Module> modules;
  std::map<std::uint32_t, ThreadRecord> threads;  // by number

  // The addresses of the calls that lead to an access, innermost first: the access itself, then
  // return addresses.
  std::vector<std::uint64_t> stack(std::uint64_t pc, std::uint32_t context) const;
  // "main", "T1" (main's first thread), "T1.2", or what it is called with its number.
  std::string thread_name(std::uint32_t number) const;
};

// Throws InputError if it is no such file. What is not complete is left out; a program that was
// killed before its first event has left nothing.
Findings read_findings(const std::string& path);

}  // namespace overtake::observe
