// Histories: which operations a run did, with which results, and which of them had ended before
// others began.
//
// An operation begins at its first step and ends at its last, as its thread issues them: a store
// that waits in a buffer has been issued. The driver marks calls and returns (exec::Mark), which
// are no steps; so a mark stands between two events of its thread, and in a run it may be anywhere
// between these two.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/named.h"
#include "exec/thread.h"
#include "linearize/client.h"

namespace overtake::linearize {

// As in runtime/linearize.h.
enum class MarkKind : std::uint8_t {
  Call,
  Return,
  Signed,
  Unsigned,
  Bool,
  Empty,
  Open,
  Close,
  Character,
  Throw,
  Section,
};

using Result = std::vector<exec::Mark>;

// "3", "true", "empty", "(1, 2)", "throws"; nothing if the operation returns nothing.
std::string text(const Result& result);

enum class Criterion : std::uint8_t { Linearizable, Sequential, Quiescent };

// One operation of a run; `section` is 0 at the beginning, then the threads from 1 on, and
// kFinalSection at the end.
inline constexpr std::uint32_t kFinalSection = 9;

struct Operation {
  std::uint32_t section = 0;
  std::uint32_t number = 0;  // in its section
  CallId call;
  ThreadId thread;  // of the program; none if not called
  bool called = false;
  bool returned = false;
  Result result;
  // How many events of its thread came before its call, and before its return.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(const Operation&, const Operation&) = default;
};

// Operations are numbered section by section. So few that a set of them is a word.
inline constexpr std::uint32_t kMaxOperations = 32;
using OperationSet = std::uint32_t;
constexpr OperationSet only(std::size_t operation) { return OperationSet{1} << operation; }

// The operations of a client, none of them called yet.
std::vector<Operation> operations_of(const Declaration& declaration, const Client& client);

// Writes into `operations`, which are those of the client, what the marks of one thread say.
// `events_at(mark)` is how many events of the thread came before a mark.
void read_marks(ThreadId thread, std::span<const exec::Mark> marks, std::span<Operation> operations,
                const std::function<std::uint32_t(std::size_t)>& events_at);

// By operation: which operations had ended before it began.
using Precedence = std::array<OperationSet, kMaxOperations>;

struct History {
  std::vector<Operation> operations;
  Precedence ended_before{};  // of those that were called
};

}  // namespace overtake::linearize

namespace overtake {

template <>
inline constexpr std::array kNames<linearize::Criterion>{
    Named{linearize::Criterion::Linearizable, "linearizable"},
    Named{linearize::Criterion::Sequential, "sequential"},
    Named{linearize::Criterion::Quiescent, "quiescent"}};

}  // namespace overtake
