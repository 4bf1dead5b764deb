// The includes of a C++ file that is edited are precompiled when they are met for the second time,
// which changes no answer.
#ifdef OVERTAKE_HAS_CLANG
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "run.h"

namespace overtake::test::precompiled_tests {
namespace {

namespace fs = std::filesystem;

class Precompiled : public testing::Test {
 protected:
  Precompiled() { folder_.file("value.h", "#define VALUE 1\n"); }

  Result command(std::vector<std::string> words, const std::vector<std::string>& flags = {}) const {
    if (!flags.empty()) words.emplace_back("--");
    words.insert(words.end(), flags.begin(), flags.end());
    return run(words, {.directory = folder_.path(), .environment = {"XDG_CACHE_HOME=" + cache()}});
  }
  std::string cache() const { return (folder_.path() / "cache").string(); }

  // Entries that are larger than a module of the files below.
  int precompiled() const {
    int count = 0;
    if (fs::exists(cache() + "/overtake"))
      for (const auto& entry : fs::directory_iterator(cache() + "/overtake"))
        count += entry.file_size() > 100'000 ? 1 : 0;
    return count;
  }

  // Runs b.cpp: its head, and a body that is edited until the head is precompiled and used.
  int check(const std::string& head, const std::string& body,
            const std::vector<std::string>& flags = {}) {
    int last = -1;
    for (int i = 0; i < 3; ++i) last = edited(head, body, flags);
    return last;
  }
  int edited(const std::string& head, const std::string& body,
             const std::vector<std::string>& flags = {}) {
    folder_.file("b.cpp", head + body + "// " + std::to_string(++edits_) + "\n");
    return command({"check", "b.cpp", "--schedule", "none"}, flags).exit_code;
  }

  const Folder folder_;
  int edits_ = 0;
};

constexpr const char* kIsOne = "int main() { if (VALUE != 1) __builtin_trap(); }\n";

TEST_F(Precompiled, GivesTheSameProgram) {
  for (const char* file :
       {"thread_pool.cpp", "exception_caught_in_thread.cpp", "string_streams.cpp"}) {
    std::ifstream in(fs::path(OVERTAKE_SOURCE_DIR) / "tests/programs/cpp" / file);
    std::stringstream text;
    text << in.rdbuf();
    const int before = precompiled();
    Result last;
    for (const char* edit : {"// 1\n", "// 1, 2\n", "// 1, 2, 3\n"}) {
      folder_.file(file, text.str() + edit);
      last = command({"ir", file});
      EXPECT_EQ(last.exit_code, 0) << file << last.err;
    }
    EXPECT_GT(precompiled(), before) << file << ": nothing was precompiled";
    EXPECT_EQ(command({"ir", file, "--no-cache"}).out, last.out) << file;
  }
}

// Also what stands at the head of a file besides includes, and is still in force after it.
TEST_F(Precompiled, TheHeadMeansTheSame) {
  folder_.file("lines.h", "#line 70 \"other.h\"\ninline int lines() { return __LINE__; }\n");
  folder_.file("counts.h", "inline int counts() { return __COUNTER__; }\n");
  folder_.file("pushes.h", "#define X 1\n#pragma push_macro(\"X\")\n#undef X\n#define X 2\n");
  const std::string heads[][2] = {
      {"#include \"counts.h\"\n", "int main() { return __COUNTER__ + counts(); }"},
      {"#include \"pushes.h\"\n", "int y = X;\n#pragma pop_macro(\"X\")\nint main() { return X; }"},
      {"#define DO(x) _Pragma(#x)\n#define X 1\nDO(push_macro(\"X\"))\n#undef X\n#define X 2\n"
       "#include \"value.h\"\n",
       "int y = X;\n#pragma pop_macro(\"X\")\nint main() { return X; }"},
      {"#include \"value.h\"\n#line 100 \"c.cpp\"\n", "int main() { return __LINE__; }"},
      {"#include \"lines.h\"\n", "int main() { return lines(); }"},
      {"#include \"value.h\"\n#pragma redefine_extname f g\n",
       "extern \"C\" int f(); extern \"C\" int g() { return 1; } int main() { return f(); }"},
      {"#include \"value.h\"\n#pragma pack(push, 1)\n",
       "struct S { char c; int i; } s; int main() { return sizeof(S); }"},
      {"#include \"value.h\"\n#pragma weak f\n", "int f(); int main() { return f ? 1 : 0; }"},
      {"#if 1\n#include \"value.h\"\n",
       "int a = 1;\n#else\nint a = 2;\n#endif\nint main() { return a; }"},
      {"#include \"value.h\"\n#undef __cplusplus\n#define __cplusplus 5\n",
       "int main() { return __cplusplus; }"},
  };
  for (const auto& [head, body] : heads) {
    for (int i = 0; i < 3; ++i) {
      folder_.file("b.cpp", head + body + "\n// " + std::to_string(++edits_) + "\n");
      const Result kept = command({"ir", "b.cpp"});
      const Result fresh = command({"ir", "b.cpp", "--no-cache"});
      EXPECT_EQ(fresh.exit_code, 0) << head << fresh.err;
      EXPECT_EQ(kept.out, fresh.out) << head;
    }
  }
  EXPECT_GT(precompiled(), 0);
}

TEST_F(Precompiled, KnowsItsHeaders) {
  const std::string head = "#include \"value.h\"\n#include <cassert>\n";
  EXPECT_EQ(check(head, kIsOne), 0);
  folder_.file("value.h", "#define VALUE 2\n");
  EXPECT_EQ(check(head, kIsOne), 10);
  folder_.file("value.h", "#define VALUE 1\n");
  EXPECT_EQ(check(head, kIsOne), 0);
  // What does not compile is told in the same words, at its line.
  folder_.file("b.cpp", head + "\nint main() { return x; }\n");
  const Result broken = command({"check", "b.cpp"});
  EXPECT_EQ(broken.exit_code, 2);
  EXPECT_EQ(broken.err, command({"check", "b.cpp", "--no-cache"}).err);
  EXPECT_NE(broken.err.find("b.cpp:4:21: error:"), std::string::npos) << broken.err;
}

// The module of a compilation with precompiled includes depends on headers that it did not read:
// clang looks at none of them again unless the code names a place in them.
TEST_F(Precompiled, ModulesKnowHeadersThatWereNotReadAgain) {
  folder_.file("choice.h", "#define CHOICE 1\n");
  folder_.file("value.h", "#include \"choice.h\"\n#if CHOICE == 1\n#define GOOD\n#endif\n");
  const std::string head = "#include \"value.h\"\n";
  const std::string body =
      "#ifndef GOOD\nint main() { __builtin_trap(); }\n#else\nint main() {}\n#endif\n";
  EXPECT_EQ(check(head, body), 0);
  ASSERT_EQ(precompiled(), 1);
  // The file stays as it is; only the header changes.
  folder_.file("choice.h", "#define CHOICE 2\n");
  EXPECT_EQ(command({"check", "b.cpp", "--schedule", "none"}).exit_code, 10);
  folder_.file("choice.h", "#define CHOICE 1\n");
  EXPECT_EQ(command({"check", "b.cpp", "--schedule", "none"}).exit_code, 0);
}

// A header that was not there, and one that only __has_include asked for.
TEST_F(Precompiled, KnowsWhatWasMissing) {
  fs::create_directory(folder_.path() / "first");
  fs::create_directory(folder_.path() / "second");
  folder_.file("second/which.h", "#define VALUE 1\n");
  const std::vector<std::string> flags{"-Ifirst", "-Isecond"};
  EXPECT_EQ(check("#include <which.h>\n", kIsOne, flags), 0);
  folder_.file("first/which.h", "#define VALUE 2\n");
  EXPECT_EQ(edited("#include <which.h>\n", kIsOne, flags), 10);

  const std::string asks =
      "#include <stddef.h>\n#if __has_include(\"new.h\")\n#define VALUE 2\n#else\n#define VALUE 1\n"
      "#endif\n";
  EXPECT_EQ(check(asks, kIsOne), 0);
  folder_.file("new.h", "");
  EXPECT_EQ(command({"check", "b.cpp", "--schedule", "none"}).exit_code, 10);
  EXPECT_EQ(edited(asks, kIsOne), 10);
}

TEST_F(Precompiled, KnowsTheCommandLine) {
  const std::string head =
      "#include <stddef.h>\n#ifdef TWO\n#define VALUE 2\n#else\n#define VALUE 1\n#endif\n";
  EXPECT_EQ(check(head, kIsOne), 0);
  EXPECT_EQ(edited(head, kIsOne, {"-DTWO"}), 10);
  EXPECT_EQ(edited(head, kIsOne), 0);
  folder_.file("forced.h", "#define TWO\n");
  EXPECT_EQ(check(head, kIsOne, {"-include", "forced.h"}), 10);
  folder_.file("forced.h", "\n");
  EXPECT_EQ(edited(head, kIsOne, {"-include", "forced.h"}), 0);
}

TEST_F(Precompiled, NothingThatTellsTheTime) {
  folder_.file("value.h", "inline const char *when() { return __TIME__; }\n#define VALUE 1\n");
  EXPECT_EQ(check("#include \"value.h\"\n", kIsOne), 0);
  EXPECT_EQ(precompiled(), 0);
}

}  // namespace
}  // namespace overtake::test::precompiled_tests
#endif
