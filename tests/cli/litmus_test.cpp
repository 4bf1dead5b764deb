// overtake litmus, and the other text front ends of overtake check.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "run.h"

namespace overtake::test::litmus_tests {
namespace {

const std::string kCorpus = std::string(OVERTAKE_SOURCE_DIR) + "/tests/litmus";
const std::string kGcl = std::string(OVERTAKE_SOURCE_DIR) + "/tests/programs/gcl";

TEST(Litmus, PrintsHerdsLines) {
  const Result r = run({"litmus", kCorpus + "/x86/SB.litmus", "--model", "x86"});
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_EQ(r.err, "");
  EXPECT_TRUE(r.out.starts_with("Test SB Allowed\nStates 4\n0:EAX=0; 1:EAX=0;\n")) << r.out;
  EXPECT_NE(r.out.find("\nObservation SB Sometimes 1 3\nTime SB 0.0"), std::string::npos) << r.out;
  EXPECT_EQ(r.out.find("Summary"), std::string::npos) << "one test is no suite";
}

TEST(Litmus, RunsTheSuiteAsExpected) {
  for (const std::string model : {"sc", "tso", "pso"}) {
    const Result r =
        run({"litmus", kCorpus, "--model", model, "--expect", kCorpus + "/expected." + model});
    EXPECT_EQ(r.exit_code, 0) << r.err;
    EXPECT_NE(r.out.find("Summary " + model + ": "), std::string::npos);
    EXPECT_NE(r.out.find(" 0 not as expected"), std::string::npos);
  }
}

TEST(Litmus, ADifferenceExitsWithTen) {
  const Result r = run({"litmus", kCorpus + "/x86/SB.litmus", "--model", "sc", "--expect",
                        kCorpus + "/expected.tso"});
  EXPECT_EQ(r.exit_code, 10);
  EXPECT_NE(r.err.find("SB.litmus: expected Allow, found Forbid"), std::string::npos) << r.err;
  const Folder folder;
  const std::string other = folder.file("expected", "MP Forbid\n");
  const Result missing = run({"litmus", kCorpus + "/x86/SB.litmus", "--expect", other});
  EXPECT_EQ(missing.exit_code, 10);
  EXPECT_NE(missing.err.find("says nothing about test SB"), std::string::npos) << missing.err;
}

TEST(Litmus, ComparesWithALog) {
  const Folder folder;
  const std::string log =
      folder.file("tso.log", run({"litmus", kCorpus + "/x86", "--model", "tso"}).out);
  EXPECT_EQ(run({"litmus", kCorpus + "/x86", "--model", "tso", "--expect", log}).exit_code, 0);
  EXPECT_EQ(run({"litmus", kCorpus + "/x86", "--model", "pso", "--expect", log}).exit_code, 10);
}

TEST(Litmus, ReadsLists) {
  const Folder folder;
  folder.file("SB.litmus", "X86 SB\n{ }\n P0 ;\n MOV [x],$1 ;\nexists (x=1)\n");
  const std::string list = folder.file(
      "list", "# tests\nSB.litmus   # relative to the list\n\n" + kCorpus + "/x86/MP.litmus\n");
  const Result r = run({"litmus", "@" + list});
  EXPECT_EQ(r.exit_code, 0) << r.err;
  EXPECT_NE(r.out.find("Test SB Allowed\nStates 1\n"), std::string::npos);
  EXPECT_NE(r.out.find("Test MP Allowed\n"), std::string::npos);
  EXPECT_NE(r.out.find("Summary tso: 2 tests, 1 Ok, 1 No\n"), std::string::npos) << r.out;
}

TEST(Litmus, BadInputExitsWithTwoAndTheOthersRun) {
  const Folder folder;
  folder.file("a.litmus", "X86 A\n{ }\n P0 ;\n FROB ;\nexists (x=1)\n");
  folder.file("b.litmus", "X86 B\n{ }\n P0 ;\n MOV [x],$1 ;\nexists (x=1)\n");
  const Result r = run({"litmus", folder.path().string()});
  EXPECT_EQ(r.exit_code, 2);
  EXPECT_NE(r.err.find("a.litmus:4:2: instruction `FROB` is not supported"), std::string::npos);
  EXPECT_NE(r.out.find("Test B Allowed\n"), std::string::npos);
  EXPECT_NE(r.out.find("1 could not be run"), std::string::npos) << r.out;
  EXPECT_EQ(run({"litmus", folder.path().string() + "/none.litmus"}).exit_code, 2);
  const Folder empty;
  EXPECT_EQ(run({"litmus", empty.path().string()}).exit_code, 2);
}

TEST(Litmus, Json) {
  const Result r = run({"litmus", kCorpus + "/x86/MP+addr.litmus", "--model", "pso", "--json"});
  EXPECT_EQ(r.exit_code, 0);
  const auto json = nlohmann::json::parse(r.out);
  EXPECT_EQ(json["model"], "pso");
  EXPECT_EQ(json["summary"]["ok"], 1);
  const auto& test = json["tests"][0];
  EXPECT_EQ(test["test"], "MP+addr");
  EXPECT_EQ(test["observation"], "Sometimes");
  EXPECT_EQ(test["states"].size(), 3u);
  EXPECT_EQ(test["states"][0]["1:EBX"], 0);
}

TEST(Check, ReadsLitmusTestsAndGuardedCommands) {
  EXPECT_EQ(
      run({"check", kCorpus + "/x86/SB+mfences+forbidden.litmus", "--model", "tso"}).exit_code, 0);
  EXPECT_EQ(run({"check", kGcl + "/seqlock.gcl", "--model", "pso", "--unroll", "3"}).exit_code, 10);
  EXPECT_EQ(run({"check", kGcl + "/simdekker.gcl", "--model", "tso", "--unroll", "2"}).exit_code,
            10);
  EXPECT_EQ(run({"check", kGcl + "/inc_sequence.tre", "--unroll", "2"}).exit_code, 0);
}

TEST(Check, TakesTheFormatThatItIsTold) {
  const Folder folder;
  const std::string file =
      folder.file("model.txt", "memory_size 1 thread t initial a transition a b write 1 0 end");
  EXPECT_EQ(run({"check", file}).exit_code, 2);
  EXPECT_EQ(run({"check", file, "--format", "trencher"}).exit_code, 0);
  const Result wrong = run({"check", file, "--format", "gcl"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_NE(wrong.err.find("model.txt:1:1: expected `program`"), std::string::npos) << wrong.err;
  EXPECT_EQ(run({"check", file, "--format", "promela"}).exit_code, 1);
}

}  // namespace
}  // namespace overtake::test::litmus_tests
