// Findings of runs, judged, named and put together: one entry for each pair of places.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "observe/findings_file.h"
#include "observe/result.h"
#include "observe/suppressions.h"

namespace overtake::observe {

class Collector {
 public:
  explicit Collector(const Suppressions& suppressions) : suppressions_(suppressions) {}

  // What one process of a run has left.
  void add(const Findings& findings, std::uint64_t seed);
  // All processes of a run have been added.
  void end_run() { counted_.clear(); }

  Result& result() { return result_; }

 private:
  void add_violation(const Findings& f, const FoundPair& pair, Symbols& symbols,
                     std::uint64_t seed);
  void add_race(const Findings& f, const FoundPair& pair, Symbols& symbols, std::uint64_t seed);
  void add_deadlock(const Findings& f, const FoundDeadlock& found, Symbols& symbols,
                    std::uint64_t seed);
  void add_crash(const Findings& f, const CrashRecord& found, Symbols& symbols, std::uint64_t seed);
  // Names for addresses of a process; runs with the same modules share them.
  Symbols& symbols_of(const Findings& f);
  // True the first time in this run.
  bool counts(const std::string& key) { return counted_.insert({key, true}).second; }

  const Suppressions& suppressions_;
  Result result_;
  std::vector<Module> modules_;
  std::unique_ptr<Symbols> symbols_;
  std::map<std::string, std::string> keys_;  // by addresses of a pair: its places
  std::map<std::string, std::size_t> violations_, races_, deadlocks_, crashes_;  // by places
  std::map<std::string, bool> counted_;                                          // in this run
};

}  // namespace overtake::observe
