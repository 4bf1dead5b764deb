#include <gtest/gtest.h>
#include <ring.h>

#include <thread>

TEST(Ring, PassesMessages) {
  ring r{};
  std::thread t([&] { ring_put(&r, 7); });
  int v = 0;
  if (ring_get(&r, &v)) EXPECT_EQ(v, 7) << "what was put";
  t.join();
}

class Two : public ::testing::Test {
 protected:
  void SetUp() override { ring_put(&r_, 1); }
  ring r_{};
};

TEST_F(Two, IsWrong) {
  std::thread t([&] { ring_put(&r_, 2); });
  int v = 0;
  ASSERT_TRUE(ring_get(&r_, &v));
  EXPECT_TRUE(!ring_get(&r_, &v)) << "unless the other thread was there first";
  t.join();
}

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
