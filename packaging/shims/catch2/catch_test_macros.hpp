// What `overtake check` reads in place of Catch2: each case is a function that can be the entry of
// a program, overtake_test_case_<its line> (overtake_discover_checks, docs/integration.md). A check
// that fails ends the execution, also CHECK. As in Catch2 a case runs from its beginning once for
// each section without sections in it; all of these runs belong to one execution.
#pragma once

#include <assert.h>

namespace overtake_shim {

// What follows a check by <<: a text that is not shown.
struct Message {
  template <class T>
  const Message& operator<<(const T&) const {
    return *this;
  }
};

}  // namespace overtake_shim

// Expanded at the check, so that the error is at its line.
#define OVERTAKE_REQUIRE(condition, text) \
  (static_cast<bool>(condition) ? void() : ::__assert_fail(text, __FILE__, __LINE__, __func__))

namespace overtake_shim {

// Which sections a run enters: the path of the last run, of which the deepest section that has a
// sibling after it is replaced by that sibling. A run notes at each depth of its path whether there
// is another sibling.
class Sections {
 public:
  static constexpr int kDepth = 8;

  // False: all were run.
  bool next_run() {
    int depth = deepest_;
    while (depth > 0 && !more_[depth - 1]) --depth;
    if (ran_ && depth == 0) return false;
    if (ran_) {
      ++wanted_[depth - 1];
      for (int i = depth; i < kDepth; ++i) wanted_[i] = 0;
    }
    for (int i = 0; i < kDepth; ++i) {
      met_[i] = 0;
      more_[i] = false;
    }
    ran_ = true;
    depth_ = deepest_ = 0;
    return true;
  }

  bool enter() {
    assert(depth_ < kDepth && "sections are nested too deep");
    const int sibling = met_[depth_]++;
    if (sibling > wanted_[depth_]) more_[depth_] = true;
    if (sibling != wanted_[depth_]) return false;
    if (++depth_ > deepest_) deepest_ = depth_;
    return true;
  }
  void leave() { --depth_; }

 private:
  bool ran_ = false;
  int depth_ = 0, deepest_ = 0;
  int wanted_[kDepth] = {}, met_[kDepth] = {};
  bool more_[kDepth] = {};
};

inline Sections& sections() {
  static Sections all;
  return all;
}

class Section {
 public:
  explicit Section(bool entered) : entered_(entered) {}
  Section(const Section&) = delete;
  ~Section() {
    if (entered_) sections().leave();
  }
  explicit operator bool() const { return entered_; }

 private:
  bool entered_;
};

inline void run_case(void (*body)()) {
  while (sections().next_run()) body();
}

}  // namespace overtake_shim

#define OVERTAKE_JOIN(a, b) a##b
#define OVERTAKE_NAME(name, line) OVERTAKE_JOIN(name, line)
#define TEST_CASE(...)                                                               \
  static void OVERTAKE_NAME(overtake_test_body_, __LINE__)();                        \
  static __attribute__((used)) void OVERTAKE_NAME(overtake_test_case_, __LINE__)() { \
    ::overtake_shim::run_case(OVERTAKE_NAME(overtake_test_body_, __LINE__));         \
  }                                                                                  \
  static void OVERTAKE_NAME(overtake_test_body_, __LINE__)()
#define TEST_CASE_METHOD(fixture, ...)                                               \
  namespace {                                                                        \
  struct OVERTAKE_NAME(overtake_test_method_, __LINE__) : fixture {                  \
    void body();                                                                     \
  };                                                                                 \
  }                                                                                  \
  static __attribute__((used)) void OVERTAKE_NAME(overtake_test_case_, __LINE__)() { \
    ::overtake_shim::run_case([] {                                                   \
      OVERTAKE_NAME(overtake_test_method_, __LINE__) test;                           \
      test.body();                                                                   \
    });                                                                              \
  }                                                                                  \
  void OVERTAKE_NAME(overtake_test_method_, __LINE__)::body()
#define SECTION(...) \
  if (const ::overtake_shim::Section overtake_section{::overtake_shim::sections().enter()})
#define DYNAMIC_SECTION(...) SECTION()

#define REQUIRE(...) OVERTAKE_REQUIRE((__VA_ARGS__), #__VA_ARGS__)
#define REQUIRE_FALSE(...) OVERTAKE_REQUIRE(!(__VA_ARGS__), "!(" #__VA_ARGS__ ")")
#define CHECK REQUIRE
#define CHECK_FALSE REQUIRE_FALSE
#define REQUIRE_NOTHROW(...) static_cast<void>([&] { __VA_ARGS__; }())
#define CHECK_NOTHROW REQUIRE_NOTHROW
#define OVERTAKE_THROWS(caught, text, ...)                       \
  [&] {                                                          \
    try {                                                        \
      static_cast<void>(__VA_ARGS__);                            \
    } catch (caught) {                                           \
      return;                                                    \
    }                                                            \
    ::__assert_fail(text, __FILE__, __LINE__, __func__); \
  }()
#define REQUIRE_THROWS(...) OVERTAKE_THROWS(..., #__VA_ARGS__ " throws", __VA_ARGS__)
#define REQUIRE_THROWS_AS(expression, type) \
  OVERTAKE_THROWS(const type&, #expression " throws " #type, expression)
#define CHECK_THROWS_AS REQUIRE_THROWS_AS
#define CHECK_THROWS REQUIRE_THROWS
#define FAIL(...) OVERTAKE_REQUIRE(false, "FAIL")
#define SUCCEED(...) static_cast<void>(0)
#define STATIC_REQUIRE(...) static_assert(__VA_ARGS__, #__VA_ARGS__)
#define STATIC_REQUIRE_FALSE(...) static_assert(!(__VA_ARGS__), "!(" #__VA_ARGS__ ")")
#define SKIP(...) return
#define WARN(...) static_cast<void>(0)
#define UNSCOPED_INFO(...) static_cast<void>(0)
#define INFO(...) static_cast<void>(0)
#define CAPTURE(...) static_cast<void>(0)
#define GIVEN(...) SECTION()
#define WHEN(...) SECTION()
#define THEN(...) SECTION()
#define AND_WHEN(...) SECTION()
#define AND_THEN(...) SECTION()
#define SCENARIO TEST_CASE
