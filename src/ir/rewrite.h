// Rebuilds a function's code in one sweep: passes that insert or drop instructions copy the code
// into a fresh vector, and the rewriter moves all jump targets along.
//
//     CodeRewriter out(function);
//     for (const Instruction& i : function.code) {
//       out.next();                              // the place of i: jumps to i go here
//       if (wants_fence(i)) out.emit(fence);
//       if (!dropped(i)) out.emit(i);            // targets as they were in the old code
//     }
//     out.finish();
#pragma once

#include <utility>
#include <vector>

#include "ir/program.h"
#include "ir/shape.h"

namespace overtake::ir {

class CodeRewriter {
 public:
  explicit CodeRewriter(Function& function) : function_(function) {
    code_.reserve(function.code.size() + function.code.size() / 4);
    moved_.reserve(function.code.size());
  }

  // What is emitted from now on stands at the place of the next old instruction. A jump to a
  // dropped instruction goes to what follows it.
  void next() { moved_.push_back(static_cast<std::uint32_t>(code_.size())); }

  void emit(const Instruction& instruction) { code_.push_back(instruction); }

  // `next` must have been called once for each old instruction. Targets of emitted instructions,
  // and those of the switch tables, are old indices until here.
  void finish() {
    std::vector<bool> used(function_.switches.size(), false);
    for (Instruction& i : code_) {
      if (i.op == Opcode::Switch) used[i.target] = true;
      for_each_target(function_, i, [&](std::uint32_t& target) { target = moved_[target]; });
    }
    // The tables of switches that were dropped.
    for (std::size_t t = 0; t < used.size(); ++t)
      if (!used[t]) function_.switches[t] = {.otherwise = 0, .cases = {}};
    function_.code = std::move(code_);
  }

 private:
  Function& function_;
  std::vector<Instruction> code_;
  std::vector<std::uint32_t> moved_;  // by old index
};

}  // namespace overtake::ir
