#include <catch2/catch_test_macros.hpp>
#include <stdexcept>
#include <thread>

TEST_CASE("sections begin anew") {
  int n = 0, leaves = 0;
  SECTION("changes it") {
    std::thread t([&] { n = 1; });
    t.join();
    SECTION("once") { CHECK(++n == 2); }
    SECTION("or twice") { CHECK((n += 2) == 3); }
    ++leaves;
  }
  SECTION("finds it unchanged") {
    CHECK(n == 0);
    ++leaves;
  }
  REQUIRE(leaves == 1);
}

static int entered[3], runs;
TEST_CASE("each leaf runs once") {
  ++runs;
  SECTION("a") {
    SECTION("aa") { ++entered[0]; }
    SECTION("ab") { ++entered[1]; }
  }
  SECTION("b") {
    ++entered[2];
    CHECK(entered[0] + entered[1] == 2);
    CHECK(runs == 4);  // wrong: it is the third run
  }
}

struct Fixture {
  int three = 3;
};
TEST_CASE_METHOD(Fixture, "has a fixture", "[fixture]") {
  REQUIRE(three == 3);
  REQUIRE_THROWS_AS(throw std::runtime_error("x"), std::runtime_error);
  STATIC_REQUIRE(sizeof(int) == 4);
}
