// Counterexamples as text, on replays made by hand.
#include "report/story.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "ir/builder.h"
#include "report/document_text.h"
#include "report/json.h"
#include "report/make_run.h"
#include "support/folder.h"

namespace overtake::report {
namespace {

using exec::OpKind;
using memory::kNoStep;
using memory::Record;

// Store buffering: T1: x = 1; r1 = y;  T2: y = 1; r2 = x; both read 0.
class StoreBuffering : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = folder_.path() / "story_test.c";
    std::ofstream(path_) << "int x, y, r1, r2;\n"
                            "void *left(void *a) {\n"
                            "  x = 1;\n"
                            "  r1 = y;\n"
                            "}\n"
                            "void *right(void *a) {\n"
                            "  y = 1;\n"
                            "  r2 = x;\n"
                            "}\n"
                            "int main(void) {\n"
                            "  pthread_create(&a, 0, left, 0);\n"
                            "  pthread_create(&b, 0, right, 0);\n"
                            "  pthread_join(a, 0);\n"
                            "  pthread_join(b, 0);\n"
                            "  assert(r1 == 1 || r2 == 1);\n"
                            "}\n";
    file_ = ir::add_file(program_, path_.string());
    library_ = ir::add_file(program_, "<runtime>/thread.c", ir::FileOrigin::Model);
    for (const char* name : {"x", "y", "r1", "r2"})
      globals_.push_back(program_.add_global({.name = name, .size = 4}));
    for (const char* name : {"left", "right"}) ir::declare_function(program_, name, 1);
    replay_.valid = true;
    replay_.thread_names = {"main", "T1", "T2"};
  }

  Address address(int global) const {
    return address_of(program_.globals[globals_[static_cast<std::size_t>(global)].index()].slot);
  }
  Record& step(unsigned thread, OpKind kind, std::uint32_t line) {
    Record r;
    r.step.thread = ThreadId{thread};
    r.op.kind = kind;
    r.op.source = ir::add_source(program_, file_, line, 3);
    replay_.records.push_back(r);
    return replay_.records.back();
  }
  void spawn(unsigned child, std::uint32_t line) {
    Record& r = step(0, OpKind::Spawn, line);
    r.calls = {r.op.source};
    r.op.source = ir::add_source(program_, library_, 100, 1);
    r.op.address = ir::function_address(ir::FunctionId{child - 1});
    r.spawned = ThreadId{child};
  }
  std::uint32_t store(unsigned thread, int global, std::uint64_t value, std::uint32_t line) {
    Record& r = step(thread, OpKind::Store, line);
    r.op.address = address(global);
    r.op.size = 4;
    r.op.operand.lo = value;
    const auto at = static_cast<std::uint32_t>(replay_.records.size() - 1);
    r.buffer = buffers_[thread];
    r.buffer.push_back({r.op.address, 4, {value, 0}, at, r.op.source});
    buffers_[thread] = r.buffer;
    return at;
  }
  void drain(unsigned thread) {
    const memory::BufferedStore oldest = buffers_[thread].front();
    Record& r = step(thread, OpKind::Store, 0);
    r.op.source = oldest.source;
    r.step.drain = true;
    r.op.address = oldest.address;
    r.op.size = oldest.size;
    r.op.operand = r.written = oldest.value;
    r.wrote_memory = true;
    buffers_[thread].erase(buffers_[thread].begin());
    r.buffer = buffers_[thread];
  }
  Record& load(unsigned thread, int global, std::uint64_t value, std::uint32_t from,
               std::uint32_t line) {
    Record& r = step(thread, OpKind::Load, line);
    r.op.address = address(global);
    r.op.size = 4;
    r.reads = true;
    r.read.lo = value;
    r.reads_from = from;
    r.buffer = buffers_[thread];
    return r;
  }
  void make() {
    spawn(1, 11);
    spawn(2, 12);
    const auto x1 = store(1, 0, 1, 3);
    load(1, 1, 0, kNoStep, 4).overtook = {x1};
    const auto r1 = store(1, 2, 0, 4);
    store(2, 1, 1, 7);
    drain(2);
    load(2, 0, 0, kNoStep, 8);
    const auto r2 = store(2, 3, 0, 8);
    drain(2);
    drain(1);
    drain(1);
    load(0, 2, 0, r1, 15);
    Record& last = load(0, 3, 0, r2, 15);
    last.error = exec::Error{ir::ErrorKind::Assertion, last.op.source, 0, 0};
    last.status = exec::Status::Failed;
    replay_.error = last.error;
    replay_.error_thread = ThreadId{0};
  }

  Document document() const {
    return CheckDocument{
        .frame = {.input = {"a.c"}, .model = Model::TSO},
        .equivalence = "rf",
        .verdict = Verdict::Error,
        .errors = {make_finding(program_, *replay_.error, replay_, std::nullopt, false)}};
  }

  test::Folder folder_;
  std::filesystem::path path_;
  ir::Program program_;
  ir::FileId file_, library_;
  std::vector<ir::GlobalId> globals_;
  memory::Replay replay_;
  std::map<unsigned, std::vector<memory::BufferedStore>> buffers_;
};

TEST_F(StoreBuffering, SaysWhichReadMissedWhichStore) {
  make();
  SourceText text;
  Names names(program_, replay_);
  const Story story = tell(program_, replay_, names, text);
  ASSERT_GE(story.sentences.size(), 2u);
  EXPECT_EQ(story.sentences[0], "T2 read x = 0 (" + path_.string() +
                                    ":8) although T1 had already stored x = 1 (" + path_.string() +
                                    ":3): the store was still in T1's store buffer.");
  EXPECT_EQ(story.sentences.back(), "Then main read r1 = 0 and r2 = 0, and the assertion at " +
                                        path_.string() + ":15 failed.");
}

TEST_F(StoreBuffering, DrawsAColumnForEachThread) {
  make();
  SourceText text;
  Names names(program_, replay_);
  const std::string drawn =
      draw(tell(program_, replay_, names, text).steps, replay_.thread_names, {.width = 80});
  EXPECT_NE(drawn.find("  main                      T1                        T2\n"),
            std::string::npos)
      << drawn;
  EXPECT_NE(drawn.find("11 starts T1: left\n"), std::string::npos) << drawn;
  EXPECT_NE(drawn.find("[buffer: x = 1]\n"), std::string::npos) << drawn;
  EXPECT_NE(drawn.find("overtakes x = 1"), std::string::npos) << drawn;
  EXPECT_NE(drawn.find("     FAILS\n"), std::string::npos) << drawn;
  for (std::size_t at = 0; at < drawn.size();) {
    const std::size_t end = drawn.find('\n', at);
    EXPECT_LE(end - at, 80u) << drawn.substr(at, end - at);
    at = end + 1;
  }
}

TEST_F(StoreBuffering, NarrowTerminalsGetAList) {
  make();
  SourceText text;
  Names names(program_, replay_);
  const std::string drawn =
      draw(tell(program_, replay_, names, text).steps, replay_.thread_names, {.width = 60});
  EXPECT_NE(drawn.find("  T1     3 x = 1;\n"), std::string::npos) << drawn;
}

TEST_F(StoreBuffering, ColourOnlyWhenAsked) {
  make();
  const Document report = document();
  EXPECT_EQ(to_text(report, {}).find('\033'), std::string::npos);
  EXPECT_NE(to_text(report, {.color = true}).find('\033'), std::string::npos);
}

TEST_F(StoreBuffering, JsonHasEveryStep) {
  make();
  const auto json = to_json(document());
  EXPECT_EQ(json["verdict"], "error");
  ASSERT_EQ(json["errors"].size(), 1u);
  const auto& error = json["errors"][0];
  EXPECT_EQ(error["kind"], "assertion");
  EXPECT_EQ(error["line"], 15);
  ASSERT_EQ(error["schedule"].size(), replay_.records.size());
  EXPECT_EQ(error["schedule"][2]["variable"], "x");
  EXPECT_EQ(error["schedule"][2]["buffered"], 1);
  EXPECT_EQ(error["schedule"][3]["overtook"][0], 2);
  EXPECT_EQ(error["schedule"][0]["library"], true);
  EXPECT_EQ(error["schedule"][0]["line"], 11);
}

TEST_F(StoreBuffering, WithoutTheSourceFileItStillWorks) {
  make();
  std::filesystem::remove(path_);
  SourceText text;
  Names names(program_, replay_);
  const Story story = tell(program_, replay_, names, text);
  EXPECT_FALSE(story.steps.empty());
  EXPECT_FALSE(draw(story.steps, replay_.thread_names, {}).empty());
}

TEST_F(StoreBuffering, UninvolvedThreadsAreLeftOut) {
  replay_.thread_names.push_back("T3");
  const ir::GlobalId z = program_.add_global({.name = "z", .size = 4});
  globals_.push_back(z);
  make();
  replay_.records.insert(replay_.records.begin(), Record{});
  Record& r = replay_.records.front();
  r.step.thread = ThreadId{3};
  r.op.kind = OpKind::Store;
  r.op.address = address(4);
  r.op.size = 4;
  for (Record& record : replay_.records) {
    if (record.reads_from != kNoStep) ++record.reads_from;
    for (auto& store : record.overtook) ++store;
    for (auto& store : record.buffer) ++store.issued_at;
  }
  SourceText text;
  Names names(program_, replay_);
  for (const StoryStep& step : tell(program_, replay_, names, text).steps)
    EXPECT_NE(step.thread, "T3");
}

TEST(Deadlock, SaysWhoWaitsForWhomAndWhoHoldsIt) {
  ir::Program program;
  const ir::FileId file = ir::add_file(program, "/nonexistent/locks.c");
  const ir::GlobalId a = program.add_global({.name = "a", .size = 40});
  const ir::GlobalId b = program.add_global({.name = "b", .size = 40});
  auto lock = [&](unsigned thread, ir::GlobalId mutex, std::uint32_t line) {
    Record r;
    r.step.thread = ThreadId{thread};
    r.op.kind = OpKind::Sync;
    r.op.sub = static_cast<std::uint8_t>(ir::SyncOp::MutexLock);
    r.op.size = 8;
    r.op.address = address_of(program.globals[mutex.index()].slot);
    r.op.source = ir::add_source(program, file, line, 1);
    r.reads = r.wrote_memory = true;
    r.written.lo = thread + 1;
    return r;
  };
  memory::Replay replay;
  replay.valid = true;
  replay.thread_names = {"main", "T1", "T2"};
  replay.records = {lock(1, a, 10), lock(2, b, 20)};
  replay.stuck = {{ThreadId{1}, lock(1, b, 11).op, {}}, {ThreadId{2}, lock(2, a, 21).op, {}}};
  replay.error = exec::Error{ir::ErrorKind::Deadlock, {}, 0, 0};
  SourceText text;
  Names names(program, replay);
  const Story story = tell(program, replay, names, text);
  ASSERT_EQ(story.sentences.size(), 2u);
  EXPECT_EQ(story.sentences[0],
            "T1 waits at /nonexistent/locks.c:11 for b, which T2 locked at "
            "/nonexistent/locks.c:20.");
  EXPECT_EQ(story.sentences[1],
            "T2 waits at /nonexistent/locks.c:21 for a, which T1 locked at "
            "/nonexistent/locks.c:10.");
}

TEST(Text, WrapsParagraphs) {
  EXPECT_EQ(paragraph("one two three four five six", {.width = 22}, 2),
            "  one two three four\n  five six\n");
  EXPECT_EQ(paragraph("a→b", {.width = 40, .utf8 = false}, 0), "a?b\n");
  EXPECT_EQ(paragraph("a→b", {.width = 40, .utf8 = true}, 0), "a→b\n");
}

}  // namespace
}  // namespace overtake::report
