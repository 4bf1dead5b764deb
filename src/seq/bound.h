// The bounded program: loops unrolled, calls inlined, recursion bounded, threads enumerated.
//
//     BoundedProgram b = bound(program, {.unroll = 3});
//     b.program.functions[t]        // all that thread instance t may ever do: no calls, no cycles
//
// The result is again a Program: one function for each thread instance, without cycles, so that
// every instruction is executed at most once in a run. That is what makes threads and objects
// countable: each Spawn is one thread, each Alloc and Alloca one object, and both get names that
// are known before anything runs. Objects become globals, so their addresses are constants.
//
// What does not fit into the bounds stops its thread (a LoopBound that always triggers), so that
// the bounded program is not taken for the whole.
#pragma once

#include <cstdint>
#include <vector>

#include "base/advice.h"
#include "ir/program.h"

namespace overtake::seq {

struct BoundOptions {
  std::uint32_t unroll = 1;  // iterations of a loop, and frames of a recursive function
  std::uint32_t max_threads = 64;
  std::uint32_t max_instructions = 400'000;
};

// The bounded program has more instructions or threads than the options allow.
class TooLarge : public AdvisedError {
 public:
  using AdvisedError::AdvisedError;
};

// A thread of the bounded program. Instance t runs functions[t]; its id, as the program sees it, is
// t.
struct Instance {
  std::uint32_t parent = 0;
  // It is its parent's number-th child, if that is the same on all paths, else kManyNumbers.
  std::uint32_t number = 0;
  static constexpr std::uint32_t kManyNumbers = 0xffffffffu;
};

enum class ObjectKind : std::uint8_t { Global, ThreadLocal, Stack, Heap };

struct Object {
  ObjectKind kind = ObjectKind::Global;
  bool is_private = false;  // only instance `owner` ever has its address
  std::uint32_t owner = 0;
};

struct BoundedProgram {
  ir::Program program;  // entry: instance 0
  std::vector<Instance> instances;
  std::vector<Object> objects;  // by GlobalId
  bool cut = false;             // some thread may be stopped by a bound
};

// Wants a program after memory::lower_orders and without SpinHeads. Throws InputError for what
// cannot be bounded: an allocation of unknown size, a thread whose function is not known.
BoundedProgram bound(const ir::Program& program, const BoundOptions& options);

}  // namespace overtake::seq
