// Processes that work on their registers for ever, after what matters: witnesses are replayed all
// the same.
#include <gtest/gtest.h>

#include <string>

#include "fences/fences.h"
#include "fences/gcl_subject.h"
#include "gcl/parser.h"

namespace overtake::fences {
namespace {

// Store buffering, each process with such a loop after it.
Report store_buffering(const std::string& loop, const FenceOptions& options) {
  const GclSubject subject(
      gcl::parse_gcl("program sb vars x y procs\n"
                     "process p regs $r $s init a begin a: x = 1; goto b b: $r = y; goto l " +
                         loop +
                         " end\n"
                         "process q regs $r $s init a begin a: y = 1; goto b b: $r = x; goto l " +
                         loop + " end\n",
                     "sb.gcl"));
  return find_fences(subject, options);
}

TEST(LocalLoops, AreTheEndOfAProcess) {
  for (const std::string loop :
       {"l: skip; goto l", "l: $s = 1 - $s; goto l", "l: assume $s == 0; goto l",
        "l: $s = 1; goto m m: $s = 0; goto l", "l: $r = $s; goto l l: $r = 1; goto l",
        "l: assume $s < 1; goto l l: assume $s < 2; goto l", "l: fence; goto l"}) {
    SCOPED_TRACE(loop);
    for (const Criterion criterion : {Criterion::Persistence, Criterion::Robustness}) {
      const Report r = store_buffering(loop, {.criterion = criterion, .model = Model::TSO});
      EXPECT_EQ(r.verdict, Verdict::FencesNeeded);
      EXPECT_EQ(r.fences.size(), 2u);
      ASSERT_TRUE(r.counterexample);
      EXPECT_TRUE(r.counterexample->replay.valid);
    }
  }
}

// The last thing that a process does in its iteration is a store: it is part of the witness.
TEST(LocalLoops, MayStandBehindAStore) {
  const GclSubject subject(gcl::parse_gcl(
      "program sb vars x y procs\n"
      "process p regs $r init a begin a: x = 1; goto b b: $r = y; goto l l: $r = 0; goto l end\n"
      "process q regs $r init a begin a: y = 1; goto l l: $r = 0; goto l end\n",
      "sb.gcl"));
  const Report r = find_fences(subject, {.criterion = Criterion::Persistence});
  EXPECT_EQ(r.verdict, Verdict::FencesNeeded);
  EXPECT_EQ(r.fences.size(), 1u);
  ASSERT_TRUE(r.counterexample);
  EXPECT_TRUE(r.counterexample->replay.valid);
}

// No process is left that could end q's waiting: as if p had ended, because it has.
TEST(LocalLoops, AreNoHopeForWhoWaits) {
  const auto waits = [](const std::string& loop) {
    const GclSubject subject(gcl::parse_gcl(
        "program w vars x procs\n"
        "process p regs $r init l begin " +
            loop +
            " end\n"
            "process q regs $r init a begin a: $r = x; goto b b: assume $r == 0; goto a "
            "b: assume $r == 1; goto c end\n",
        "w.gcl"));
    return find_fences(subject, {.criterion = Criterion::Safety, .model = Model::TSO});
  };
  for (const std::string loop : {"l: $r = 1; goto l", "l: skip; goto l", "l: x = 0; goto e"})
    EXPECT_EQ(waits(loop).verdict, Verdict::FailsUnderSc) << loop;
  EXPECT_EQ(waits("l: x = 1; goto l").verdict, Verdict::NoFencesNeeded);
  EXPECT_EQ(waits("l: $r = 1; goto l l: x = 1; goto e").verdict, Verdict::NoFencesNeeded);
}

}  // namespace
}  // namespace overtake::fences
