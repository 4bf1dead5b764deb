// What tests of GoogleTest contain besides comparisons, in C++20.
#include <gtest/gtest.h>

#include <concepts>
#include <stdexcept>
#include <thread>

namespace mine {

template <std::integral T>
struct Counter {
  T n = 0;

 private:
  FRIEND_TEST(Suite, SeesWhatIsPrivate);
  int secret_ = 5;
};

class Suite : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { shared_ = 3; }
  void TearDown() override { EXPECT_FALSE(HasFailure()); }
  static int shared_;
};
int Suite::shared_ = 0;

TEST_F(Suite,
       IsSetUpOnceAndItsNameIsOnTheNextLine) {
  EXPECT_EQ(shared_, 3) << "set up" << std::endl;
  EXPECT_THROW(throw std::runtime_error("x"), std::runtime_error) << "with a text";
  EXPECT_ANY_THROW(throw 1);
  EXPECT_NO_THROW(shared_ = 4) << "with a text";
  EXPECT_FLOAT_EQ(0.5f, 0.5f);
}

TEST_F(Suite, SeesWhatIsPrivate) { EXPECT_EQ(Counter<int>{}.secret_, 5); }
TEST_F(Suite, DISABLED_IsNotRun) { FAIL() << "not yet"; }
TEST_F(Suite, SkipsTheRest) {
  GTEST_SKIP() << "not here";
  FAIL();
}
TEST_F(Suite, IsNotSetUpTwice) { EXPECT_EQ(shared_, 4); }

}  // namespace mine
