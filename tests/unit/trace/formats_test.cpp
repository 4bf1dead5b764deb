// The trace formats: what they mean, and that nothing is lost on the way.
#include <gtest/gtest.h>

#include "base/error.h"
#include "trace/axe_format.h"
#include "trace/json_format.h"

namespace overtake {
namespace {

TEST(AxeFormat, EveryKindOfLine) {
  const auto traces = read_axe(
      "# a comment\n"
      "0: M[1] := 7\n"
      "0:v1==7 @ 10:20   # another\n"
      "7: { M[0] == 0; M[0] := 1 } @ :5\n"
      "7: sync\n"
      "7: <v0 == 1; v0 := 2> @ 3:\n"
      "final M[1] == 7\n"
      "check\n"
      "1: M[5] := -3\n",
      "t.axe");
  ASSERT_EQ(traces.size(), 2u);
  const RecordedTrace& t = traces[0];
  EXPECT_EQ(t.line, 2u);
  ASSERT_EQ(t.thread_names, (std::vector<std::string>{"0", "7", "final"}));
  EXPECT_EQ(t.location_names, (std::vector<std::string>{"M[1]", "M[0]"}));
  EXPECT_EQ(t.text(EventId{0}), "M[1] := 7");
  EXPECT_EQ(t.text(EventId{1}), "M[1] == 7");
  EXPECT_EQ(t.text(EventId{2}), "{ M[0] == 0; M[0] := 1 }");
  EXPECT_EQ(t.text(EventId{3}), "sync");
  EXPECT_EQ(t.details[4].line, 6u);
  // The end of either thread, the start of the final one, and the final read.
  ASSERT_EQ(t.execution.events.size(), 9u);
  EXPECT_EQ(t.text(EventId{8}), "final M[1] == 7");
  EXPECT_EQ(t.execution.order.size(), 2u);
  EXPECT_EQ(traces[1].text(EventId{0}), "M[5] := -3");
  EXPECT_EQ(traces[1].line, 9u);
}

TEST(AxeFormat, ValuesDecideReadsFromOnlyIfUnique) {
  auto unique = read_axe("0: M[0] := 1\n1: M[0] == 1\n1: M[1] == 0\n", "t");
  question(unique[0]);
  EXPECT_TRUE(unique[0].reads_from_known);
  EXPECT_EQ(unique[0].execution.reads_from[1], EventId{0});
  EXPECT_EQ(unique[0].execution.reads_from[2], kInitialWrite);
  auto twice = read_axe("0: M[0] := 1\n1: M[0] := 1\n1: M[0] == 1\n", "t");
  const GoodWrites good = question(twice[0]);
  EXPECT_FALSE(twice[0].reads_from_known);
  EXPECT_EQ(good.classes[good.read_class[2]], (std::vector<EventId>{EventId{0}, EventId{1}}));
  auto zero = read_axe("0: M[0] := 0\n1: M[0] == 0\n1: M[0] == 9\n", "t");
  const GoodWrites zeros = question(zero[0]);
  EXPECT_EQ(zeros.classes[zeros.read_class[1]].size(), 2u);
  EXPECT_TRUE(zeros.classes[zeros.read_class[2]].empty());
  // An RMW never reads itself.
  auto rmw = read_axe("0: { M[0] == 1; M[0] := 1 }\n1: M[0] := 1\n", "t");
  question(rmw[0]);
  EXPECT_TRUE(rmw[0].reads_from_known);
  EXPECT_EQ(rmw[0].execution.reads_from[0], EventId{1});
}

TEST(JsonFormat, EverythingItCanSay) {
  const auto traces = read_json_traces(R"({"traces": [{
    "name": "all", "initial": {"x": 5},
    "threads": [
      {"name": "main", "events": [
        {"id": "a", "op": "write", "location": "x", "value": 1},
        {"op": "store-fence"},
        {"op": "spawn", "thread": "child"},
        {"id": "r", "op": "read", "location": "x", "from": "a"},
        {"op": "lock", "location": "m"},
        {"op": "unlock", "location": "m"},
        {"op": "rmw", "location": "x", "read": 1, "write": 2, "buffered": true, "drain": "location"},
        {"op": "join", "thread": "child"}]},
      {"name": "child", "events": [
        {"id": "g", "op": "atomic-read", "location": "x", "value": 5, "glued": true},
        {"op": "atomic-write", "location": "x", "value": 3},
        {"op": "local"}, {"op": "fence"},
        {"op": "read", "location": "x", "from": null}]}],
    "order": [["a", "g"]],
    "final": {"x": 2}}]})",
                                       "t.json");
  ASSERT_EQ(traces.size(), 1u);
  const RecordedTrace& t = traces[0];
  const Execution& x = t.execution;
  EXPECT_EQ(t.name, "all");
  EXPECT_EQ(t.initial[0], 5);
  EXPECT_EQ(x.events[4].kind, EventKind::Rmw);
  EXPECT_EQ(x.events[5].kind, EventKind::AtomicWrite);
  EXPECT_TRUE(x.events[6].buffered);
  EXPECT_EQ(x.events[6].drain, Drain::Location);
  EXPECT_TRUE(x.events[8].glued);
  EXPECT_EQ(*t.details[3].from, EventId{0});
  EXPECT_EQ(*t.details[12].from, kInitialWrite);
  // spawn, join, the given edge, and the two thread ends before the final read
  EXPECT_EQ(x.order.size(), 5u);
  EXPECT_EQ(t.details[3].line, 8u);
}

TEST(JsonFormat, InstancesSurviveTheRoundTrip) {
  Execution x;
  x.add({.kind = EventKind::Write, .thread = ThreadId{0}, .location = LocationId{0}});
  x.add({.kind = EventKind::Rmw,
         .drain = Drain::Location,
         .buffered = true,
         .thread = ThreadId{1},
         .location = LocationId{0}});
  x.add({.kind = EventKind::Read, .glued = true, .thread = ThreadId{1}, .location = LocationId{0}});
  x.add({.kind = EventKind::StoreFence, .thread = ThreadId{1}});
  x.reads_from[1] = EventId{0};
  x.reads_from[2] = EventId{1};
  x.order.push_back({EventId{0}, EventId{3}});
  auto traces = read_json_traces(to_json_trace(x, "one"), "t");
  ASSERT_EQ(traces.size(), 1u);
  question(traces[0]);
  EXPECT_TRUE(traces[0].reads_from_known);
  EXPECT_EQ(to_json_trace(traces[0].execution, "one"), to_json_trace(x, "one"));
}

}  // namespace
}  // namespace overtake
