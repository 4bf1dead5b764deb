// overtake fences on guarded commands: robustness under PSO, and --jobs.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "run.h"

namespace overtake::test::fences_gcl_tests {
namespace {

using Json = nlohmann::ordered_json;

// Message passing: q waits for y, then reads x.
std::string message_passing(const std::string& last) {
  return "program mp vars x y procs\n"
         "process p regs init a begin\n"
         "a: x = 1; goto b\n"
         "b: y = 1; goto c\n"
         "end\n"
         "process q regs $r $s init a begin\n"
         "a: $r = y; goto b\n"
         "b: assume $r == 0; goto a\n"
         "b: assume $r == 1; goto c\n" +
         last + "end\n";
}

TEST(FencesOfGuardedCommands, MakeThemRobustUnderPso) {
  const Folder folder;
  const std::string file = folder.file("mp.gcl", message_passing("c: $s = x; goto d\n"));
  const Result r = run({"fences", file, "--criterion", "robustness", "--model", "pso", "--json"});
  EXPECT_EQ(r.exit_code, 10) << r.err;
  const Json json = Json::parse(r.out);
  ASSERT_EQ(json["fences"].size(), 1u);
  EXPECT_EQ(json["fences"][0]["kind"], "store-store");
  EXPECT_EQ(json["fences"][0]["line"], 3);
  EXPECT_EQ(json["fences"][0]["thread"], "p");
  // Under TSO stores keep their order.
  EXPECT_EQ(run({"fences", file, "--criterion", "robustness"}).exit_code, 0);
}

TEST(FencesOfGuardedCommands, AreUndecidedUnderPsoIfAProcessGoesOnForEver) {
  const Folder folder;
  const std::string file = folder.file("mp.gcl", message_passing("c: x = 0; goto a\n"));
  const Result r = run({"fences", file, "--criterion", "robustness", "--model", "pso"});
  EXPECT_EQ(r.exit_code, 5) << r.err;
  EXPECT_NE(r.out.find("process q (label c) can run for ever"), std::string::npos) << r.out;
  EXPECT_EQ(
      run({"fences", file, "--criterion", "robustness", "--model", "pso", "--value-bits", "2"})
          .exit_code,
      1);
}

TEST(FencesOfGuardedCommands, AreTheSameForAnyNumberOfJobs) {
  const std::string file =
      std::string(OVERTAKE_SOURCE_DIR) + "/benchmarks/fences/table1/dekker_4.gcl";
  const auto with = [&](const std::string& jobs) {
    const Result r = run({"fences", file, "--jobs", jobs, "--json"});
    EXPECT_EQ(r.exit_code, 10) << r.err;
    Json json = Json::parse(r.out);
    json.erase("seconds");
    json.erase("peak_memory_bytes");
    return json;
  };
  const Json alone = with("1");
  EXPECT_EQ(with("2"), alone);
  EXPECT_EQ(with("4"), alone);
  EXPECT_EQ(run({"fences", file, "--jobs", "0"}).exit_code, 1);
}

// tests/programs/transitions: as such files are published, without a size, with sections, pointers
// and counters.
TEST(FencesOfTransitionFiles, AreFound) {
  namespace fs = std::filesystem;
  std::size_t programs = 0;
  for (const auto& entry :
       fs::directory_iterator(fs::path(OVERTAKE_SOURCE_DIR) / "tests/programs/transitions")) {
    if (entry.path().extension() != ".tre") continue;
    SCOPED_TRACE(entry.path().string());
    ++programs;
    std::ifstream in(entry.path());
    std::string mark, word;
    std::string line;
    std::getline(in, line);
    std::istringstream numbers(line);
    std::size_t wanted[2] = {};
    numbers >> mark >> word >> wanted[0];
    ASSERT_EQ(word, "fences:");
    const int asked = numbers >> wanted[1] ? 2 : 1;
    const std::string criteria[2] = {"persistence", "robustness"};
    for (int i = 0; i < asked; ++i) {
      const Result r = run({"fences", entry.path().string(), "--criterion", criteria[i], "--json"});
      EXPECT_EQ(r.exit_code, wanted[i] == 0 ? 0 : 10) << criteria[i] << r.err;
      const Json json = Json::parse(r.out);
      EXPECT_EQ(json["fences"].size(), wanted[i]) << criteria[i];
    }
  }
  EXPECT_GE(programs, 14u);
}

// Counters have no end. Persistence is decided exactly, from both sides; otherwise values are
// wrapped, and the report says so.
TEST(FencesOfTransitionFiles, DecideCountersExactly) {
  const std::string folder = std::string(OVERTAKE_SOURCE_DIR) + "/tests/programs/transitions/";
  for (const std::string name : {"bakery_tickets", "nbw", "seqlock", "ticket_lock"}) {
    SCOPED_TRACE(name);
    const Json json = Json::parse(run({"fences", folder + name + ".tre", "--json"}).out);
    EXPECT_FALSE(json.contains("value_bits")) << json["value_bits"];
    EXPECT_EQ(json["from_both_sides"], true);
    EXPECT_NE(json["verdict"], "undecided");
  }
}

TEST(FencesOfTransitionFiles, NameTheBitsOfCounters) {
  const std::string folder = std::string(OVERTAKE_SOURCE_DIR) + "/tests/programs/transitions/";
  const Json ticket = Json::parse(
      run({"fences", folder + "ticket_lock.tre", "--criterion", "robustness", "--json"}).out);
  EXPECT_EQ(ticket["value_bits"], 8);
  const Json stack = Json::parse(run({"fences", folder + "treiber_stack.tre", "--json"}).out);
  EXPECT_FALSE(stack.contains("value_bits"));
}

// Many states are no counters: the values of Peterson's algorithm stay as they are.
TEST(FencesOfTransitionFiles, LeaveFewValuesAlone) {
  const Json json = Json::parse(
      run({"fences", std::string(OVERTAKE_SOURCE_DIR) + "/tests/programs/transitions/peterson4.tre",
           "--json"})
          .out);
  EXPECT_FALSE(json.contains("value_bits"));
  EXPECT_EQ(json["fences"].size(), 4u);
}

}  // namespace
}  // namespace overtake::test::fences_gcl_tests
