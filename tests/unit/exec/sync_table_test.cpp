// The table of synchronization operations against what they do (exec::apply), word by word.
#include "ir/sync_table.h"

#include <gtest/gtest.h>

#include <string>

#include "exec/op.h"

namespace overtake::exec {
namespace {

struct Behaviour {
  bool waits = false;
  bool writes = false;
};

// What the operation was seen to do to a word, over all kinds of contents.
Behaviour observed(ir::SyncOp sync) {
  const ThreadId self{1};
  const std::uint64_t words[] = {0,
                                 1,
                                 2,
                                 3,
                                 std::uint64_t{1} << 1,
                                 ir::kMutexHeld + 1,
                                 ir::kMutexHeld + 2,
                                 ir::kSpinHeld,
                                 ir::kReadersHold + 1,
                                 ir::kReadersHold + 2,
                                 ir::kWriterHolds,
                                 ir::kWriterHolds + 1,
                                 std::uint64_t{1} << 48};
  Behaviour seen;
  for (const std::uint64_t word : words)
    for (const std::uint64_t operand : {0, 1, 2}) {
      const Op op{.kind = OpKind::Sync,
                  .size = 8,
                  .sub = static_cast<std::uint8_t>(sync),
                  .operand = {operand}};
      const Effect e = apply(op, {word}, self);
      seen.waits |= e.blocked;
      seen.writes |= !e.blocked && !e.error && e.writes;
    }
  return seen;
}

class SyncTable : public testing::TestWithParam<std::size_t> {};

TEST_P(SyncTable, SaysWhatTheOperationDoes) {
  const auto op = static_cast<ir::SyncOp>(GetParam());
  const ir::SyncRow& row = ir::sync_row(op);
  const Behaviour seen = observed(op);
  EXPECT_EQ(row.waits != ir::Waits::Never, seen.waits);
  EXPECT_EQ(row.writes, seen.writes);
  // What waits for an event writes nothing: its word may be gone.
  EXPECT_FALSE(row.waits == ir::Waits::ForEvent && row.writes);
  EXPECT_TRUE(row.writes || (row.acquires != ir::When::IfItWrites && !row.releases));
}

INSTANTIATE_TEST_SUITE_P(All, SyncTable, testing::Range(std::size_t{0}, ir::kSyncTable.size()),
                         [](const auto& info) {
                           return std::string(ir::kSyncTable[info.param].name);
                         });

}  // namespace
}  // namespace overtake::exec
