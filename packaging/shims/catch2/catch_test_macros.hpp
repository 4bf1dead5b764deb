// What `overtake check` reads in place of Catch2: each case is a function that can be the entry of
// a program, overtake_test_case_<its line> (overtake_discover_checks, docs/integration.md). A check
// that fails ends the execution, also CHECK. Sections run one after the other, in one execution.
#pragma once

#include <assert.h>

namespace overtake_shim {

// What follows a check by <<: a text that nobody reads.
struct Message {
  template <class T>
  const Message& operator<<(const T&) const {
    return *this;
  }
};

[[noreturn]] inline void failed(const char* text, const char* file, unsigned line,
                                const char* function) {
  __assert_fail(text, file, line, function);
}

inline void require(bool holds, const char* text, const char* file, unsigned line,
                    const char* function) {
  if (!holds) failed(text, file, line, function);
}

}  // namespace overtake_shim

#define OVERTAKE_REQUIRE(condition, text) \
  ::overtake_shim::require(static_cast<bool>(condition), text, __FILE__, __LINE__, __func__)

#define OVERTAKE_JOIN(a, b) a##b
#define OVERTAKE_CASE(line) OVERTAKE_JOIN(overtake_test_case_, line)
#define TEST_CASE(...) extern "C" void OVERTAKE_CASE(__LINE__)()
#define SECTION(...)

#define REQUIRE(...) OVERTAKE_REQUIRE((__VA_ARGS__), #__VA_ARGS__)
#define REQUIRE_FALSE(...) OVERTAKE_REQUIRE(!(__VA_ARGS__), "!(" #__VA_ARGS__ ")")
#define CHECK REQUIRE
#define CHECK_FALSE REQUIRE_FALSE
#define REQUIRE_NOTHROW(...) static_cast<void>([&] { __VA_ARGS__; }())
#define CHECK_NOTHROW REQUIRE_NOTHROW
#define REQUIRE_THROWS(...)                                                        \
  [&] {                                                                            \
    try {                                                                          \
      __VA_ARGS__;                                                                 \
    } catch (...) {                                                                \
      return;                                                                      \
    }                                                                              \
    ::overtake_shim::failed(#__VA_ARGS__ " throws", __FILE__, __LINE__, __func__); \
  }()
#define CHECK_THROWS REQUIRE_THROWS
#define FAIL(...) OVERTAKE_REQUIRE(false, "FAIL")
#define SUCCEED(...) static_cast<void>(0)
#define INFO(...) static_cast<void>(0)
#define CAPTURE(...) static_cast<void>(0)
#define GIVEN(...)
#define WHEN(...)
#define THEN(...)
#define AND_WHEN(...)
#define AND_THEN(...)
#define SCENARIO TEST_CASE
