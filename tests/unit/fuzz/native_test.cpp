// Random sequential C against the processor; overtake fuzz --property native continues from here.
#include "fuzz/native.h"

#include <gtest/gtest.h>

namespace overtake::fuzz {
namespace {

TEST(Native, TheSameSeedIsTheSameProgram) {
  EXPECT_EQ(native_text(native_program(7)), native_text(native_program(7)));
  EXPECT_NE(native_text(native_program(7)), native_text(native_program(8)));
  EXPECT_EQ(native_program(1).cases.size(), native_kinds().size());
}

TEST(Native, ExpectedChecksumsAreBuiltIn) {
  const NativeProgram program = native_program(1, "integers");
  const std::vector<std::uint64_t> expected = {1, 2, 3};
  const std::string text = native_text(program, &expected);
  EXPECT_NE(text.find("if (case_1() != 0x2ul) return 2;"), text.npos);
}

#ifdef OVERTAKE_HAS_CLANG

// One program of each kind, so that a failure names it.
class NativeKinds : public testing::TestWithParam<std::string_view> {};

TEST_P(NativeKinds, ComputeWhatTheProcessorComputes) {
  if (!has_native_compiler()) GTEST_SKIP() << "there is no clang-19";
  for (const int optimize : {0, 2}) {
    const NativeProgram program =
        native_program(static_cast<std::uint64_t>(1 + optimize), GetParam());
    const auto found = native_difference(program, optimize);
    ASSERT_FALSE(found) << "case " << found->which << ", optimized " << optimize << ": "
                        << found->what << "\n"
                        << native_text(native_shrink(program, *found, optimize));
  }
}

INSTANTIATE_TEST_SUITE_P(Native, NativeKinds, testing::ValuesIn(native_kinds()),
                         [](const auto& info) { return std::string(info.param); });

TEST(Native, AProgramThatDiffersIsFoundAndShrunk) {
  if (!has_native_compiler()) GTEST_SKIP() << "there is no clang-19";
  // The front end says that it is there.
  NativeProgram program = native_program(3, "integers");
  program.cases[1].statements.insert(program.cases[1].statements.begin() + 1,
                                     "\n#ifdef __OVERTAKE__\n  mix(1);\n#endif\n");
  const auto found = native_difference(program);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->which, 1u);
  const NativeProgram small = native_shrink(program, *found, 0);
  ASSERT_EQ(small.cases.size(), 1u);
  EXPECT_EQ(small.cases[0].statements.size(), 1u);
}

#endif

}  // namespace
}  // namespace overtake::fuzz
