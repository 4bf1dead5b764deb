// Outcomes: what is left when a program can do nothing more. The set of them is what two machines
// are compared by.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/program.h"

namespace overtake::fuzz {

// Stuck: it waits for another thread; or, of an exploration that knows spin loops, Spinning: it is
// in one, and was stopped there. Bounded: by a bound on loops.
enum class Ending : std::uint8_t { Ended, Failed, Assumed, Exited, Stuck, Spinning, Bounded };

struct ThreadOutcome {
  std::string name;  // "main", "T1": its first child, "T1.2": the second child of T1
  Ending ending = Ending::Ended;
  ir::ErrorKind error{};     // if Failed
  std::uint64_t result = 0;  // if Ended
  friend auto operator<=>(const ThreadOutcome&, const ThreadOutcome&) = default;
};

struct Outcome {
  std::vector<ThreadOutcome> threads;  // sorted by name
  std::vector<std::uint64_t> memory;   // each location; then each slot of the heap: 0 null, 1 not
  bool cut_short = false;              // only an error of a run that is no execution
  friend auto operator<=>(const Outcome&, const Outcome&) = default;
};

using Outcomes = std::set<Outcome>;

// Whether some thread ends like that.
bool ends(const Outcome& outcome, Ending ending);

// A run that was cut short in an atomic section is no execution. How far the other threads got in
// it says nothing, but their errors do: one outcome for each.
void insert_failures(const Outcome& cut_short, Outcomes& outcomes);

std::string to_string(const Outcome& outcome);

// What stands in one set and not in the other; empty if `all` contains everything of `some`.
std::string missing(const Outcomes& some, const Outcomes& all);

// Nothing if the two are equal, else what only one of them has.
std::optional<std::string> difference(const std::string& left_name, const Outcomes& left,
                                      const std::string& right_name, const Outcomes& right);

}  // namespace overtake::fuzz
