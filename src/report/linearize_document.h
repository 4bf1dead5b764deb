// What `linearize` has found out: the clients that were tried, and the history that no order of its
// operations explains.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/check_document.h"

namespace overtake::report {

// One operation of a history. Calls and returns are numbered in the order in which they happened.
struct HistoryOperation {
  std::string thread;  // "main", "T1", ...
  std::string call;    // "push(1)"
  std::string result;  // "true"; empty: it returned nothing, or not at all
  std::uint32_t called = 0;
  std::uint32_t returned = kNone;  // none: it did not
};

// An order that was tried, up to the operation that fails, and why it does not explain the results.
struct TriedOrder {
  std::vector<std::string> order;
  std::string why;
};

struct LinearizeHistory {
  std::string client;
  std::vector<HistoryOperation> operations;
  std::vector<TriedOrder> orders;
  bool more_orders = false;  // not all are listed
  std::string test_file;     // where the client was written as a test; empty: nowhere
};

enum class ClientVerdict : std::uint8_t { Fine, Violation, Error, Unfinished };

struct TriedClient {
  std::string client;
  ClientVerdict verdict = ClientVerdict::Fine;
  Executions executions;
  double seconds = 0;
};

struct LinearizeDocument {
  Frame frame;
  std::string structure;
  std::string specification;
  std::string criterion;
  std::uint32_t threads = 0;  // the bounds of clients
  std::uint32_t operations = 0;
  Verdict verdict = Verdict::Inconclusive;
  std::uint64_t all_clients = 0;    // within the bounds
  std::uint32_t covered_calls = 0;  // all clients of so many calls, and fewer, were covered
  std::uint64_t run_by_run = 0;     // clients that were not explored by reads-from
  std::uint64_t questions = 0;      // to the consistency library
  Executions executions;
  std::vector<Finding> errors;
  std::optional<LinearizeHistory> history;
  std::vector<Reason> reasons;
  std::vector<Place> bounded_loops;
  std::vector<TriedClient> clients;  // in the order of their size
};

}  // namespace overtake::report

namespace overtake {

template <>
inline constexpr std::array kNames<report::ClientVerdict>{
    Named{report::ClientVerdict::Fine, "fine"},
    Named{report::ClientVerdict::Violation, "violation"},
    Named{report::ClientVerdict::Error, "error"},
    Named{report::ClientVerdict::Unfinished, "unfinished"}};

}  // namespace overtake
