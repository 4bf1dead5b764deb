#include "ir/errors.h"

#include <array>

namespace overtake::ir {
namespace {

struct Names {
  std::string_view name;
  std::string_view description;
};

// In the order of ErrorKind.
constexpr std::array<Names, 26> kNames{{
    {"assertion", "assertion failed"},
    {"abort", "the program aborts"},
    {"null-dereference", "null pointer dereference"},
    {"out-of-bounds", "access out of bounds"},
    {"use-after-free", "use of freed memory"},
    {"double-free", "memory freed twice"},
    {"invalid-free", "free of something that is not a heap object"},
    {"dead-stack-object",
     "use of a variable whose function has returned, or whose thread has ended"},
    {"invalid-pointer", "access through a pointer to no object"},
    {"write-to-constant", "write to a constant object"},
    {"division-by-zero", "division by zero"},
    {"unlock-not-held", "unlock of a lock that this thread does not hold"},
    {"destroyed-mutex", "use of a destroyed lock or condition variable"},
    {"stack-overflow", "stack overflow"},
    {"unreachable", "unreachable code is reached"},
    {"invalid-call", "call through a pointer to no function"},
    {"invalid-join", "join of something that is not a thread"},
    {"uncaught-exception", "exception leaves its thread"},
    {"lock-misuse", "misuse of a lock"},
    {"barrier-misuse", "misuse of a barrier"},
    {"invalid-allocation", "allocation with an impossible alignment or size"},
    {"uninitialized", "the outcome depends on a value that was never set"},
    {"uninitialized-lock", "use of a lock or condition variable that was never initialized"},
    {"deadlock", "deadlock: threads wait for each other for ever"},
    {"hang", "a spin loop that nothing can end any more"},
    {"race", "data race"},
}};

}  // namespace

std::string_view name(ErrorKind kind) { return kNames[static_cast<std::size_t>(kind)].name; }
std::string_view describe(ErrorKind kind) {
  return kNames[static_cast<std::size_t>(kind)].description;
}

}  // namespace overtake::ir
