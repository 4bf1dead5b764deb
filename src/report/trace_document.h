// What `consistency` and `litmus` have found out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/check_document.h"

namespace overtake::report {

enum class TraceVerdict : std::uint8_t { Consistent, Inconsistent, Unknown };

struct TraceStep {
  std::uint32_t event = kNone;
  std::uint32_t line = 0;
  std::string thread;
  std::string text;
  bool memory_write = false;
  bool store_fence = false;
  bool final_value = false;  // what memory holds at the end: no event of the thread
};

struct TraceEdge {
  TraceStep from;
  TraceStep to;
  std::string rule;
  std::string text;
  std::uint32_t read = kNone;
};

struct TraceReason {
  std::string rule;
  std::optional<TraceStep> read;
  std::vector<TraceEdge> cycle;
};

struct TraceEvent {
  std::string thread;
  std::string op;
  std::uint32_t line = 0;
  std::string text;
  std::string variable;
  std::optional<Value> read;
  std::optional<Value> written;
};

struct TraceResult {
  Place place;
  std::string name;
  TraceVerdict verdict = TraceVerdict::Unknown;
  std::optional<std::vector<TraceStep>> witness;  // with --order
  std::optional<TraceReason> reason;
  std::vector<std::string> explanation;
  std::vector<TraceEvent> events;
  Run run;  // the witness, as an execution like any other
};

// How much the text says of each trace.
enum class TraceDetail : std::uint8_t { Explained, Verdict, Terse };

struct ConsistencyDocument {
  Frame frame;
  TraceDetail detail = TraceDetail::Explained;
  std::vector<TraceResult> traces;
  std::uint64_t count(TraceVerdict verdict) const;
};

// A run that ends in a final state of a litmus test.
struct LitmusRun {
  std::string state;       // "0:EAX=0; 1:EAX=0"
  bool satisfies = false;  // the proposition of the condition
  Run run;
};

struct LitmusResult {
  std::string file;
  std::string error;  // not empty: the test could not be run, and the rest is empty
  std::string test;
  std::string condition;  // begins with exists, ~exists or forall
  std::string hash;
  std::string observation;
  bool ok = false;
  std::uint64_t positive = 0;
  std::uint64_t negative = 0;
  std::vector<std::string> locations;
  std::vector<std::vector<std::string>> states;
  std::vector<LitmusRun> runs;  // one for each of `states`, or none
  double seconds = 0;
  std::string difference;  // from what was expected
};

struct LitmusDocument {
  Frame frame;
  std::uint64_t files = 0;  // of several, the text ends with a summary
  bool expected = false;    // it was compared with verdicts
  bool finished = false;
  std::vector<LitmusResult> tests;
  std::uint64_t ok() const;
  std::uint64_t no() const;
  std::uint64_t errors() const;
  std::uint64_t different() const;
};

}  // namespace overtake::report

namespace overtake {

template <>
inline constexpr std::array kNames<report::TraceVerdict>{
    Named{report::TraceVerdict::Consistent, "consistent"},
    Named{report::TraceVerdict::Inconsistent, "inconsistent"},
    Named{report::TraceVerdict::Unknown, "unknown"}};

template <>
inline constexpr std::array kNames<report::TraceDetail>{
    Named{report::TraceDetail::Explained, "explained"},
    Named{report::TraceDetail::Verdict, "verdict"}, Named{report::TraceDetail::Terse, "terse"}};

}  // namespace overtake
