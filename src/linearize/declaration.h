// What the user declared with runtime/linearize.h, and the driver that runs clients of it.
//
//     const Declaration d = parse_declaration(frontend::preprocess(input), "ring_test.cpp", true);
//     input.appended = driver_source(d);
//     input.entry = kDriverEntry;
//
// The macros of the header leave strings in the preprocessed file; nothing else of the file is
// looked at. The driver is source text that is compiled at the end of the user's file, so that the
// file is compiled once: which client runs is written into a constant table of the program
// afterwards (client_program.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"

namespace overtake::linearize {

using CallId = Id<struct CallTag>;

// A call of an operation with values: what clients consist of.
struct Call {
  std::uint32_t operation = 0;  // of Declaration::operations
  std::string arguments;        // "1", "1, 10", ""
  std::string text;             // "push(1)"
  friend bool operator==(const Call&, const Call&) = default;
};

struct DeclaredOperation {
  std::string name;
  std::vector<std::string> values;    // lists of arguments to try
  std::vector<std::uint32_t> single;  // groups: all their calls are one thread's
  bool blocking = false;
  bool interchangeable = false;
  bool distinct = false;
};

struct Declaration {
  std::string file;
  std::uint32_t line = 0;
  bool cxx = true;
  std::string type;
  std::string make;
  std::string validate;
  std::string specification;  // empty: the structure is its own
  std::string prefix;         // of the specification's functions, in C
  std::vector<DeclaredOperation> operations;
  std::uint32_t single_groups = 0;
  // The first `alphabet` are those that threads do, operation by operation.
  std::vector<Call> calls;
  std::uint32_t alphabet = 0;
  std::vector<CallId> initially, finally;
  // OVERTAKE_CLIENT: this client, and no other; by thread.
  std::vector<std::vector<CallId>> client;
  std::string client_criterion;

  const DeclaredOperation& operation_of(CallId call) const {
    return operations[calls[call.index()].operation];
  }
  bool has_blocking() const {
    for (const DeclaredOperation& o : operations)
      if (o.blocking) return true;
    return false;
  }
};

// `values` is how many different values an operation with OVERTAKE_DISTINCT needs: integers are
// counted on if too few were declared. Throws InputError with file and line.
Declaration parse_declaration(std::string_view preprocessed, const std::string& file, bool cxx,
                              std::uint32_t values);

inline constexpr const char* kDriverEntry = "__overtake_linearize_main";
inline constexpr const char* kClientTable = "__overtake_client";
inline constexpr std::uint32_t kClientTableSize = 64;
inline constexpr std::uint32_t kMaxClientThreads = 8;

std::string driver_source(const Declaration& declaration);

}  // namespace overtake::linearize
