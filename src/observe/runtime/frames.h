// The calls that a thread is in, and their names as numbers.
//
// Compilers announce the entry and exit of functions. Frames lie in an array of their own; an
// exception or a longjmp leaves some there, which are recognized by the stack pointer: a frame
// that was entered below the current stack pointer has ended. The calls that lead to an access
// become a number when it is written down (a node of the tree of calls, ContextNode), and a frame
// remembers its number.
#pragma once

#include <cstdint>

#include "observe/findings.h"
#include "observe/runtime/sys.h"

namespace overtake::observe {

struct Frame {
  std::uint64_t pc = 0;       // of the call; 0: the bottom of the array
  std::uint32_t stack = 0;    // the stack pointer, its low half
  std::uint32_t context = 0;  // 0: not numbered yet
};

inline constexpr std::size_t kFrames = 1u << 20;  // address space; more than a stack can hold

// One past the newest frame of this thread; null before there are any.
extern __thread Frame* frames __attribute__((tls_model("initial-exec")));

// An array of frames for a new thread, with its bottom; null if there is no memory.
Frame* new_frames();
void free_frames(Frame* first);

class Contexts {
 public:
  // The nodes lie in the findings file.
  bool start(ContextNode* nodes, std::uint64_t capacity, std::uint64_t* count);
  // The number of what `top` (one past the newest frame) stands for.
  std::uint32_t number(Frame* top) {
    Frame& newest = top[-1];
    return OVERTAKE_LIKELY(newest.context != 0 || newest.pc == 0) ? newest.context : resolve(top);
  }
  // Frames remember nothing of what was numbered before.
  void forget(Frame* top);

 private:
  std::uint32_t resolve(Frame* top);
  std::uint32_t intern(std::uint32_t parent, std::uint64_t pc);

  ContextNode* nodes_ = nullptr;
  std::uint64_t capacity_ = 0;
  std::uint64_t* count_ = nullptr;
  PageArray<std::uint32_t> table_;  // open addressing
};

}  // namespace overtake::observe
