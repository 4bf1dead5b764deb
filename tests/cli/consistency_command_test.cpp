// The subcommand: exit codes, output, and what it says about malformed traces.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "support/folder.h"

namespace overtake::test::consistency_command_tests {
namespace {

struct Ran {
  int code;
  std::string out;
  std::string err;
};

Ran run(std::vector<std::string> args) {
  args.insert(args.begin(), "consistency");
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Ran r;
  r.code = cli::run(args);
  r.out = testing::internal::GetCapturedStdout();
  r.err = testing::internal::GetCapturedStderr();
  return r;
}

class Command : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    return folder_.file(name, text);
  }
  test::Folder folder_;
};

constexpr const char* kStoreBuffering = "0: M[0] := 1\n0: M[1] == 0\n1: M[1] := 1\n1: M[0] == 0\n";
constexpr const char* kCoherence = "0: M[0] := 1\n0: M[0] := 2\n1: M[0] == 2\n1: M[0] == 1\n";

TEST_F(Command, ExitCodesAndVerdicts) {
  const std::string sb = file("sb.axe", kStoreBuffering);
  EXPECT_EQ(run({sb, "--model", "tso"}).code, 0);
  EXPECT_EQ(run({sb, "--model", "x86"}).code, 0);
  const Ran no = run({sb, "--model", "sc"});
  EXPECT_EQ(no.code, 10);
  EXPECT_NE(no.out.find("sb.axe:1: inconsistent"), std::string::npos);
  EXPECT_NE(no.out.find("this reads the initial value"), std::string::npos);
  EXPECT_EQ(run({sb, "--model", "sc", "--algorithm", "closure"}).code, 10);
  EXPECT_EQ(run({sb, "--model", "tso", "--algorithm", "closure"}).code, 5);
  EXPECT_EQ(run({sb, "--model", "sc", "--algorithm", "naive", "--no-closure"}).code, 10);
}

TEST_F(Command, ManyTracesInFileOrder) {
  const std::string many = file("many.axe", std::string(kStoreBuffering) + "check\n" + kCoherence +
                                                "check\n" + kStoreBuffering + "check\n");
  const Ran terse = run({many, "--model", "tso", "--terse"});
  EXPECT_EQ(terse.out, "OK\nNO\nOK\n");
  EXPECT_EQ(terse.code, 10);
  const Ran text = run({many, "--model", "tso"});
  EXPECT_NE(text.out.find("many.axe:6: inconsistent\n"), std::string::npos);
  EXPECT_NE(text.out.find("3 traces under tso: 2 consistent, 1 inconsistent\n"), std::string::npos);
  file("another.axe", kStoreBuffering);
  EXPECT_EQ(run({folder_.path().string(), "--model", "tso", "--terse"}).out, "OK\nOK\nNO\nOK\n");
}

TEST_F(Command, WitnessReasonJsonAndDot) {
  const std::string sb = file("sb.axe", kStoreBuffering);
  const Ran witness = run({sb, "--model", "tso", "--order"});
  EXPECT_NE(witness.out.find("reaches memory"), std::string::npos);
  const auto json = nlohmann::json::parse(run({sb, "--json", "--model", "sc", "--order"}).out);
  EXPECT_EQ(json["traces"][0]["verdict"], "inconsistent");
  EXPECT_EQ(json["traces"][0]["reason"]["cycle"].size(), 4u);
  EXPECT_EQ(json["summary"]["inconsistent"], 1);
  const Ran dot = run({sb, "--terse", "--dot", "-", "--model", "sc"});
  EXPECT_EQ(dot.out.find("NO\ndigraph"), 0u) << dot.out;
  EXPECT_NE(dot.out.find("label=\"initial-value\""), std::string::npos) << dot.out;
}

TEST_F(Command, FinalValuesAndRepeatedValues) {
  EXPECT_EQ(run({file("a.axe", "0: M[0] := 1\n1: M[0] := 2\nfinal M[0] == 1\n")}).code, 0);
  EXPECT_EQ(run({file("b.axe", "0: M[0] := 1\n0: M[0] := 2\nfinal M[0] == 1\n")}).code, 10);
  EXPECT_EQ(run({file("c.axe", "0: M[0] := 1\n1: M[0] := 1\n2: M[0] == 1\n2: M[0] == 0\n"),
                 "--model", "pso"})
                .code,
            10);
  EXPECT_EQ(run({file("d.axe", "0: M[0] := 0\n1: M[0] := 1\n2: M[0] == 1\n2: M[0] == 0\n")}).code,
            0);
}

TEST_F(Command, PsoRmwDrainsAllOrItsLocation) {
  // The RMW of y overtakes the write of x only if it drains nothing but y.
  const std::string mp =
      file("mp.axe", "0: M[0] := 1\n0: { M[1] == 0; M[1] := 1 }\n1: M[1] == 1\n1: M[0] == 0\n");
  EXPECT_EQ(run({mp, "--model", "pso"}).code, 10);
  EXPECT_EQ(run({mp, "--model", "pso", "--pso-rmw", "location"}).code, 0);
  EXPECT_EQ(run({mp, "--model", "tso", "--pso-rmw", "location"}).code, 10);
}

TEST_F(Command, WrongUse) {
  const std::string sb = file("sb.axe", kStoreBuffering);
  EXPECT_EQ(run({}).code, 1);
  EXPECT_EQ(run({sb, "--model", "power"}).code, 1);
  EXPECT_EQ(run({sb, "--algorithm", "magic"}).code, 1);
  EXPECT_EQ(run({sb, "--no-such-option"}).code, 1);
  EXPECT_EQ(run({sb, "--timeout", "-1"}).code, 1);
  EXPECT_EQ(run({"--help"}).code, 0);
}

TEST_F(Command, GivesUpInTime) {
  // Values that repeat, and no way to tell: too much for the naive enumeration in no time.
  std::string text;
  for (int t = 0; t < 6; ++t)
    for (int i = 0; i < 12; ++i)
      text += std::to_string(t) + ": M[" + std::to_string(i % 3) +
              "] := " + std::to_string(1 + (i * 7 + t) % 2) + "\n" + std::to_string(t) + ": M[" +
              std::to_string((i + 1) % 3) + "] == " + std::to_string(1 + (i * 5 + t * 3) % 2) +
              "\n";
  const Ran r = run({file("hard.axe", text), "--model", "pso", "--algorithm", "search",
                     "--no-closure", "--timeout", "0.05"});
  EXPECT_TRUE(r.code == 5 || r.code == 0 || r.code == 10);
  const Ran terse =
      run({file("sb.axe", kStoreBuffering), "--model", "tso", "--algorithm", "closure", "--terse"});
  EXPECT_EQ(terse.out, "??\n");
  EXPECT_EQ(terse.code, 5);
}

struct Malformed {
  const char* text;
  int line;
  const char* message;
};

constexpr Malformed kMalformedAxe[] = {
    {"", 1, "holds no trace"},
    {"# only a comment\n", 2, "holds no trace"},
    {"0: M[0] := 1\nx: M[0] := 1\n", 2, "expected a thread number"},
    {"0 M[0] := 1\n", 1, "expected \":\" after the thread number"},
    {"0: M[0] = 1\n", 1, "expected \":=\" (a store) or \"==\" (a load)"},
    {"0: M[0] := \n", 2, "expected the value to store"},
    {"0: M[0] == one\n", 1, "expected the value loaded"},
    {"0: M[0 := 1\n", 1, "expected \"]\" after the address"},
    {"0: M(0) := 1\n", 1, "expected \"[\""},
    {"0: N[0] := 1\n", 1, "expected an address"},
    {"0: M[-1] := 1\n", 1, "must not be negative"},
    {"0: M[0] := 99999999999999999999\n", 1, "does not fit into 63 bits"},
    {"0: M[0] := 1\n0: { M[0] == 0; M[1] := 1 }\n", 2, "must have the same address"},
    {"0: { M[0] := 0; M[0] == 1 }\n", 1, "expected \"==\" in an atomic operation"},
    {"0: { M[0] == 0, M[0] := 1 }\n", 1, "expected \";\""},
    {"0: { M[0] == 0; M[0] := 1\n1: sync\n", 2, "expected \"}\""},
    {"0: M[0] := 1 @ 5\n", 2, "between begin and end time"},
    {"0: M[0] := 1 @ 9:5\n", 1, "ends before it begins"},
    {"final M[0] := 1\n", 1, "after the address of a final value"},
    {"0: M[0] := 1 garbage\n", 1, "expected a thread number"},
    {"0: M[0] := 1x\n", 1, "ends in 'x'"},
    {"0: synchronize\n", 1, "expected an address"},
    {"0: M[0]", 1, "the end of the file"},
    {"checkout\n", 1, "expected a thread number"},
};

constexpr Malformed kMalformedJson[] = {
    {"{\"threads\": [\n[}\n]}", 2, "not JSON"},
    {"[]", 1, "holds no trace"},
    {"{\"name\": \"t\"}", 1, "a trace needs a \"threads\""},
    {"{\"threads\": 5}", 1, "\"threads\" must be an array"},
    {"{\"threads\": [],\n\"thraeds\": []}", 2, "has no field \"thraeds\""},
    {"{\"threads\": [],\n\"threads\": []}", 2, "appears twice"},
    {"{\"threads\": [[\n{\"op\": \"load\"}]]}", 2, "unknown operation \"load\""},
    {"{\"threads\": [[\n\n{\"op\": \"write\", \"value\": 1}]]}", 3, "needs a \"location\""},
    {"{\"threads\": [[{\"op\": \"read\", \"location\": \"x\"}]]}", 1, "needs the value it read"},
    {"{\"threads\": [[{\"op\": \"read\", \"location\": \"x\",\n\"from\": \"a\"}]]}", 2,
     "no event has the id \"a\""},
    {"{\"threads\": [[{\"op\": \"read\", \"location\": \"x\", \"value\": 1.5}]]}", 1,
     "must be an integer"},
    {"{\"threads\": [[{\"id\": 1, \"op\": \"fence\"},\n{\"id\": 1, \"op\": \"fence\"}]]}", 2,
     "two events have the id \"1\""},
    {"{\"threads\": [[{\"id\": \"f\", \"op\": \"fence\"},\n{\"op\": \"read\", \"location\": \"x\", "
     "\"from\": \"f\"}]]}",
     2, "does not write"},
    {"{\"threads\": [[{\"id\": \"w\", \"op\": \"write\", \"location\": \"y\"},\n{\"op\": \"read\", "
     "\"location\": \"x\", \"from\": \"w\"}]]}",
     2, "writes another location"},
    {"{\"threads\": [[{\"id\": \"w\", \"op\": \"write\", \"location\": \"x\", \"value\": 1},\n"
     "{\"op\": \"read\", \"location\": \"x\", \"value\": 2, \"from\": \"w\"}]]}",
     2, "but \"w\" writes 1"},
    {"{\"threads\": [[{\"op\": \"write\", \"location\": \"x\"},\n{\"op\": \"read\", \"location\": "
     "\"x\", \"value\": 2}]]}",
     1, "needs its value"},
    {"{\"threads\": [[{\"op\": \"join\", \"thread\": \"T9\"}]]}", 1, "no thread is called \"T9\""},
    {"{\"threads\": [[{\"op\": \"spawn\", \"thread\": 0}]]}", 1, "spawns itself"},
    {"{\"threads\": [[{\"op\": \"rmw\", \"location\": \"x\", \"value\": 2}]]}", 1, "two values"},
    {"{\"threads\": [[{\"op\": \"fence\", \"location\": \"x\"}]]}", 1, "has no location"},
    {"{\"threads\": [[{\"op\": \"rmw\", \"location\": \"x\", \"from\": null, \"drain\": "
     "\"some\"}]]}",
     1, "must be \"all\" or \"location\""},
    {"{\"threads\": [[]], \"order\": [[\"a\"]]}", 1, "a pair of ids"},
    {"{\"threads\": [{\"name\": \"a\", \"events\": []},\n{\"name\": \"a\", \"events\": []}]}", 2,
     "two threads are called \"a\""},
};

TEST_F(Command, MalformedAxe) {
  for (const Malformed& m : kMalformedAxe) {
    const std::string path = file("bad.axe", m.text);
    const Ran r = run({path});
    EXPECT_EQ(r.code, 2) << m.text;
    EXPECT_EQ(r.out, "") << m.text;
    const std::string place = path + ":" + std::to_string(m.line) + ": ";
    EXPECT_NE(r.err.find(place), std::string::npos) << m.text << "\n" << r.err;
    EXPECT_NE(r.err.find(m.message), std::string::npos) << m.text << "\n" << r.err;
  }
}

TEST_F(Command, MalformedJson) {
  for (const Malformed& m : kMalformedJson) {
    const std::string path = file("bad.json", m.text);
    const Ran r = run({path});
    EXPECT_EQ(r.code, 2) << m.text;
    EXPECT_EQ(r.out, "") << m.text;
    const std::string place = path + ":" + std::to_string(m.line) + ": ";
    EXPECT_NE(r.err.find(place), std::string::npos) << m.text << "\n" << r.err;
    EXPECT_NE(r.err.find(m.message), std::string::npos) << m.text << "\n" << r.err;
  }
}

TEST_F(Command, MissingInput) {
  const Ran missing = run({(folder_.path() / "nothing.axe").string()});
  EXPECT_EQ(missing.code, 2);
  EXPECT_NE(missing.err.find("cannot be opened"), std::string::npos);
  const Ran empty = run({folder_.path().string()});
  EXPECT_EQ(empty.code, 2);
  EXPECT_NE(empty.err.find("holds no .axe"), std::string::npos);
}

}  // namespace
}  // namespace overtake::test::consistency_command_tests
