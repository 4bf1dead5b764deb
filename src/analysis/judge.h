// The judge: what engines found is replayed on the machine, and made short, before a user sees it.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "memory/found.h"
#include "memory/replay.h"
#include "report/make_run.h"

namespace overtake::analysis {

// A counterexample that was replayed.
struct Judged {
  exec::Error error;
  memory::Schedule schedule;
  memory::ThreadNames names;
  memory::Replay replay;             // of `schedule`
  std::optional<report::Race> race;  // if the error is one
};

report::Finding make_finding(const ir::Program& program, const Judged& judged, bool full);

class Judge {
 public:
  // The program must outlive the judge. Once `stop` is set, less is done to make errors short.
  Judge(const ir::Program& program, MemoryModel model, const std::atomic<bool>* stop = nullptr)
      : program_(program), options_{model}, stop_(stop) {}

  // Throws InternalError if the schedule does not lead to the error that it was reported with.
  // Nothing if that error only happens after another one: the program has ended by then.
  // `as_it_is`: without making it short.
  std::optional<Judged> replayed(const memory::FoundError& found, bool as_it_is = false) const;
  Judged replayed(const memory::FoundRace& found) const;

  // A schedule that was saved, without shortening it. Throws InputError, which names `file`, if it
  // does not lead to the error of the kind, or to the race.
  Judged again(const memory::Schedule& schedule, const memory::ThreadNames& names,
               std::string_view error_kind, const std::optional<report::Race>& race,
               const std::string& file) const;

  // What the program prints on the way.
  std::string output(const Judged& judged) const;

 private:
  const ir::Program& program_;
  memory::MachineOptions options_;
  const std::atomic<bool>* stop_;
};

}  // namespace overtake::analysis
