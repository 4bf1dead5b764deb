#include <catch2/catch_test_macros.hpp>

// The next case begins at a line at which one of catch_sections.cpp does.

TEST_CASE("another file, the same line") { FAIL("this one"); }
