// The passes on programs with several threads: every machine shows the same outcomes before and
// after, and the loop bound has nothing to say where there are no loops.
#include <gtest/gtest.h>

#include "fuzz/engine.h"
#include "fuzz/harness.h"
#include "fuzz/to_ir.h"
#include "ir/loops.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/privatize.h"
#include "ir/simplify.h"
#include "ir/verify.h"

namespace overtake::fuzz {
namespace {

ir::Program after_all_passes(ir::Program p) {
  ir::privatize(p);
  ir::bound_loops(p, 1);
  ir::simplify(p);
  ir::verify_or_throw(p);
  return ir::parse(ir::print(p), "printed");
}

TEST(Passes, KeepTheOutcomes) {
  Property property{"passes", "the passes keep the outcomes", everything, [](const Sketch& sketch) {
                      const ir::Program before = to_ir(sketch);
                      const ir::Program after = after_all_passes(before);
                      for (const MachineName machine : kMachines) {
                        const auto different =
                            difference("before", engine_outcomes(sketch, before, machine), "after",
                                       engine_outcomes(sketch, after, machine));
                        if (different) return different;
                      }
                      return std::optional<std::string>{};
                    }};
  const FuzzResult result = fuzz(property, {.first_seed = 1, .count = 300});
  EXPECT_FALSE(result.failure) << report(*result.failure);
  EXPECT_EQ(result.programs, 300u);
}

}  // namespace
}  // namespace overtake::fuzz
