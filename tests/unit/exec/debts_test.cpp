// What a thread owes to memory, word by word.
#include "exec/debts.h"

#include <gtest/gtest.h>

namespace overtake::exec {
namespace {

TEST(Debts, AreEvenWhenEachWordHasBeenGivenBackWhatItWasGiven) {
  Debts d;
  EXPECT_TRUE(d.even_since(0));
  d.add(100, 4, 1);
  d.add(200, 4, 2);
  EXPECT_FALSE(d.even_since(0));
  d.add(100, 4, 0u - 1);
  EXPECT_FALSE(d.even_since(0));
  d.add(200, 4, 0u - 2);
  EXPECT_TRUE(d.even_since(0));
}

TEST(Debts, OfOneWordDoNotPayForAnother) {
  Debts d;
  d.add(100, 8, 1);
  d.add(108, 8, ~std::uint64_t{0});
  EXPECT_FALSE(d.even_since(0));
}

TEST(Debts, WrapAroundWithTheSizeOfTheWord) {
  Debts d;
  for (int i = 0; i < 256; ++i) d.add(100, 1, 1);
  EXPECT_TRUE(d.even_since(0));
  for (int i = 0; i < 256; ++i) d.add(100, 2, 1);
  EXPECT_FALSE(d.even_since(0));
}

TEST(Debts, AreAskedForSinceAMark) {
  Debts d;
  d.add(100, 8, 5);
  const std::uint32_t mark = d.size();
  EXPECT_TRUE(d.even_since(mark));
  d.add(100, 8, 3);
  EXPECT_FALSE(d.even_since(mark));
  d.add(100, 8, std::uint64_t{0} - 3);
  EXPECT_TRUE(d.even_since(mark));
  EXPECT_FALSE(d.even_since(0));
}

TEST(Debts, MergedAndForgottenOnesSayTheSame) {
  Debts d;
  d.add(100, 8, 5);
  d.add(200, 8, 1);
  d.add(300, 8, 2);
  d.add(200, 8, 1);
  d.add(300, 8, std::uint64_t{0} - 2);
  d.merge_since(1);
  EXPECT_EQ(d.size(), 2);  // 100, and 200 once
  EXPECT_FALSE(d.even_since(1));
  d.forget(1);
  d.add(200, 8, std::uint64_t{0} - 2);
  EXPECT_TRUE(d.even_since(0));
}

}  // namespace
}  // namespace overtake::exec
