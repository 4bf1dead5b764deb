// What is made of a result document, on small documents made by hand.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "report/document_text.h"
#include "report/dot.h"
#include "report/html.h"
#include "report/json.h"
#include "report/sarif.h"
#include "report/sha256.h"
#include "report/witness.h"

namespace overtake::report {
namespace {

using Json = nlohmann::ordered_json;

TEST(Sha256, VectorsOfTheStandard) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// T1 stores x, main reads it, and an assertion fails; a hidden store (step 2) comes in between.
Json failing() {
  return Json::parse(R"({
    "command": "check", "version": "1.2.3", "input": ["a b.c"], "model": "tso", "verdict": "error",
    "executions": {"complete": 1, "blocked": 0, "bounded": 0, "redundant": 0}, "reasons": [],
    "errors": [{
      "kind": "assertion", "message": "assertion failed: x", "file": "a b.c", "line": 2, "column": 3,
      "thread": "main", "explanation": ["One.", "Two."], "threads": ["main", "T1"], "legend": [],
      "schedule": [
        {"thread": "main", "kind": "step", "op": "spawn", "file": "a b.c", "line": 1, "library": true,
         "text": "starts T1: f", "spawned": "T1", "function": "f"},
        {"thread": "T1", "kind": "step", "op": "store", "file": "a b.c", "line": 1, "library": false,
         "text": "stores x = 1", "variable": "x", "written": 1},
        {"thread": "T1", "kind": "step", "op": "store", "file": "a b.c", "line": 1, "library": false,
         "text": "stores x = 2", "variable": "x", "written": 2},
        {"thread": "T1", "kind": "step", "op": "store", "file": "a b.c", "line": 1, "library": false,
         "text": "stores x = 3", "variable": "x", "written": 3},
        {"thread": "main", "kind": "step", "op": "load", "file": "a b.c", "line": 2, "library": false,
         "text": "reads x = 3", "variable": "x", "read": 3, "reads_from": 3}],
      "story": [
        {"thread": "main", "file": "a b.c", "line": 1, "text": "starts T1: f", "notes": [], "steps": [0]},
        {"thread": "T1", "file": "a b.c", "line": 1, "text": "stores x = 1", "notes": [], "steps": [1]},
        {"thread": "T1", "file": "a b.c", "line": 1, "text": "stores x = 3", "notes": [], "steps": [3]},
        {"thread": "main", "file": "a b.c", "line": 2, "text": "reads x = 3", "notes": ["odd"],
         "steps": [4], "weak": true},
        {"thread": "main", "file": "a b.c", "line": 2, "text": "FAILS", "notes": [], "steps": [],
         "failure": true}],
      "missed": [], "coherence": [[1, 2], [2, 3]], "from_read": []}],
    "sources": [{"file": "a b.c", "text": "first\nsecond </script>\n"}]})");
}

TEST(Html, HoldsTheDocumentSoThatNoTextEndsIt) {
  const std::string page = to_html(from_json(failing()));
  EXPECT_EQ(page.find("second </script>"), std::string::npos);
  EXPECT_NE(page.find("second \\u003c/script>"), std::string::npos);
  EXPECT_NE(page.find("<title>overtake check a b.c</title>"), std::string::npos);
  EXPECT_EQ(page.find("http://"), page.find("http://www.w3.org"));  // no address but SVG's name
  for (const char* mark : {"@TITLE@", "@STYLE@", "@DOCUMENT@", "@SCRIPT@"})
    EXPECT_EQ(page.find(mark), std::string::npos) << mark;
}

TEST(Dot, EdgesGoOnPastEventsThatAreLeftOut) {
  const std::string dot = to_dot(from_json(failing()));
  EXPECT_EQ(dot.find("n2 ["), std::string::npos);
  EXPECT_NE(dot.find("n1 -> n3 [label=\"co\""), std::string::npos) << dot;
  EXPECT_NE(dot.find("n3 -> n4 [label=\"rf\""), std::string::npos) << dot;
  EXPECT_NE(dot.find("label=\"R x = 3\\nline 2\""), std::string::npos) << dot;
}

TEST(Dot, ADocumentWithoutExecutionsIsAnEmptyGraph) {
  EXPECT_EQ(to_dot(from_json({{"command", "check"}, {"verdict", "safe"}})),
            "digraph \"safe\" {\n}\n");
}

TEST(Sarif, ThreadFlowsAndNotifications) {
  Json document = failing();
  document["reasons"] = {"a limit"};
  const Json run = Json::parse(to_sarif(from_json(document)))["runs"][0];
  const Json& result = run["results"][0];
  EXPECT_EQ(result["message"]["text"], "assertion failed: x. One. Two.");
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "a%20b.c");
  const Json& flows = result["codeFlows"][0]["threadFlows"];
  ASSERT_EQ(flows.size(), 2u);
  EXPECT_EQ(flows[0]["id"], "main");
  EXPECT_EQ(flows[0]["locations"].size(), 3u);
  EXPECT_EQ(flows[0]["locations"][1]["executionOrder"], 4);
  EXPECT_EQ(flows[0]["locations"][1]["importance"], "essential");
  EXPECT_EQ(flows[0]["locations"][1]["location"]["message"]["text"], "main reads x = 3; odd");
  EXPECT_EQ(run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"],
            "inconclusive: a limit");
  EXPECT_EQ(run["artifacts"][0]["hashes"]["sha-256"], sha256("first\nsecond </script>\n"));
}

TEST(Sarif, AFindingKeepsItsFingerprintWhenItsLineMoves) {
  const auto print = [](const Json& document) {
    return Json::parse(
        to_sarif(from_json(document)))["runs"][0]["results"][0]["partialFingerprints"];
  };
  Json moved = failing();
  moved["errors"][0]["line"] = 3;
  moved["sources"][0]["text"] = "first\nnew\nsecond </script>\n";
  EXPECT_EQ(print(moved), print(failing()));
  moved["errors"][0]["line"] = 2;
  EXPECT_NE(print(moved), print(failing()));
}

TEST(Witness, OnePathWithThreadsAndValues) {
  const std::string graph = to_graphml(from_json(failing()), "2030-01-02T03:04:05Z");
  EXPECT_NE(graph.find("<data key=\"createThread\">1</data>"), std::string::npos) << graph;
  EXPECT_NE(graph.find("<data key=\"enterFunction\">f</data>"), std::string::npos) << graph;
  EXPECT_NE(graph.find("<data key=\"assumption\">x == 3;</data>"), std::string::npos) << graph;
  EXPECT_NE(graph.find("<data key=\"creationtime\">2030-01-02T03:04:05Z</data>"),
            std::string::npos);
  const std::string yaml = to_yaml_witness(from_json(failing()), "2030-01-02T03:04:05Z");
  EXPECT_NE(yaml.find("value: \"x == 3\""), std::string::npos) << yaml;
  EXPECT_NE(yaml.find("type: target"), std::string::npos) << yaml;
}

TEST(Witness, NoneWithoutAViolation) {
  EXPECT_TRUE(has_violation(from_json(failing())));
  Json safe = failing();
  safe["errors"] = Json::array();
  EXPECT_FALSE(has_violation(from_json(safe)));
}

TEST(Text, TellsTheStoryAndTheVerdict) {
  const std::string text = to_text(from_json(failing()), {});
  EXPECT_EQ(text.find("a b.c:2:3: error: assertion failed: x\n\n  One.\n  Two.\n"), 0u) << text;
  EXPECT_NE(text.find("reads x = 3"), std::string::npos);
  EXPECT_NE(text.find("a b.c: 1 error under TSO\n  1 execution, "), std::string::npos) << text;
  EXPECT_NE(text.find("  Next: overtake check 'a b.c' --model tso --html page.html\n"),
            std::string::npos)
      << text;
}

TEST(Json, ResultsOfOtherToolsAreRefused) {
  EXPECT_THROW(from_json({{"command", "new"}, {"numbers", {1, 2}}}), InputError);
  EXPECT_THROW(from_json({{"command", "check"}, {"verdict", "perhaps"}}), InputError);
  EXPECT_THROW(from_json({{"command", "check"}, {"errors", 3}}), InputError);
}

}  // namespace
}  // namespace overtake::report
