// Checkpoint files: what was written is read, and nothing else is.
#include "smc/checkpoint.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "smc/known_set.h"
#include "support/folder.h"

namespace overtake::smc {
namespace {

const CheckpointKey kKey{"a program", "some options"};

class CheckpointFile : public testing::Test {
 protected:
  std::string bytes() const {
    std::stringstream text;
    text << std::ifstream(path_, std::ios::binary).rdbuf();
    return text.str();
  }
  void write(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
  }
  Snapshot read() const { return read_checkpoint(path_.string(), kKey); }
  void write_some() const {
    Snapshot snapshot;
    snapshot.equivalence = Equivalence::Rf;
    snapshot.so_far.executions.complete = 42;
    KnownSet known;
    known.insert({1, 2});
    const auto shared = std::make_shared<SharedKnown>(known);
    snapshot.items = {{.words = {1, 2, 3}, .shared = {shared}}, {.words = {4}, .shared = {shared}}};
    write_checkpoint(path_.string(), kKey, snapshot);
  }

  const test::Folder folder_;
  const std::filesystem::path path_ = folder_.path() / "checkpoint";
};

TEST_F(CheckpointFile, IsReadAsWritten) {
  write_some();
  const Snapshot read = this->read();
  EXPECT_EQ(read.so_far.executions.complete, 42u);
  ASSERT_EQ(read.items.size(), 2u);
  EXPECT_EQ(read.items[0].words, (std::vector<std::uint32_t>{1, 2, 3}));
  EXPECT_EQ(read.items[1].words, (std::vector<std::uint32_t>{4}));
  ASSERT_EQ(read.items[0].shared.size(), 1u);
  EXPECT_EQ(read.items[0].shared, read.items[1].shared);  // still one thing
}

TEST_F(CheckpointFile, WithAnyBitFlippedIsRefused) {
  write_some();
  const std::string whole = bytes();
  ASSERT_GT(whole.size(), 100u);
  for (std::size_t i = 0; i < whole.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = whole;
      damaged[i] = static_cast<char>(damaged[i] ^ 1 << bit);
      write(damaged);
      EXPECT_THROW(read(), InputError) << "byte " << i << ", bit " << bit;
    }
  write(whole);
  EXPECT_NO_THROW(read());
}

TEST_F(CheckpointFile, OfAnyOtherLengthIsRefused) {
  write_some();
  const std::string whole = bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write(whole.substr(0, size));
    EXPECT_THROW(read(), InputError) << size;
  }
  write(whole + whole.back());
  EXPECT_THROW(read(), InputError);
}

TEST_F(CheckpointFile, OfAnotherProgramOrOtherOptionsIsRefused) {
  write_some();
  EXPECT_THROW(read_checkpoint(path_.string(), {"another", kKey.options}), InputError);
  EXPECT_THROW(read_checkpoint(path_.string(), {kKey.program, "others"}), InputError);
}

}  // namespace
}  // namespace overtake::smc
