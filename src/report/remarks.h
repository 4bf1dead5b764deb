// What an answer does not cover, and what else there is to say about it: as data, and as sentences.
//
// A `Reason` keeps "no error" from being the whole truth; a `Note` does not. Engines and analyses
// know neither the options of the command line nor how something is said; both are here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/advice.h"
#include "base/named.h"
#include "report/execution.h"

namespace overtake::report {

// What each holds in Reason::number, ::text and ::place is said beside it.
enum class Why : std::uint8_t {
  Told,  // text: a sentence of a document that an older version wrote
  // Stopped from outside.
  Interrupted,
  Timeout,
  Memory,
  Processes,  // one of the processes died, or all were told to end
  // Explorations.
  MaxExecutions,
  Preemptions,
  PreemptionsUnseen,  // the same, said by the monitors
  LoopBound,
  Deepened,  // number: iterations that were exhausted, or 0; text: the loops that were cut off
  Configurations,
  Threads,     // number
  Waiters,     // number
  Operations,  // number
  Lifetimes,
  RacesUnchecked,
  Resume,            // text: the file to continue from here
  ResumeCheckpoint,  // text: the file to continue from the last checkpoint
  Estimate,          // text: executions in all, a guess
  Repeated,          // place, text: the thread, number: how often; 0: it computes alone
  Hunted,  // number: different executions that random runs met, text: of how many, a guess
  Inputs,
  // Bounded model checking.
  Unconfirmed,
  Width,
  Unrolling,
  Rounds,  // number: these would do
  Clock,   // number
  Queue,   // number
  // Fences.
  Buffers,  // number
  Endless,  // text: the process, and where
  // Recorded traces.
  OneExecution,
};

struct Reason {
  Why why = Why::Told;
  std::uint64_t number = 0;
  std::string text;
  Place place;

  Reason() = default;
  Reason(Why why, std::uint64_t number = 0, std::string text = {}, Place place = {})  // NOLINT
      : why(why), number(number), text(std::move(text)), place(std::move(place)) {}
};

// The option that would have led further; empty if there is none.
std::string_view option(Why why);
std::string sentence(const Reason& reason);

enum class About : std::uint8_t {
  Told,         // text: a sentence, from a document that was saved
  Exploration,  // text: the equivalence that was chosen
  NoCheckpoints,
  Instances,   // number: written, text: to this folder, more: left out
  Ignored,     // text: kinds of errors
  Hunted,      // the error was met by a random run. number: of how many, more: the seed
  NotWritten,  // text: what could not be written, and why
  PlainRace,   // text: the places of two accesses that race, which was not asked for
  // A second exploration. number: of its executions, more: iterations of loops, at most
  VerifiedAll,     // agrees on errors and on the number of executions
  VerifiedErrors,  // agrees on errors
  VerifiedPartly,  // does not contradict, but is not complete
};

struct Note {
  About about = About::Told;
  std::uint64_t number = 0;
  std::string text;
  std::uint64_t more = 0;
};

std::string sentence(const Note& note);

// What follows the message of an error: "; bound its loops with --unroll". Empty for None.
std::string advice_text(Advice advice);

// A guess is given with two digits: "3400", "1.2e+09".
// Rounded up: a guess is never below what it is a guess of.
std::string rounded(double guess);
std::string roughly(double seconds);  // "40 s", "3 min", "5 h", ...

// "1 execution", "2 executions".
std::string counted(std::uint64_t n, std::string_view what);

// "a, b, c"
std::string joined(const std::vector<std::string>& parts, std::string_view separator = ", ");

}  // namespace overtake::report

namespace overtake {

// Stable words for programs that read the JSON.
template <>
inline constexpr std::array kNames<report::Why>{
    Named{report::Why::Told, "told"},
    Named{report::Why::Interrupted, "interrupted"},
    Named{report::Why::Timeout, "timeout"},
    Named{report::Why::Memory, "memory"},
    Named{report::Why::Processes, "processes"},
    Named{report::Why::MaxExecutions, "max-executions"},
    Named{report::Why::Preemptions, "preemptions"},
    Named{report::Why::PreemptionsUnseen, "preemptions-unseen"},
    Named{report::Why::LoopBound, "loop-bound"},
    Named{report::Why::Deepened, "deepened"},
    Named{report::Why::Configurations, "configurations"},
    Named{report::Why::Threads, "threads"},
    Named{report::Why::Waiters, "waiters"},
    Named{report::Why::Operations, "operations"},
    Named{report::Why::Lifetimes, "lifetimes"},
    Named{report::Why::RacesUnchecked, "races-unchecked"},
    Named{report::Why::Resume, "resume"},
    Named{report::Why::ResumeCheckpoint, "resume-checkpoint"},
    Named{report::Why::Estimate, "estimate"},
    Named{report::Why::Repeated, "repeated"},
    Named{report::Why::Hunted, "hunted"},
    Named{report::Why::Inputs, "inputs"},
    Named{report::Why::Unconfirmed, "unconfirmed"},
    Named{report::Why::Width, "width"},
    Named{report::Why::Unrolling, "unrolling"},
    Named{report::Why::Rounds, "rounds"},
    Named{report::Why::Clock, "clock"},
    Named{report::Why::Queue, "queue"},
    Named{report::Why::Buffers, "buffers"},
    Named{report::Why::Endless, "endless"},
    Named{report::Why::OneExecution, "one-execution"}};

}  // namespace overtake
