// What `overtake check` reads in place of GoogleTest: each test is a function that can be the entry
// of a program, overtake_test_Suite_Name (overtake_discover_checks, docs/integration.md). A check
// that fails ends the execution, also EXPECT: the first failure is the one to be explained.
#pragma once

#include <assert.h>

#include <cmath>
#include <cstring>
#include <iosfwd>
#include <string>
#include <utility>

#include "gtest/gtest_prod.h"

namespace overtake_shim {

// What follows a check by <<: a text that is not shown.
struct Message {
  template <class T>
  const Message& operator<<(const T&) const {
    return *this;
  }
  const Message& operator<<(std::ostream& (*)(std::ostream&)) const { return *this; }
};

// `return Skipped() = Message() << ...` returns from a function without a result.
struct Skipped {
  void operator=(const Message&) const {}
};

}  // namespace overtake_shim

// Expanded at the check, so that the error is at its line.
#define OVERTAKE_REQUIRE(condition, text) \
  (static_cast<bool>(condition) ? void() : ::__assert_fail(text, __FILE__, __LINE__, __func__))

namespace testing {

class Test {
 public:
  virtual ~Test() = default;

  // A check that fails ends the execution, so that there is never one to ask for.
  static bool HasFatalFailure() { return false; }
  static bool HasNonfatalFailure() { return false; }
  static bool HasFailure() { return false; }
  static void SetUpTestSuite() {}
  static void TearDownTestSuite() {}

 protected:
  virtual void SetUp() {}
  virtual void TearDown() {}
};

using Message = ::overtake_shim::Message;

inline void InitGoogleTest(int*, char**) {}
inline void InitGoogleTest() {}

}  // namespace testing

#define RUN_ALL_TESTS() 0

#define OVERTAKE_TEST_CLASS(suite, name) suite##_##name##_Test
#define OVERTAKE_TEST(suite, name, base)                                                        \
  class OVERTAKE_TEST_CLASS(suite, name) : public base {                                        \
   public:                                                                                      \
    void TestBody();                                                                            \
    static void run() {                                                                         \
      OVERTAKE_TEST_CLASS(suite, name)::SetUpTestSuite();                                       \
      {                                                                                         \
        OVERTAKE_TEST_CLASS(suite, name) test;                                                  \
        test.SetUp();                                                                           \
        test.TestBody();                                                                        \
        test.TearDown();                                                                        \
      }                                                                                         \
      OVERTAKE_TEST_CLASS(suite, name)::TearDownTestSuite();                                    \
    }                                                                                           \
  };                                                                                            \
  extern "C" void overtake_test_##suite##_##name() { OVERTAKE_TEST_CLASS(suite, name)::run(); } \
  void OVERTAKE_TEST_CLASS(suite, name)::TestBody()
#define TEST(suite, name) OVERTAKE_TEST(suite, name, ::testing::Test)
#define TEST_F(fixture, name) OVERTAKE_TEST(fixture, name, fixture)

#define OVERTAKE_CHECK(condition, text) \
  OVERTAKE_REQUIRE(condition, text), ::overtake_shim::Message()
#define OVERTAKE_COMPARE(a, op, b) OVERTAKE_CHECK((a)op(b), #a " " #op " " #b)

#define EXPECT_TRUE(c) OVERTAKE_CHECK(c, #c)
#define EXPECT_FALSE(c) OVERTAKE_CHECK(!(c), "!(" #c ")")
#define EXPECT_EQ(a, b) OVERTAKE_COMPARE(a, ==, b)
#define EXPECT_NE(a, b) OVERTAKE_COMPARE(a, !=, b)
#define EXPECT_LT(a, b) OVERTAKE_COMPARE(a, <, b)
#define EXPECT_LE(a, b) OVERTAKE_COMPARE(a, <=, b)
#define EXPECT_GT(a, b) OVERTAKE_COMPARE(a, >, b)
#define EXPECT_GE(a, b) OVERTAKE_COMPARE(a, >=, b)
#define EXPECT_STREQ(a, b) OVERTAKE_CHECK(std::strcmp(a, b) == 0, #a " equals " #b)
#define EXPECT_STRNE(a, b) OVERTAKE_CHECK(std::strcmp(a, b) != 0, #a " differs from " #b)
#define EXPECT_NEAR(a, b, e) OVERTAKE_CHECK(std::fabs((a) - (b)) <= (e), #a " is near " #b)
#define EXPECT_DOUBLE_EQ(a, b) EXPECT_NEAR(a, b, 1e-12)
#define EXPECT_FLOAT_EQ(a, b) EXPECT_NEAR(a, b, 1e-5)
#define OVERTAKE_THROWS(statement, caught, text)         \
  [&] {                                                  \
    try {                                                \
      statement;                                         \
    } catch (caught) {                                   \
      return ::overtake_shim::Message();                 \
    }                                                    \
    ::__assert_fail(text, __FILE__, __LINE__, __func__); \
  }()
#define EXPECT_THROW(statement, type) \
  OVERTAKE_THROWS(statement, const type&, #statement " throws " #type)
#define EXPECT_ANY_THROW(statement) OVERTAKE_THROWS(statement, ..., #statement " throws")
#define EXPECT_NO_THROW(statement)     \
  [&] {                                \
    statement;                         \
    return ::overtake_shim::Message(); \
  }()

#define ASSERT_TRUE EXPECT_TRUE
#define ASSERT_FALSE EXPECT_FALSE
#define ASSERT_EQ EXPECT_EQ
#define ASSERT_NE EXPECT_NE
#define ASSERT_LT EXPECT_LT
#define ASSERT_LE EXPECT_LE
#define ASSERT_GT EXPECT_GT
#define ASSERT_GE EXPECT_GE
#define ASSERT_STREQ EXPECT_STREQ
#define ASSERT_STRNE EXPECT_STRNE
#define ASSERT_NEAR EXPECT_NEAR
#define ASSERT_DOUBLE_EQ EXPECT_DOUBLE_EQ
#define ASSERT_FLOAT_EQ EXPECT_FLOAT_EQ
#define ASSERT_THROW EXPECT_THROW
#define ASSERT_ANY_THROW EXPECT_ANY_THROW
#define ASSERT_NO_THROW EXPECT_NO_THROW

#define FAIL() OVERTAKE_CHECK(false, "FAIL()")
#define ADD_FAILURE() OVERTAKE_CHECK(false, "ADD_FAILURE()")
#define SUCCEED() ::overtake_shim::Message()
#define GTEST_SKIP() return ::overtake_shim::Skipped() = ::overtake_shim::Message()
#define SCOPED_TRACE(text) static_cast<void>(0)
