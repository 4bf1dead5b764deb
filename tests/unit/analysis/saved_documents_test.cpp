// A document that was saved shows exactly what it showed before: text, JSON, page, SARIF, graph.
#ifdef OVERTAKE_HAS_CLANG
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "analysis/analysis.h"
#include "report/document_text.h"
#include "report/dot.h"
#include "report/html.h"
#include "report/json.h"
#include "report/sarif.h"

namespace overtake::analysis {
namespace {

std::string source(const std::string& path) { return OVERTAKE_SOURCE_DIR "/" + path; }

// The document as it is when it is read again.
report::Document saved(const report::Document& document) {
  return report::from_json(nlohmann::ordered_json::parse(report::json_text(document)));
}

void expect_same_text(const report::Document& document) {
  const report::Document read = saved(document);
  EXPECT_EQ(report::json_text(read), report::json_text(document));
  for (const unsigned width : {60u, 80u, 120u})
    for (const bool color : {false, true}) {
      const report::Style style{.width = width, .color = color, .utf8 = color};
      EXPECT_EQ(report::to_text(read, style), report::to_text(document, style));
    }
  EXPECT_EQ(report::outcome(read), report::outcome(document));
}

void expect_same(report::Document document) {
  report::add_sources(document);
  expect_same_text(document);
  const report::Document read = saved(document);
  EXPECT_EQ(report::to_html(read), report::to_html(document));
  EXPECT_EQ(report::to_sarif(read), report::to_sarif(document));
  EXPECT_EQ(report::to_dot(read), report::to_dot(document));
}

Program example(const char* name, Model model) {
  return {.files = {source(std::string("examples/") + name)}, .model = model};
}

TEST(SavedDocuments, Check) {
  expect_same(check({.program = example("store_buffering.c", Model::SC)}));
  expect_same(check({.program = example("store_buffering.c", Model::TSO), .statistics = true}));
  expect_same(check({.program = example("deadlock.c", Model::SC), .show_output = true}));
  expect_same(check({.program = example("message_passing.c", Model::PSO), .full = true}));
  expect_same(check({.program = example("peterson.c", Model::SC), .max_executions = 1}));
  expect_same(check({.program = example("peterson.c", Model::SC),
                     .equivalence = smc::Equivalence::Auto,
                     .ignored = {ir::ErrorKind::Hang},
                     .verify = true}));
}

TEST(SavedDocuments, CheckWithBoundedLoops) {
  Program program = example("peterson.c", Model::SC);
  program.unroll = 1;
  expect_same(check({.program = program}));
}

TEST(SavedDocuments, Replay) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("overtake-saved-" + std::to_string(getpid()) + ".schedule");
  check({.program = example("store_buffering.c", Model::TSO), .schedule_file = path.string()});
  expect_same(replay(path.string()));
  expect_same(replay(path.string(), true));
  std::filesystem::remove(path);
}

TEST(SavedDocuments, Bmc) {
  expect_same(bmc({.program = example("store_buffering.c", Model::TSO)}));
  expect_same(bmc({.program = example("store_buffering.c", Model::SC)}));
  expect_same(bmc({.program = example("store_buffering.c", Model::SC), .rounds = 1}));
}

TEST(SavedDocuments, Monitor) {
  expect_same(monitor(MonitorOptions{.program = example("store_buffering.c", Model::TSO)}));
  expect_same(monitor(MonitorOptions{.program = example("message_passing.c", Model::TSO)}));
  expect_same(
      monitor(MonitorOptions{.program = example("message_passing.c", Model::PSO), .full = true}));
  expect_same(monitor(
      MonitorOptions{.program = example("store_buffering.c", Model::TSO), .preemption_bound = 1}));
}

TEST(SavedDocuments, Fences) {
  expect_same(fences({.program = example("store_buffering.c", Model::TSO), .all_sets = true}));
  expect_same(fences({.program = example("message_passing.c", Model::TSO)}));
  expect_same(fences({.program = example("message_passing.c", Model::PSO),
                      .criterion = overtake::fences::Criterion::Robustness}));
  expect_same(fences({.program = {.files = {source("tests/programs/gcl/peterson.gcl")}}}));
}

TEST(SavedDocuments, Litmus) {
  expect_same_text(litmus({.files = {source("tests/litmus/x86/SB.litmus")}}));
  expect_same_text(litmus(
      {.files = {source("tests/litmus/x86/SB.litmus"), source("tests/litmus/x86/MP.litmus")}}));
}

TEST(SavedDocuments, Ir) {
  expect_same_text(show_ir(example("store_buffering.c", Model::PSO), true));
  expect_same_text(show_ir(example("store_buffering.c", Model::PSO), false));
}

class Traces : public testing::Test {
 protected:
  Traces() {
    std::ofstream(path_) << "0: M[1] := 1\n0: M[0] == 0\n1: M[0] := 1\n1: M[1] == 0\ncheck\n"
                            "0: M[0] := 1\n1: M[0] == 1\n1: M[0] == 0\ncheck\n";
    std::ofstream(sc_path_) << "0: M[0] := 1\n0: M[1] := 1\n1: M[1] == 1\n1: M[0] == 1\n";
  }
  ~Traces() override {
    std::filesystem::remove(path_);
    std::filesystem::remove(sc_path_);
  }
  const std::string stem_ =
      (std::filesystem::temp_directory_path() / ("overtake-saved-" + std::to_string(getpid())))
          .string();
  const std::string path_ = stem_ + ".axe", sc_path_ = stem_ + ".sc.axe";
};

TEST_F(Traces, Consistency) {
  for (const Model model : {Model::SC, Model::TSO, Model::PSO})
    for (const bool details : {false, true})
      expect_same(consistency({.traces = {.files = {path_}},
                               .model = model,
                               .order = details,
                               .explain = details,
                               .executions = details}));
  expect_same(consistency({.traces = {.files = {path_}}, .terse = true}));
}

TEST_F(Traces, RecordedMonitor) {
  expect_same(monitor(RecordedOptions{.traces = {.files = {sc_path_}}, .model = Model::PSO}));
  expect_same(monitor(RecordedOptions{.traces = {.files = {sc_path_}}, .model = Model::TSO}));
}

}  // namespace
}  // namespace overtake::analysis
#endif
