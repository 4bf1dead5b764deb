// Threads that cannot tell themselves apart: what the code says about it.
//
// A function is a *plain body* if a thread that runs it is a function of what it reads, and of
// nothing that depends on which thread it is: it never asks for its id, makes no object (whose
// address would have the id in it), spawns and joins no thread, uses no condition variable and no
// barrier (whose words are sets and orders of ids), and always ends with the same result. Two such
// threads with the same argument, or with an argument that the function does not look at, do the
// same as long as they read the same.
#pragma once

#include <optional>
#include <vector>

#include "exec/op.h"

namespace overtake::smc {

class EqualThreads {
 public:
  struct Body {
    bool uses_argument = true;
    exec::Value result;  // of every thread that runs it
  };

  explicit EqualThreads(const ir::Program& program);

  // Whether there may be equal threads at all.
  bool any() const;
  // None: threads that run the function may differ.
  const Body* body(Address function) const;

 private:
  bool is_plain(ir::FunctionId function) const;
  std::optional<exec::Value> constant_result(const ir::Function& function) const;

  const ir::Program& program_;
  std::vector<std::optional<Body>> bodies_;  // by function
};

// Whether the operation leaves a word in memory that names its thread.
bool leaves_id(const exec::Op& op);

}  // namespace overtake::smc
